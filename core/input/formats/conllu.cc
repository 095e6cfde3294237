// Reads CoNLL-U (UDPipe, Stanza, spaCy) as factored text: each word becomes
// FORM|LEMMA|XPOS|HEAD|DEPREL, with UPOS if there is no XPOS. A sentence is a segment; successive
// sentences with the same comment "# seg_id = ID" form one segment, in which heads are numbered on.
// A sentence with only comments is an empty segment. A multiword token counts as its words: the
// first has the token's form as its spelling, the others have an empty spelling. Empty nodes are
// skipped.
//
// After the ten columns there may be semantic roles, as in CoNLL-2005 and CoNLL-2012: a column with
// the word's predicate, or "_" or "-", and one for each predicate of the sentence with its
// arguments in brackets: "(A0*", "*", "*)". A label without brackets applies only to its word.
// Words then also have the factors SPELLING|ROLES (core/text/factors.h).
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/printing.h"
#include "core/input/formats/format.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr uint64_t kConlluMostBytes = uint64_t{1} << 32;
constexpr size_t kColumns = 10;
constexpr std::string_view kSegmentComment = "# seg_id = ";
constexpr std::string_view kComments[] = {"# sent_id", "# text",           "# newdoc",
                                          "# newpar",  "# global.columns", "# seg_id"};

std::optional<uint32_t> ReadNumber(std::string_view text) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Escapes white space and "|", which separate words and factors.
void AppendFactor(std::string_view text, std::string& out) {
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = DecodeAt(text, at);
    if (IsSpace(c.value)) {
      out += '_';
    } else if (c.value == '|') {
      out += "&#124;";
    } else {
      out += text.substr(at, c.length);
    }
    at += c.length;
  }
}

// "_" means no value, except as a form or lemma, where it is itself.
std::string_view FeatureOf(std::string_view field) { return field == "_" ? "" : field; }

class ConlluReader {
 public:
  explicit ConlluReader(std::string file) : file_(std::move(file)) {}

