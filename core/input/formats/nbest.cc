// Splits the lines of candidates, and matches their ids with the references' records.
#include "core/input/formats/nbest.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

#include "core/base/printing.h"
#include "core/input/byte_order_mark.h"
#include "core/input/dispatcher.h"
#include "core/input/standard_input.h"
#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

constexpr std::string_view kBars = "|||";
constexpr uint64_t kNbestMostBytes = UINT32_MAX - kTextPadding;  // of a segment's candidates

bool IsSpaceOrTab(char c) { return c == ' ' || c == '\t'; }

std::string_view TrimField(std::string_view text) {
  while (!text.empty() && IsSpaceOrTab(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsSpaceOrTab(text.back())) text.remove_suffix(1);
  return text;
}

// Returns the beginning of the first separator from `from` on, or npos.
size_t FindSeparator(std::string_view line, size_t from) {
  for (size_t at = line.find('|', from); at != line.npos; at = line.find('|', at + 1)) {
    if (line.substr(at, kBars.size()) != kBars) continue;
    const size_t end = at + kBars.size();
    if ((at == 0 || IsSpaceOrTab(line[at - 1])) && (end == line.size() || IsSpaceOrTab(line[end])))
      return at;
  }
  return line.npos;
}

// Reads the records of some sources, batch after batch.
class Records {
 public:
  Records(std::vector<Source*> sources, const NbestOptions& options)
      : sources_(std::move(sources)),
        limits_(LimitsOf(options)),
        stop_(options.stop),
        dispatcher_(sources_, sources_.size(), limits_) {
    dispatcher_.Start(orders_);
  }

  // Returns the next batch; null at the end.
  Result<std::unique_ptr<Batch>> Next() {
    if (std::exchange(handed_out_, false)) dispatcher_.OnBatchDone(orders_);
    while (orders_.batches.empty()) {
      if (dispatcher_.finished()) {
        MTG_RETURN_IF_ERROR(dispatcher_.status());
        return std::unique_ptr<Batch>();
      }
      if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) {
        return CancelledError();
      }
      Orders next;
      for (Block& block : orders_.reads) {
        sources_[block.stream]->Read(limits_.block_bytes, block);
        dispatcher_.OnBlock(std::move(block), next);
      }
      orders_ = std::move(next);
    }
    std::unique_ptr<Batch> batch = std::move(orders_.batches.front());
    orders_.batches.clear();
    handed_out_ = true;
    return batch;
  }

 private:
  static ReadLimits LimitsOf(const NbestOptions& options) {
    ReadLimits limits;
    limits.block_bytes = options.block_bytes;
    limits.batches_in_flight = 1;
    limits.blocks_ahead = 1;
    return limits;
  }

  std::vector<Source*> sources_;
  ReadLimits limits_;
  const std::atomic<bool>* stop_;
  Dispatcher dispatcher_;
  Orders orders_;
  bool handed_out_ = false;
};

// A batch of references that is handed out in parts, from front to back.
class ReferenceParts {
 public:
  bool empty() const { return whole_ == nullptr || done_ == whole_->segments; }
  void Reset(std::unique_ptr<Batch> whole) {
    whole_ = std::move(whole);
    done_ = 0;
    at_.clear();
    for (const Stream& stream : whole_->refs) at_.push_back(stream.text);
  }

  // Returns the id of the segment `next` places after those taken; null if there is none.
  const std::string* IdOf(uint32_t next) const {
    if (whole_->ids.empty() || whole_->ids[done_ + next].empty()) return nullptr;
    return &whole_->ids[done_ + next];
  }
  uint64_t LineOf(uint32_t next) const {
    return whole_->line_of(whole_->refs.front(), done_ + next);
  }
  uint32_t left() const { return whole_->segments - done_; }

