// mteval's SGML, which is not real SGML: srcset, refset and tstset with documents of segments, read
// as mteval-v13a.pl and mteval-v14.pl read them.
//
// As in mteval: tags may be in any case; unknown markup is skipped; comments are not recognized; a
// run of white space within a document becomes one space (also at the ends of a segment, where the
// international tokenization sees it); entities are left to the tokenizer; and segments are matched
// by document and id. Unlike mteval, which accepts them silently, this reader refuses two segments
// of a document with the same id (mteval keeps the last) and a segment without an end tag.
#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/input/formats/first_tag.h"
#include "core/input/formats/format.h"
#include "core/input/group_values.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

enum class Element { kNone, kSource, kReference, kTest, kDocument, kSegment };

struct ElementName {
  std::string_view name;  // in lower case
  Element element;
};
constexpr std::array<ElementName, 5> kElements = {{{"srcset", Element::kSource},
                                                   {"refset", Element::kReference},
                                                   {"tstset", Element::kTest},
                                                   {"doc", Element::kDocument},
                                                   {"seg", Element::kSegment}}};

bool IsSet(Element element) {
  return element == Element::kSource || element == Element::kReference || element == Element::kTest;
}

struct Tag {
  Element element = Element::kNone;
  bool closing = false;
  bool empty = false;           // <seg id="1"/>
  std::string_view attributes;  // the text after the name
  size_t begin = 0, end = 0;    // offset of '<', and offset after '>'
  uint64_t line = 0;
};

std::string Shown(const Tag& tag) {
  for (const ElementName& known : kElements) {
    if (known.element == tag.element) return fmt::format("<{}>", known.name);
  }
  return "";
}

// Calls visit(name, value) for each name="value", name='value' and name=value, until it returns
// true.
template <typename Visit>
void VisitAttributes(const Tag& tag, const Visit& visit) {
  std::string_view rest = tag.attributes;
  const auto skip = [&rest](auto stop) {
    size_t n = 0;
    while (n < rest.size() && !stop(rest[n])) ++n;
    const std::string_view skipped = rest.substr(0, n);
    rest.remove_prefix(n);
    return skipped;
  };
  const auto is_more = [](char c) { return !IsAsciiSpace(c); };
  while (!rest.empty()) {
    skip(is_more);
    const std::string_view name = skip([](char c) { return IsAsciiSpace(c) || c == '='; });
    skip(is_more);
    std::string_view value;
    if (rest.starts_with('=')) {
      rest.remove_prefix(1);
      skip(is_more);
      const char quote = rest.starts_with('"') || rest.starts_with('\'') ? rest.front() : '\0';
      if (quote != '\0') rest.remove_prefix(1);
      value = skip([&](char c) { return quote != '\0' ? c == quote : IsAsciiSpace(c); });
      if (quote != '\0' && !rest.empty()) rest.remove_prefix(1);
    }
    if (visit(name, value)) return;
  }
}

bool SameName(std::string_view name, std::string_view wanted) {
  return name.size() == wanted.size() && StartsWithLowered(name, wanted);
}

// Returns the value of an attribute; empty if there is none.
std::string_view Attribute(const Tag& tag, std::string_view wanted) {
  std::string_view found;
  VisitAttributes(tag, [&](std::string_view name, std::string_view value) {
    if (!SameName(name, wanted)) return false;
    found = value;
    return true;
  });
  return found;
}