  Status Read(std::string_view text) {
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = std::min(text.find('\n', begin), text.size());
      std::string_view line = text.substr(begin, end - begin);
      if (line.ends_with('\r')) line.remove_suffix(1);
      ++line_;
      if (line.empty()) {
        MTG_RETURN_IF_ERROR(EndSentence());
      } else if (line[0] == '#') {
        BeginSentence();
        if (line.starts_with(kSegmentComment)) id_ = line.substr(kSegmentComment.size());
      } else {
        BeginSentence();
        MTG_RETURN_IF_ERROR(AddWord(line));
      }
      begin = end + 1;
    }
    return EndSentence();
  }

  // Returns the segments' texts and the line where each begins in the file.
  SegmentTable Take() {
    auto texts = std::make_shared<const std::vector<std::string>>(std::move(texts_));
    SegmentTable table;
    table.file = file_;
    for (size_t i = 0; i < texts->size(); ++i) {
      Segment segment;
      segment.text = (*texts)[i];
      segment.line = lines_[i];
      table.segments.push_back(segment);
    }
    table.owner = std::move(texts);
    return table;
  }

 private:
  struct Word {
    std::string factors;  // form, lemma and tag
    uint32_t head;
    std::string relation;  // and the spelling, if any
  };

  void BeginSentence() {
    if (open_) return;
    open_ = true;
    first_line_ = line_;
  }

  Status AddWord(std::string_view line) {
    std::vector<std::string_view> fields;
    for (size_t begin = 0; begin <= line.size();) {
      const size_t end = std::min(line.find('\t', begin), line.size());
      fields.push_back(line.substr(begin, end - begin));
      begin = end + 1;
    }
    const size_t wanted = words_.empty() ? std::max(fields.size(), kColumns) : columns_;
    if (fields.size() != wanted) {
      return InputError({file_, line_},
                        fmt::format("{}, but {} has {}", Counted(fields.size(), "column"),
                                    wanted == kColumns ? "CoNLL-U" : "the sentence", wanted),
                        "separate columns by one tab, and sentences by an empty line");
    }
    columns_ = wanted;
    const bool range = fields[0].find('-') != std::string_view::npos;
    const bool empty_node = fields[0].find('.') != std::string_view::npos;
    if (range) return AddToken(fields[0], fields[1]);
    if (empty_node) return OkStatus();
    const std::optional<uint32_t> number = ReadNumber(fields[0]);
    if (number != words_.size() + 1) {
      return InputError(
          {file_, line_},
          fmt::format("found word {}, expected word {}", fields[0], words_.size() + 1),
          "number the words of a sentence from 1");
    }
    const std::optional<uint32_t> head = fields[6] == "_" ? 0 : ReadNumber(fields[6]);
    if (!head) {
      return InputError({file_, line_}, fmt::format("the head '{}' is not a number", fields[6]),
                        "write the number of a word, 0 for the root, or _");
    }
    Word word{{}, *head, {}};
    AppendFactor(fields[1], word.factors);
    word.factors += '|';
    AppendFactor(fields[2] == "_" ? fields[1] : fields[2], word.factors);
    word.factors += '|';
    AppendFactor(FeatureOf(fields[4]).empty() ? FeatureOf(fields[3]) : fields[4], word.factors);
    AppendFactor(FeatureOf(fields[7]), word.relation);
    if (words_.size() < token_end_) {
      word.relation += '|';
      word.relation += std::exchange(token_form_, {});
    }
    if (columns_ > kColumns) {
      if (words_.size() >= token_end_) word.relation += "|=";
      word.relation += '|';
      MTG_RETURN_IF_ERROR(AddRoles(std::span(fields).subspan(kColumns), word.relation));
    }
    words_.push_back(std::move(word));
    return OkStatus();
  }

  // Appends the word's roles, from its predicate and the argument columns.
  Status AddRoles(std::span<const std::string_view> fields, std::string& out) {
    if (words_.empty()) open_roles_.assign(fields.size() - 1, {});
    const bool predicate = fields[0] != "_" && fields[0] != "-";
    std::string roles;
    for (size_t k = 0; k < open_roles_.size(); ++k) {
      std::vector<std::string> labels;
      MTG_RETURN_IF_ERROR(ReadRoles(fields[k + 1], open_roles_[k], labels));
      if (labels.empty() && predicate && k == predicates_) labels.emplace_back("V");
      for (const std::string& label : labels) {
        roles +=
            fmt::format("{}{}:{}", roles.empty() ? "" : ",", predicates_before_ + k + 1, label);
      }
    }
    predicates_ += predicate ? 1 : 0;
    AppendFactor(roles, out);
    return OkStatus();
  }

  // Reads one cell, like "(A0*", "*)" or "A0": sets `labels` to the word's labels. `open` contains
  // the labels of open brackets.
  Status ReadRoles(std::string_view cell, std::vector<std::string>& open,
                   std::vector<std::string>& labels) const {
    constexpr std::string_view kMarks = "(*)";
    labels = open;
    if (cell.find_first_of(kMarks) == std::string_view::npos) {
      if (cell != "_" && cell != "-") labels.emplace_back(cell);
      return OkStatus();
    }
    for (size_t at = 0; at < cell.size();) {
      const char mark = cell[at++];
      if (mark == '(') {
        const size_t end = std::min(cell.find_first_of(kMarks, at), cell.size());
        labels.push_back(open.emplace_back(cell.substr(at, end - at)));
        at = end;
      } else if (mark == ')') {
        if (open.empty()) {
          return InputError({file_, line_},
                            fmt::format("'{}' closes a bracket that is not open", cell),
                            "open it at the first word of the argument, as in (A0*");
        }
        open.pop_back();
      }
    }
    return OkStatus();
  }

  // Adds a multiword token, like "3-4".
  Status AddToken(std::string_view range, std::string_view form) {
    const size_t dash = range.find('-');
    const std::optional<uint32_t> first = ReadNumber(range.substr(0, dash));
    const std::optional<uint32_t> last = ReadNumber(range.substr(dash + 1));
    if (first != words_.size() + 1 || !last || *last < *first) {
      return InputError(
          {file_, line_},
          fmt::format("found the multiword token {}, expected word {}", range, words_.size() + 1),
          "put a multiword token before its first word");
    }
    token_end_ = *last;
    token_form_.clear();
    AppendFactor(form, token_form_);
    return OkStatus();
  }

  Status EndSentence() {
    if (!open_) return OkStatus();
    for (const std::vector<std::string>& roles : open_roles_) {
      if (roles.empty()) continue;
      return InputError({file_, line_},
                        fmt::format("the sentence ends within '({}*'", roles.back()),
                        "close it at the last word of the argument, as in *)");
    }
    const bool goes_on = !texts_.empty() && !id_.empty() && id_ == last_id_;
    if (!goes_on) {
      texts_.emplace_back();
      lines_.push_back(first_line_);
      words_before_ = 0;
      predicates_before_ = 0;
    }
    std::string& text = texts_.back();
    for (const Word& word : words_) {
      const bool known = word.head > 0 && word.head <= words_.size();
      const uint32_t head = known ? word.head + words_before_ : 0;
      text += fmt::format("{}{}|{}|{}", text.empty() ? "" : " ", word.factors, head, word.relation);
    }
    words_before_ += static_cast<uint32_t>(words_.size());
    last_id_ = std::exchange(id_, {});
    predicates_before_ += open_roles_.size();
    predicates_ = 0;
    open_roles_.clear();
    words_.clear();
    token_end_ = 0;
    open_ = false;
    return OkStatus();
  }

  std::string file_;
  uint64_t line_ = 0;
  std::vector<std::string> texts_;
  std::vector<uint64_t> lines_;
  // State of the current sentence and the segment before it.
  bool open_ = false;
  uint64_t first_line_ = 0;
  std::string id_, last_id_;
  size_t columns_ = kColumns;
  std::vector<Word> words_;
  // [predicate of the sentence], labels with open brackets; then the number of predicates so far in
  // the sentence, and in the segment before it.
  std::vector<std::vector<std::string>> open_roles_;
  size_t predicates_ = 0, predicates_before_ = 0;
  size_t token_end_ = 0;    // number of words up to the end of the last multiword token
  std::string token_form_;  // its form, until its first word gets it
  uint32_t words_before_ = 0;
};