  // Moves the next `count` segments to `part`, without their ids.
  void Take(uint32_t count, Batch& part) {
    part.first = whole_->first + done_;
    part.segments = count;
    part.documents = Slice(whole_->documents, count);
    for (size_t r = 0; r < whole_->refs.size(); ++r) {
      part.refs.push_back(TakeStream(whole_->refs[r], at_[r], count));
    }
    done_ += count;
  }

 private:
  template <typename Value>
  std::vector<Value> Slice(const std::vector<Value>& values, uint32_t count) const {
    if (values.empty()) return {};
    const auto begin = values.begin() + ptrdiff_t{done_};
    return {begin, begin + ptrdiff_t{count}};
  }

  Stream TakeStream(Stream& whole, const char*& at, uint32_t count) const {
    Stream part;
    part.owner = whole.owner;
    part.text = at;
    const char* const end = whole.text + whole.bytes;
    for (uint32_t i = 0; i < count; ++i) {
      at = static_cast<const char*>(std::memchr(at, '\n', static_cast<size_t>(end - at))) + 1;
    }
    part.bytes = static_cast<uint32_t>(at - part.text);
    part.lines = Slice(whole.lines, count);
    part.missing = Slice(whole.missing, count);
    for (Aside& aside : whole.aside) {
      if (aside.segment < done_ || aside.segment - done_ >= count) continue;
      part.aside.push_back({aside.segment - done_, std::move(aside.text)});
    }
    return part;
  }

  std::unique_ptr<Batch> whole_;
  uint32_t done_ = 0;            // segments of it that have been taken
  std::vector<const char*> at_;  // [reference], text of the next segment
};

// One line of the list, and its number.
struct ListLine {
  std::string_view whole;
  NbestLine fields;
  uint64_t number = 0;  // from 1
};

// Reads the lines of a list, one after another.
class ListLines {
 public:
  ListLines(Source& list, const NbestOptions& options)
      : name_(list.name()), records_({&list}, options) {}

  const std::string& name() const { return name_; }
  // Returns the next line; null at the end. Valid until Pop().
  Result<const ListLine*> Peek() {
    if (!peeked_) {
      MTG_ASSIGN_OR_RETURN(const bool there, Read());
      if (!there) return nullptr;
      peeked_ = true;
    }
    return &line_;
  }
  void Pop() { peeked_ = false; }

 private:
  Result<bool> Read() {
    if (at_ == end_) {
      MTG_ASSIGN_OR_RETURN(batch_, records_.Next());
      if (batch_ == nullptr) return false;
      at_ = batch_->refs.front().text;
      end_ = at_ + batch_->refs.front().bytes;
    }
    const auto* const stop =
        static_cast<const char*>(std::memchr(at_, '\n', static_cast<size_t>(end_ - at_)));
    line_.whole = {at_, static_cast<size_t>(stop - at_)};
    at_ = stop + 1;
    if (line_.whole.ends_with('\r')) line_.whole.remove_suffix(1);
    if (++line_.number == 1 && line_.whole.starts_with(kByteOrderMark)) {
      line_.whole.remove_prefix(kByteOrderMark.size());
    }
    const std::optional<NbestLine> fields = ParseNbestLine(line_.whole);
    if (!fields) {
      return InputError(
          {name_, line_.number}, "not a candidate",
          "a line is 'ID ||| TEXT', and may have features and a score after further ' ||| '");
    }
    line_.fields = *fields;
    return true;
  }

  std::string name_;
  Records records_;
  std::unique_ptr<Batch> batch_;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  ListLine line_;
  bool peeked_ = false;
};

// Checks that the ids of a list are those that its segments should have.
class IdCheck {
 public:
  explicit IdCheck(std::string list) : list_(std::move(list)) {}