std::string Lowered(std::string_view name) {
  std::string lowered(name);
  std::transform(lowered.begin(), lowered.end(), lowered.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lowered;
}

// Owns the data that the tables of a file point into.
struct SgmlOwner {
  std::string bytes;
  std::set<std::string> names;  // language pairs, and groups of several fields
};

// Reads one file into tables, one per system or reference.
class SgmlReader {
 public:
  // The owner's bytes are changed: segments are tidied in place.
  SgmlReader(std::string name, std::shared_ptr<SgmlOwner> owner, Role role, std::string_view by)
      : name_(std::move(name)),
        owner_(std::move(owner)),
        bytes_(&owner_->bytes),
        by_(SplitFields(by)),
        wanted_(role == Role::kReference ? Element::kReference
                : role == Role::kSystem  ? Element::kTest
                                         : Element::kSource) {}

  Result<std::vector<Column>> Read() {
    MTG_RETURN_IF_ERROR(ReadTags());
    if (tables_.empty()) return NothingError();
    std::vector<Column> columns;
    for (SegmentTable& table : tables_) {
      Column& column = columns.emplace_back();
      column.name = table.system;
      column.table = std::move(table);
      column.fields.assign(fields_.begin(), fields_.end());
    }
    return columns;
  }

 private:
  Status ReadTags() {
    size_t at = 0;
    for (;;) {
      MTG_ASSIGN_OR_RETURN(const Tag tag, NextTag(at));
      if (tag.element == Element::kNone) break;
      at = tag.end;
      MTG_RETURN_IF_ERROR(IsSet(tag.element)                  ? OnSet(tag)
                          : tag.element == Element::kDocument ? OnDocument(tag)
                                                              : OnSegment(tag));
    }
    if (segment_.element != Element::kNone) return UnclosedError(segment_);
    if (document_.element != Element::kNone) return UnclosedError(document_);
    if (set_.element != Element::kNone) return UnclosedError(set_);
    return OkStatus();
  }

  // Returns the next tag of a known element; kNone at the end.
  Result<Tag> NextTag(size_t at) {
    const std::string_view text = *bytes_;
    for (at = text.find('<', at); at != text.npos; at = text.find('<', at + 1)) {
      Tag tag;
      tag.begin = at;
      tag.closing = text.substr(at + 1).starts_with('/');
      const std::string_view rest = text.substr(at + (tag.closing ? 2 : 1));
      for (const ElementName& known : kElements) {
        if (!StartsWithWord(rest, known.name)) continue;
        tag.element = known.element;
        tag.line = LineOf(at);
        const size_t end = rest.find('>');
        if (end == rest.npos) return Error(tag, Shown(tag) + " has no '>'", "complete the file");
        tag.end = static_cast<size_t>(rest.data() - text.data()) + end + 1;
        tag.attributes = rest.substr(known.name.size(), end - known.name.size());
        tag.empty = !tag.closing && tag.attributes.ends_with('/');
        if (tag.empty) tag.attributes.remove_suffix(1);
        return tag;
      }
    }
    return Tag();
  }

  Status OnSet(const Tag& tag) {
    for (const Tag* open : {&segment_, &document_}) {
      if (open->element != Element::kNone) return UnclosedError(*open);
    }
    if (tag.closing) {
      if (set_.element != tag.element) return StrayError(tag);
      set_ = Tag();
      return OkStatus();
    }
    if (set_.element != Element::kNone) return UnclosedError(set_);
    set_ = tag;
    seen_.push_back(tag.element);
    return OkStatus();
  }

  Status OnDocument(const Tag& tag) {
    if (segment_.element != Element::kNone) {
      // mteval takes an opening tag as text of the segment.
      return tag.closing ? UnclosedError(segment_) : OkStatus();
    }
    if (tag.closing) {
      if (document_.element == Element::kNone) return StrayError(tag);
      return EndDocument();
    }
    if (document_.element != Element::kNone) return UnclosedError(document_);
    if (set_.element == Element::kNone) {
      return Error(tag, "a <doc> outside <refset> and <tstset>", "complete the file");
    }
    document_ = tag;
    if (set_.element != wanted_) return OkStatus();
    return BeginDocument();
  }

  Status BeginDocument() {
    document_id_ = Attribute(document_, "docid");
    if (document_id_.empty())
      return Error(document_, "<doc> has no docid", "add docid to every <doc>");
    ids_.clear();
    FindGroup();
    std::string_view system;
    for (const Tag* tag : {&document_, &set_}) {
      for (const std::string_view name : {"sysid", "refid"}) {
        if (system.empty()) system = Attribute(*tag, name);
      }
    }
    const auto known = std::find_if(tables_.begin(), tables_.end(), [&](const SegmentTable& table) {
      return table.system == system;
    });
    table_ = static_cast<size_t>(known - tables_.begin());
    if (known == tables_.end()) tables_.push_back({name_, std::string(system), {}, owner_, true});
    const auto [first, is_new] = documents_.try_emplace({table_, document_id_}, document_.line);
    if (is_new) return OkStatus();
    return Error(document_,
                 fmt::format("the document '{}' of '{}' is already on line {}", document_id_,
                             system, first->second),
                 "remove one");
  }

  // Finds the metadata that the open document and its set give for their segments.
  void FindGroup() {
    fields_.insert("doc");
    for (const Tag* tag : {&document_, &set_}) {
      VisitAttributes(*tag, [&](std::string_view name, std::string_view) {
        if (!name.empty()) fields_.insert(Lowered(name));
        return false;
      });
    }
    const std::string_view languages = Languages();
    if (!languages.empty()) fields_.insert("lang");
    std::vector<std::string_view> values;
    for (const std::string& field : by_) {
      std::string_view& value = values.emplace_back();
      if (IsDocumentField(field)) value = document_id_;
      if (IsLanguageField(field)) value = languages;
      for (const Tag* tag : {&document_, &set_}) {
        if (value.empty()) value = Attribute(*tag, field);
      }
    }
    const bool all = std::none_of(values.begin(), values.end(),
                                  [](std::string_view value) { return value.empty(); });
    group_ = all && !values.empty() ? *owner_->names.insert(JoinValues(values)).first
                                    : std::string_view();
  }

  // Returns "en-de", or only the target's language; empty if it is not given.
  std::string_view Languages() {
    std::string_view source, target;
    for (const Tag* tag : {&document_, &set_}) {
      if (source.empty()) source = Attribute(*tag, "srclang");
      if (target.empty()) target = Attribute(*tag, "trglang");
    }
    if (source.empty() || target.empty()) return target;
    return *owner_->names.insert(fmt::format("{}-{}", source, target)).first;
  }

  Status EndDocument() {
    if (set_.element == wanted_ && ids_.empty()) {
      return Error(document_, fmt::format("no segment in document '{}'", document_id_),
                   "complete the file");
    }
    document_ = Tag();
    return OkStatus();
  }

  Status OnSegment(const Tag& tag) {
    if (!tag.closing) {
      if (segment_.element != Element::kNone) return UnclosedError(segment_);
      if (document_.element == Element::kNone) {
        return Error(tag, "a <seg> outside <doc>", "complete the file");
      }
      segment_ = tag;
      if (!tag.empty) return OkStatus();
    }
    if (segment_.element == Element::kNone) return StrayError(tag);
    const size_t end = tag.empty ? tag.end : tag.begin;
    Status status = set_.element == wanted_ ? Keep(end) : OkStatus();
    segment_ = Tag();
    return status;
  }

  // Keeps the open segment, whose text ends at `end`.
  Status Keep(size_t end) {
    Segment segment;
    segment.line = segment_.line;
    segment.id = Attribute(segment_, "id");
    segment.document = document_id_;
    segment.group = group_;
    if (segment.id.empty()) return Error(segment_, "<seg> has no id", "add an id to every <seg>");
    const auto [first, is_new] = ids_.try_emplace(segment.id, segment.line);
    if (!is_new) {
      return Error(segment_,
                   fmt::format("the segment '{}' of document '{}' is already on line {}",
                               segment.id, document_id_, first->second),
                   "give each a different id");
    }
    segment.text = JoinSpaces(segment_.end, end);
    tables_[table_].segments.push_back(segment);
    return OkStatus();
  }

  // Replaces every run of white space (Perl's \s in decoded text) with one space, in place.
  std::string_view JoinSpaces(size_t begin, size_t end) {
    char* const text = bytes_->data();
    const std::string_view whole(text, end);
    size_t to = begin;
    bool in_space = false;
    for (size_t at = begin; at < end;) {
      CodePoint point = {static_cast<uint8_t>(text[at]), 1};
      if (point.value >= 0x80) point = DecodeAt(whole, at);
      const bool is_space = point.value < 0x80 ? IsAsciiSpace(text[at])
                                               : point.value < kInvalidByte && IsSpace(point.value);
      if (!is_space) {
        to = static_cast<size_t>(std::copy_n(text + at, point.length, text + to) - text);
      } else if (!in_space) {
        text[to++] = ' ';
      }
      in_space = is_space;
      at += point.length;
    }
    return {text + begin, to - begin};
  }

  // Returns the line of a byte. Call it with ascending offsets, so that each line feed is counted
  // once, before the text around it is tidied.
  uint64_t LineOf(size_t at) {
    const auto begin = bytes_->begin();
    line_ += static_cast<uint64_t>(std::count(begin + static_cast<std::ptrdiff_t>(counted_),
                                              begin + static_cast<std::ptrdiff_t>(at), '\n'));
    counted_ = at;
    return line_;
  }

  Status Error(const Tag& tag, std::string what, std::string remedy) const {
    return InputError({name_, tag.line}, std::move(what), std::move(remedy));
  }
  Status UnclosedError(const Tag& tag) const {
    return Error(tag, fmt::format("{} has no end", Shown(tag)), "close it");
  }
  Status StrayError(const Tag& tag) const {
    return Error(tag, fmt::format("the end of a {} that has no beginning", Shown(tag)),
                 "complete the file");
  }
  Status NothingError() const {
    const auto has = [&](Element set) {
      return std::find(seen_.begin(), seen_.end(), set) != seen_.end();
    };
    const bool reference = wanted_ == Element::kReference;
    const std::string wanted = reference                   ? "<refset>"
                               : wanted_ == Element::kTest ? "<tstset>"
                                                           : "<srcset>";
    const Element other = reference ? Element::kTest : Element::kReference;
    if (has(wanted_)) return InputError({name_}, fmt::format("no document in the {}", wanted), "");
    if (has(other) && wanted_ != Element::kSource) {
      return InputError(
          {name_},
          fmt::format("found a {}, expected a {}", reference ? "<tstset>" : "<refset>", wanted),
          "reference files come first, outputs after `input`");
    }
    return InputError({name_}, fmt::format("no {}", wanted),
                      has(Element::kSource) ? "this file holds the source text"
                                            : "if this is plain text, rename it to end in .txt");
  }

  std::string name_;
  std::shared_ptr<SgmlOwner> owner_;
  std::string* bytes_;           // owned by owner_
  std::vector<std::string> by_;  // fields
  Element wanted_;
  std::vector<Element> seen_;  // sets
  std::vector<SegmentTable> tables_;
  Tag set_, document_, segment_;  // open tags; kNone if not open
  size_t table_ = 0;              // of the open document
  std::string_view document_id_;
  std::string_view group_;        // of the open document
  std::set<std::string> fields_;  // attributes of documents and their sets, in lower case
  absl::flat_hash_map<std::pair<size_t, std::string_view>, uint64_t> documents_;  // to their lines
  absl::flat_hash_map<std::string_view, uint64_t> ids_;  // of the open document, to their lines
  uint64_t line_ = 1;
  size_t counted_ = 0;
};

Detected Detect(std::string_view head) {
  return DetectFirstTag(head, {"srcset", "refset", "tstset", "mteval"});
}

Result<std::vector<Column>> OpenSgml(std::unique_ptr<Source> source, Role role,
                                     const OpenOptions& options) {
  if (source->name().ends_with(".xml")) {
    return InputError(
        {source->name()},
        "mteval decodes entities twice in files named .xml, which mtgauge does not support",
        "rename the file to .sgm to decode them once");
  }
  // A stream's offsets have 32 bits.
  auto owner = std::make_shared<SgmlOwner>();
  MTG_ASSIGN_OR_RETURN(owner->bytes, ReadWhole(*source, UINT32_MAX, options));
  return SgmlReader(source->name(), std::move(owner), role, options.by).Read();
}

constexpr std::string_view kSgmlSuffixes[] = {".sgm", ".sgml"};

}  // namespace

extern const FormatRow kFormatSgml = {
    "sgml",
    "mteval's SGML (refset, tstset): systems, documents and segments by name; read as a whole",
    kSgmlSuffixes,
    Detect,
    OpenSgml,
};

}  // namespace mtgauge