// Checks the first line after the comments; more of it may follow unless it is `whole`. Without a
// comment before it, a line with more than ten columns is a table of another kind.
Detected DetectWord(std::string_view line, bool whole, bool commented) {
  if (line.substr(0, line.find('\t')).find_first_not_of("0123456789-.") != std::string_view::npos) {
    return Detected::kNo;
  }
  if (!whole) return Detected::kNeedsMore;
  const auto tabs = static_cast<size_t>(std::count(line.begin(), line.end(), '\t'));
  const bool more = commented && tabs + 1 > kColumns;
  return more || tabs + 1 == kColumns ? Detected::kYes : Detected::kNo;
}

// Accepts comments that only this format has, followed by a line of ten or more columns whose first
// one is a number.
Detected DetectConllu(std::string_view head) {
  for (bool commented = false;; commented = true) {
    const size_t end = head.find('\n');
    const bool whole = end != std::string_view::npos;
    const std::string_view line = head.substr(0, end);
    const bool comment =
        std::any_of(std::begin(kComments), std::end(kComments), [&](std::string_view known) {
          return line.starts_with(known) || (!whole && known.starts_with(line));
        });
    if (!comment) return DetectWord(line, whole, commented);
    if (!whole) return Detected::kNeedsMore;
    head.remove_prefix(end + 1);
  }
}

Result<std::vector<Column>> OpenConllu(std::unique_ptr<Source> source, Role,
                                       const OpenOptions& options) {
  MTG_ASSIGN_OR_RETURN(const std::string bytes, ReadWhole(*source, kConlluMostBytes, options));
  ConlluReader reader(source->name());
  MTG_RETURN_IF_ERROR(reader.Read(bytes));
  std::vector<Column> columns(1);
  columns.front().source = TableSource(reader.Take());
  return columns;
}

constexpr std::string_view kConlluSuffixes[] = {".conllu", ".conllup"};

}  // namespace

extern const FormatRow kFormatConllu;
const FormatRow kFormatConllu = {
    "conllu",
    "annotated sentences in CoNLL-U, read as factored text: word|lemma|tag|head|relation",
    kConlluSuffixes,
    DetectConllu,
    OpenConllu,
};

}  // namespace mtgauge