  // `told` is the reference's id of segment `segment` (from 0), or null.
  Status Check(const ListLine& line, uint64_t segment, const std::string* told) {
    const std::string id(line.fields.id);
    if (segment == 0) MTG_RETURN_IF_ERROR(Begin(line.number, id, told));
    if (told_) {
      if (told != nullptr && *told == id) return OkStatus();
      return Error(
          line.number,
          fmt::format("found a candidate with the id '{}', but the next reference has the id '{}'",
                      id, told == nullptr ? "" : *told),
          kOrder);
    }
    uint64_t number = 0;
    const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number);
    if (error != std::errc() || end != id.data() + id.size()) {
      return Error(line.number,
                   fmt::format("the id '{}' is not a number, but the ids before it are", id), "");
    }
    const uint64_t wanted = first_ + segment;
    if (number == wanted) return OkStatus();
    if (number > wanted) {
      return Error(
          line.number,
          fmt::format("found the id '{}', expected '{}', which has no candidates", id, wanted),
          "every segment needs at least one");
    }
    return Error(line.number, fmt::format("the id '{}' appears again after '{}'", id, wanted - 1),
                 kOrder);
  }

 private:
  static constexpr char kOrder[] =
      "keep the candidates of a segment together, in the order of the references "
      "('sort -s -n -k1,1' sorts numbers)";

  Status Begin(uint64_t line, const std::string& id, const std::string* told) {
    told_ = told != nullptr && *told == id;
    first_ = id == "1" ? 1 : 0;
    if (told_ || id == "0" || id == "1") return OkStatus();
    return Error(line, fmt::format("the first id is '{}'", id),
                 "number the segments from 0 or from 1, or use the ids of the references");
  }

  Status Error(uint64_t line, std::string what, std::string remedy) const {
    return InputError({list_, line}, std::move(what), std::move(remedy));
  }

  std::string list_;
  bool told_ = false;  // the ids are those of the references
  uint64_t first_ = 0;
};

// Builds the text of a stream.
class StreamText {
 public:
  void Add(std::string_view line) {
    *text_ += line;
    *text_ += '\n';
  }
  size_t size() const { return text_->size(); }
  // Marks the text so far as complete; Finish() drops the rest.
  void Mark() { complete_ = text_->size(); }
  Stream Finish() {
    Stream stream;
    stream.bytes = static_cast<uint32_t>(complete_);
    text_->resize(complete_);
    text_->append(kTextPadding, '\0');
    stream.text = text_->data();
    stream.owner = std::move(text_);
    return stream;
  }

 private:
  std::shared_ptr<std::string> text_ = std::make_shared<std::string>();
  size_t complete_ = 0;
};

// The candidates of a batch during collection.
struct Candidates {
  StreamText texts, lines;
  std::vector<uint64_t> numbers;  // of the lines
  std::vector<std::string> ids;   // per segment
  std::vector<uint32_t> ends;     // per segment

  uint32_t segments() const { return static_cast<uint32_t>(ends.size()); }
};

}  // namespace

std::optional<NbestLine> ParseNbestLine(std::string_view line) {
  const size_t first = FindSeparator(line, 0);
  if (first == line.npos) return std::nullopt;
  const size_t from = first + kBars.size();
  const size_t to = std::min(FindSeparator(line, from), line.size());
  const NbestLine parsed{TrimField(line.substr(0, first)), TrimField(line.substr(from, to - from))};
  if (parsed.id.empty()) return std::nullopt;
  return parsed;
}

struct NbestBatches::State {
  State(const std::vector<Source*>& sources, Source& list_source, const NbestOptions& asked)
      : options(asked),
        reference_name(sources.front()->name()),
        references(sources, asked),
        list(list_source, asked),
        ids(list_source.name()) {}

  // Fills `part` up to the end of a segment. Returns false if nothing follows what has been
  // collected.
  Result<bool> Collect(Candidates& part) {
    while (part.numbers.size() < options.batch_candidates &&
           part.texts.size() < options.batch_bytes) {
      MTG_ASSIGN_OR_RETURN(const ListLine* line, list.Peek());
      if (parts.empty()) {
        MTG_ASSIGN_OR_RETURN(std::unique_ptr<Batch> batch, references.Next());
        if (batch != nullptr) parts.Reset(std::move(batch));
      }
      if (line == nullptr) {
        if (parts.empty()) return false;
        if (part.segments() < parts.left()) return TooFewError(part.segments());
        return true;  // more references may follow
      }
      if (parts.empty()) return TooManyError(*line, part.segments());
      if (part.segments() == parts.left())
        return true;  // all segments of a batch are in one batch of references
      MTG_RETURN_IF_ERROR(
          ids.Check(*line, segments + part.segments(), parts.IdOf(part.segments())));
      MTG_RETURN_IF_ERROR(CollectSegment(*line, part));
    }
    return true;
  }

  // Collects the candidates with the id of `first`, which is the next line.
  Status CollectSegment(const ListLine& first, Candidates& part) {
    id.assign(first.fields.id);
    const uint64_t begin = first.number;
    for (const ListLine* line = &first; line != nullptr && line->fields.id == id;) {
      part.texts.Add(line->fields.text);
      if (options.keep_lines) part.lines.Add(line->whole);
      part.numbers.push_back(line->number);
      if (part.texts.size() > kNbestMostBytes || part.lines.size() > kNbestMostBytes) {
        return InputError({list.name(), begin},
                          fmt::format("the candidates of segment '{}' have more than {} bytes", id,
                                      kNbestMostBytes),
                          "keep fewer candidates");
      }
      list.Pop();
      MTG_ASSIGN_OR_RETURN(line, list.Peek());
    }
    part.ids.push_back(id);
    part.ends.push_back(static_cast<uint32_t>(part.numbers.size()));
    part.texts.Mark();
    part.lines.Mark();
    return OkStatus();
  }

  Status TooFewError(uint32_t next) const {
    return InputError({.file = list.name(), .segment = segments + next, .named = true},
                      fmt::format("{} ends without candidates of segment {} ({}:{})", list.name(),
                                  segments + next + 1, reference_name, parts.LineOf(next)),
                      segments + next == 0
                          ? RemedyForNoText(list.name(), "every segment needs at least one")
                          : "every segment needs at least one");
  }

  Status TooManyError(const ListLine& line, uint32_t next) const {
    return InputError({list.name(), line.number},
                      fmt::format("candidates of '{}', but {} has {}", std::string(line.fields.id),
                                  reference_name, Counted(segments + next, "segment")),
                      "name the references that belong to this list");
  }

  NbestOptions options;
  std::string reference_name;
  Records references;
  ReferenceParts parts;
  ListLines list;
  IdCheck ids;
  std::string id;           // of the segment being collected
  uint64_t segments = 0;    // handed out
  uint64_t candidates = 0;  // handed out
  bool ended = false;
  Status status;
};

NbestBatches::NbestBatches(const std::vector<Source*>& references, Source& list,
                           const NbestOptions& options)
    : state_(std::make_unique<State>(references, list, options)) {}
NbestBatches::~NbestBatches() = default;
const Status& NbestBatches::status() const { return state_->status; }
uint64_t NbestBatches::candidates() const { return state_->candidates; }

std::unique_ptr<Batch> NbestBatches::Next() {
  State& s = *state_;
  if (s.ended) return nullptr;
  Candidates part;
  // An error may have cut the last segment short; it is then left out.
  const Result<bool> more = s.Collect(part);
  s.status = more.status();
  s.ended = !more.ok() || !*more;
  if (part.ends.empty()) return nullptr;
  auto batch = std::make_unique<Batch>();
  s.parts.Take(part.segments(), *batch);
  part.numbers.resize(part.ends.back());
  batch->ids = std::move(part.ids);
  batch->candidate_ends = std::move(part.ends);
  s.segments += batch->segments;
  s.candidates += part.numbers.size();
  batch->hyps.push_back(part.texts.Finish());
  batch->hyps.front().lines = std::move(part.numbers);
  if (s.options.keep_lines) batch->candidate_lines = part.lines.Finish();
  return batch;
}

}  // namespace mtgauge
