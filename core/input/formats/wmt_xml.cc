// WMT's XML of 2021 and later: <dataset> of <doc id> of <src>, <ref translator>, <hyp system>, each
// with <seg id>.
//
// Reads it as sacreBLEU and WMT's own tools do: documents marked `testsuite` are skipped; the
// source defines a document's segments; a reference without a translator gets the translator of the
// corresponding source; and segments without text in any reference are left out. Text is the same
// as in the plain files that WMT derives: only a run of white space that contains a line feed
// becomes a space, or is removed at the ends of a segment.
//
// libxml2 parses the file in pieces, through its SAX interface: unlike its reader interface, this
// gives correct line numbers beyond 65,535 and builds no nodes. Document types are refused, and
// with them all entity declarations: nothing can be expanded, and no other file is ever read.
#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/input/formats/first_tag.h"
#include "core/input/formats/format.h"
#include "core/input/formats/xml_encoding.h"
#include "core/input/group_values.h"

namespace mtgauge {
namespace {

constexpr uint32_t kBlockBytes = 256 << 10;
// WMT's files need six levels.
constexpr int kDeepest = 64;
// A missing segment costs memory in every reference, so the number of columns is limited.
constexpr size_t kMostColumns = 1000;

std::string_view Name(const xmlChar* text) {
  return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}

// Replaces runs of white space that contain a line feed with a space, or with nothing at the ends.
std::string JoinLines(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    constexpr std::string_view kSpaces = " \t\r\n";
    const size_t spaces = std::min(text.find_first_of(kSpaces, at), text.size());
    const size_t end = std::min(text.find_first_not_of(kSpaces, spaces), text.size());
    const std::string_view run = text.substr(spaces, end - spaces);
    out += text.substr(at, spaces - at);
    if (run.find('\n') == run.npos) {
      out += run;
    } else if (spaces > 0 && end < text.size()) {
      out += ' ';
    }
    at = end;
  }
  return out;
}

// The attributes of an element, as libxml2 passes them.
class Attributes {
 public:
  Attributes(const xmlChar** fields, int count) : fields_(fields), count_(count) {}

  bool Has(std::string_view name) const { return Find(name) != nullptr; }
  // Returns an empty string if there is none.
  std::string Get(std::string_view name) const {
    const xmlChar** const found = Find(name);
    if (found == nullptr) return "";
    const auto* const begin = reinterpret_cast<const char*>(found[3]);
    std::string_view rest(begin, static_cast<size_t>(found[4] - found[3]));
    // If entities are not expanded, libxml2 writes every '&' of a value like this.
    constexpr std::string_view kAmpersand = "&#38;";
    std::string value;
    for (size_t at = rest.find(kAmpersand); at != rest.npos; at = rest.find(kAmpersand)) {
      value.append(rest.substr(0, at)) += '&';
      rest.remove_prefix(at + kAmpersand.size());
    }
    return value.append(rest);
  }
  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (int i = 0; i < count_; ++i) names.emplace_back(Name(fields_[i * kFields]));
    return names;
  }

 private:
  // local name, prefix, URI, begin and end of the value
  static constexpr int kFields = 5;
  const xmlChar** Find(std::string_view name) const {
    for (int i = 0; i < count_; ++i) {
      if (Name(fields_[i * kFields]) == name) return fields_ + i * kFields;
    }
    return nullptr;
  }
  const xmlChar** fields_;
  int count_;
};

// Strings that keep their addresses.
class Texts {
 public:
  std::string_view Keep(std::string text) {
    bytes_ += text.size();
    return texts_.emplace_back(std::move(text));
  }
  uint64_t bytes() const { return bytes_; }

 private:
  std::deque<std::string> texts_;
  uint64_t bytes_ = 0;
};

enum class Kind { kSource, kReference, kSystem };

// One <src>, <ref> or <hyp> of the open document.
struct Version {
  Kind kind;
  std::string name;
  std::string tag;
  uint64_t line;
  std::vector<Segment> segments;
  std::string language = {};  // empty if not given
};

// The open document.
struct Document {
  std::string_view id;
  uint64_t line = 0;
  // For OpenOptions::by: the value of each field as the attributes give it, and their combination.
  std::vector<std::string_view> values = {};
  std::string_view group = {};
};

// Collects documents into one table for each translator or system.
class Gatherer {
 public:
  Gatherer(std::string file, Role role, std::string_view by)
      : file_(std::move(file)),
        by_(SplitFields(by)),
        wanted_(role == Role::kReference ? Kind::kReference
                : role == Role::kSystem  ? Kind::kSystem
                                         : Kind::kSource),
        texts_(std::make_shared<Texts>()) {}

  Kind wanted() const { return wanted_; }
  Texts& texts() { return *texts_; }

  // Returns the value of each field in the attributes of a document; empty if not given.
  std::vector<std::string_view> ValuesOf(const std::vector<std::string>& attributes,
                                         const auto& value_of) {
    fields_.insert(attributes.begin(), attributes.end());
    std::vector<std::string_view> values;
    for (const std::string& field : by_) {
      const std::string name = IsDocumentField(field) ? "id" : FindField(attributes, field);
      values.push_back(name.empty() ? std::string_view() : texts_->Keep(value_of(name)));
    }
    return values;
  }

  Status AddDocument(Document document, std::vector<Version> versions) {
    MTG_RETURN_IF_ERROR(NameReferences(versions));
    const std::string_view languages = LanguagesOf(versions);
    document.values.resize(by_.size());
    for (size_t f = 0; f < by_.size(); ++f) {
      if (document.values[f].empty() && IsLanguageField(by_[f])) document.values[f] = languages;
    }
    const auto& values = document.values;
    const bool told = std::none_of(values.begin(), values.end(),
                                   [](std::string_view value) { return value.empty(); });
    if (told && !values.empty()) document.group = texts_->Keep(JoinValues(values));
    AddUnits(document, versions);
    if (unit_of_id_.empty()) {
      return InputError({file_, document.line},
                        fmt::format("no segment in document '{}'", document.id),
                        "complete the file");
    }
    bool first_source = true;
    for (Version& version : versions) {
      if (version.kind == Kind::kSource) {
        if (wanted_ != Kind::kSource || !std::exchange(first_source, false)) continue;
        version.name.clear();  // that of a translator
      }
      MTG_RETURN_IF_ERROR(AddVersion(document, version));
    }
    return OkStatus();
  }

  Result<std::vector<Column>> Finish() {
    if (columns_.empty()) return NothingError();
    std::vector<Column> columns;
    for (Named& named : columns_) {
      Column& column = columns.emplace_back();
      column.name = named.name;
      column.table = SegmentTable{file_, std::move(named.name), SegmentsOf(named), texts_};
      column.fields = Fields();
      if (column.table->segments.empty()) return NothingError();
    }
    return columns;
  }

 private:
  // A segment of the source.
  struct Unit {
    Segment missing;  // placeholder if the reference is missing
    bool has_reference = false;
  };
  struct Named {
    std::string name;
    std::vector<std::pair<size_t, Segment>> segments;  // by ascending unit
  };

  std::vector<Segment> SegmentsOf(const Named& named) const {
    std::vector<Segment> segments;
    auto next = named.segments.begin();
    for (size_t u = 0; u < units_.size(); ++u) {
      const bool there = next != named.segments.end() && next->first == u;
      const Segment& segment = there ? next++->second : units_[u].missing;
      if (any_reference_ && !units_[u].has_reference) continue;
      if (there || wanted_ == Kind::kReference) segments.push_back(segment);
    }
    return segments;
  }

  std::vector<std::string> Fields() const {
    std::set<std::string> fields = fields_;
    fields.erase("id");
    fields.insert("doc");
    if (tells_language_) fields.insert("lang");
    return {fields.begin(), fields.end()};
  }

  // Returns "en-de", or only the target's language; empty if the versions do not give it.
  std::string_view LanguagesOf(const std::vector<Version>& versions) {
    std::string source, target;
    for (const Version& version : versions) {
      std::string& language = version.kind == Kind::kSource ? source : target;
      if (language.empty()) language = version.language;
    }
    if (target.empty()) return {};
    tells_language_ = true;
    return texts_->Keep(source.empty() ? target : source + '-' + target);
  }

  // In some files the translator is given on the source: the first source's for the first
  // reference, and so on.
  Status NameReferences(std::vector<Version>& versions) const {
    std::vector<std::string> of_sources;
    for (const Version& version : versions) {
      if (version.kind == Kind::kSource) of_sources.push_back(version.name);
    }
    size_t reference = 0;
    for (Version& version : versions) {
      if (version.kind != Kind::kReference) continue;
      if (version.name.empty() && reference < of_sources.size()) {
        version.name = of_sources[reference];
      }
      ++reference;
    }
    absl::flat_hash_map<std::pair<Kind, std::string_view>, uint64_t> lines;
    for (const Version& version : versions) {
      if (version.kind == Kind::kSource) continue;
      const auto [first, is_new] = lines.try_emplace({version.kind, version.name}, version.line);
      if (is_new) continue;
      return InputError({file_, version.line},
                        fmt::format("the <{}> of '{}' is already on line {}", version.tag,
                                    version.name, first->second),
                        "remove one");
    }
    return OkStatus();
  }

  // Adds the segments of the document: those of its sources, or without a source those of the first
  // version.
  void AddUnits(const Document& document, const std::vector<Version>& versions) {
    unit_of_id_.clear();
    const bool has_source = std::any_of(versions.begin(), versions.end(),
                                        [](const Version& v) { return v.kind == Kind::kSource; });
    for (const Version& version : versions) {
      if (version.kind != Kind::kSource && (has_source || &version != &versions.front())) continue;
      for (const Segment& segment : version.segments) {
        if (!unit_of_id_.try_emplace(segment.id, units_.size()).second) continue;
        units_.push_back(
            {{{}, segment.id, document.id, segment.line, true, document.group}, false});
      }
    }
  }

  Status AddVersion(const Document& document, const Version& version) {
    any_reference_ |= version.kind == Kind::kReference;
    std::vector<std::pair<size_t, Segment>> segments;
    for (Segment segment : version.segments) {
      const auto unit = unit_of_id_.find(segment.id);
      if (unit == unit_of_id_.end()) {
        return InputError(
            {file_, segment.line},
            fmt::format("the source of document '{}' has no segment '{}'", document.id, segment.id),
            "use the same ids everywhere");
      }
      const bool has_text = !std::exchange(segment.missing, false);
      units_[unit->second].has_reference |= version.kind == Kind::kReference && has_text;
      segment.document = document.id;
      segment.group = document.group;
      segments.emplace_back(unit->second, segment);
    }
    if (version.kind != wanted_) return OkStatus();
    std::sort(segments.begin(), segments.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    const auto [place, is_new] = column_of_name_.try_emplace(version.name, columns_.size());
    if (is_new) columns_.push_back({version.name, {}});
    if (columns_.size() > kMostColumns) {
      return InputError({file_, version.line},
                        fmt::format("more than {} of <{}>", kMostColumns, version.tag),
                        "split the file");
    }
    std::vector<std::pair<size_t, Segment>>& column = columns_[place->second].segments;
    column.insert(column.end(), segments.begin(), segments.end());
    return OkStatus();
  }

  Status NothingError() const {
    switch (wanted_) {
      case Kind::kReference:
        return InputError({file_}, "there is no <ref> with text",
                          "name a file with references first");
      case Kind::kSystem:
        return InputError({file_}, "there is no <hyp> with text",
                          "name a file with outputs after `input`");
      case Kind::kSource:
        break;
    }
    return InputError({file_}, "there is no <src> with text", "name a file with sources");
  }

  std::string file_;
  std::vector<std::string> by_;  // fields
  Kind wanted_;
  std::shared_ptr<Texts> texts_;
  std::vector<Unit> units_;     // of all documents
  std::vector<Named> columns_;  // by first appearance
  absl::flat_hash_map<std::string, size_t> column_of_name_;
  bool any_reference_ = false;
  std::set<std::string> fields_;  // attributes of documents
  bool tells_language_ = false;
  absl::flat_hash_map<std::string_view, size_t> unit_of_id_;  // of the latest document
};

// Handles the parser's events for one file.
class WmtReader {
 public:
  WmtReader(std::string name, Role role, const std::string& by)
      : name_(std::move(name)), gatherer_(name_, role, by) {}

  Result<std::vector<Column>> Read(Source& source, const OpenOptions& options) {
    MTG_RETURN_IF_ERROR(Parse(source, options));
    return gatherer_.Finish();
  }

 private:
  using Context = std::unique_ptr<xmlParserCtxt, decltype(&xmlFreeParserCtxt)>;

  Status Parse(Source& source, const OpenOptions& options) {
    const ThreadErrors errors(this);
    xmlSAXHandler handler = Handler();
    const Context context(xmlCreatePushParserCtxt(&handler, this, nullptr, 0, nullptr),
                          xmlFreeParserCtxt);
    if (context == nullptr) throw std::bad_alloc();
    context_ = context.get();
    xmlCtxtUseOptions(context_, XML_PARSE_NONET | XML_PARSE_IGNORE_ENC);
    for (Block block; !block.last; ++block.index) {
      if (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) {
        return CancelledError();
      }
      source.Read(kBlockBytes, block);
      MTG_RETURN_IF_ERROR(block.status);
      MTG_RETURN_IF_ERROR(Take({block.data.data(), block.bytes}, block.last));
    }
    return OkStatus();
  }

  // Blocks of a pipe may be short: the first bytes are kept until they tell the encoding.
  Status Take(std::string_view bytes, bool last) {
    if (knows_encoding_) return Decode(bytes, last);
    head_ += bytes;
    knows_encoding_ = last || XmlDecoder::IsEnough(head_);
    if (!knows_encoding_) return OkStatus();
    MTG_ASSIGN_OR_RETURN(decoder_, XmlDecoder::Of(head_, name_));
    return Decode(head_, last);
  }

  Status Decode(std::string_view bytes, bool last) {
    const std::string_view text = decoder_.Decode(bytes, last);
    xmlParseChunk(context_, text.data(), static_cast<int>(text.size()),
                  last && !decoder_.failed() ? 1 : 0);
    if (out_of_memory_) throw std::bad_alloc();
    MTG_RETURN_IF_ERROR(status_);
    if (!decoder_.failed()) return OkStatus();
    return NotWellFormed(decoder_.line(), "bytes that are invalid in the declared encoding");
  }

  // Buffers that cannot grow report this not to the parser but to the handler of the thread, which
  // prints it by default.
  class ThreadErrors {
   public:
    explicit ThreadErrors(WmtReader* reader)
        : handler_(xmlStructuredError), context_(xmlStructuredErrorContext) {
      xmlSetStructuredErrorFunc(reader, [](void* to, auto* error) {
        if (error->code == XML_ERR_NO_MEMORY) Of(to).out_of_memory_ = true;
      });
    }
    ~ThreadErrors() { xmlSetStructuredErrorFunc(context_, handler_); }
    ThreadErrors(const ThreadErrors&) = delete;
    ThreadErrors& operator=(const ThreadErrors&) = delete;

   private:
    xmlStructuredErrorFunc handler_;
    void* context_;
  };

  static WmtReader& Of(void* reader) { return *static_cast<WmtReader*>(reader); }

  static xmlSAXHandler Handler() {
    xmlSAXHandler handler;
    std::memset(&handler, 0, sizeof handler);
    handler.initialized = XML_SAX2_MAGIC;
    handler.internalSubset = [](void* reader, const xmlChar*, const xmlChar*, const xmlChar*) {
      Of(reader).Guarded([&] { return Of(reader).OnDocumentType(); });
    };
    handler.startElementNs = [](void* reader, const xmlChar* name, const xmlChar*, const xmlChar*,
                                int, const xmlChar**, int count, int, const xmlChar** attributes) {
      Of(reader).Guarded(
          [&] { return Of(reader).OnStart(Name(name), Attributes(attributes, count)); });
    };
    handler.endElementNs = [](void* reader, const xmlChar* name, const xmlChar*, const xmlChar*) {
      Of(reader).Guarded([&] { return Of(reader).OnEnd(Name(name)); });
    };
    handler.characters = [](void* reader, const xmlChar* text, int bytes) {
      Of(reader).Guarded([&] {
        return Of(reader).OnText({reinterpret_cast<const char*>(text), static_cast<size_t>(bytes)});
      });
    };
    handler.ignorableWhitespace = handler.characters;
    handler.cdataBlock = handler.characters;
    handler.serror = [](void* reader, auto* error) {
      Of(reader).Guarded([&] { return Of(reader).OnError(*error); });
    };
    return handler;
  }

  // Runs a callback. The first failure is kept and ends the parsing. No exception may pass through
  // libxml2, which is written in C.
  template <typename Act>
  void Guarded(const Act& act) {
    if (!status_.ok() || out_of_memory_) return;
    try {
      status_ = act();
    } catch (const std::bad_alloc&) {
      out_of_memory_ = true;
    }
    if (!status_.ok() || out_of_memory_) xmlStopParser(context_);
  }

  Status OnDocumentType() {
    return Error("a document type is not allowed, since it could declare entities",
                 "remove <!DOCTYPE ...>");
  }

  Status OnError(const xmlError& error) {
    if (error.level < XML_ERR_FATAL) return OkStatus();
    if (error.code == XML_ERR_NO_MEMORY) throw std::bad_alloc();
    if (error.code == XML_ERR_DOCUMENT_EMPTY || error.code == XML_ERR_DOCUMENT_END) {
      if (depth_ > 0) return Error("the file ends inside an element", "get the complete file");
      if (!has_root_)
        return Error("this is not XML", "if this is plain text, rename it to end in .txt");
    }
    std::string message = error.message == nullptr ? "unknown error" : error.message;
    message.resize(std::min(message.find('\n'), message.size()));
    return NotWellFormed(Line(), message);
  }

  Status OnStart(std::string_view name, const Attributes& attributes) {
    if (++depth_ > kDeepest) {
      return Error(fmt::format("elements are nested more than {} deep", kDeepest), "flatten them");
    }
    if (depth_ == 1) return OnRoot(name);
    if (in_segment_) {
      return Error(fmt::format("a <{}> inside a <seg>, which may hold only text", name),
                   "remove it");
    }
    if (name == "doc") return OnDocument(attributes);
    if (name == "seg") return OnSegment(attributes);
    const Kind kind = name == "src"   ? Kind::kSource
                      : name == "ref" ? Kind::kReference
                                      : Kind::kSystem;
    if (kind == Kind::kSystem && name != "hyp") return OkStatus();
    if (!in_document_) return Error(fmt::format("a <{}> outside <doc>", name), "complete the file");
    if (in_version_) {
      return Error(fmt::format("a <{}> within a <{}>", name, versions_.back().tag),
                   "close that first");
    }
    in_version_ = true;
    versions_.push_back({kind,
                         attributes.Get(kind == Kind::kSystem ? "system" : "translator"),
                         std::string(name),
                         Line(),
                         {},
                         attributes.Get(attributes.Has("lang") ? "lang" : "language")});
    return OkStatus();
  }

  Status OnRoot(std::string_view name) {
    has_root_ = true;
    if (name == "dataset") return OkStatus();
    return Error(fmt::format("found a <{}>, expected WMT's <dataset>", name),
                 "if this is plain text, rename it to end in .txt");
  }

  Status OnDocument(const Attributes& attributes) {
    if (in_document_) return Error("a <doc> inside a <doc>", "close that first");
    in_document_ = true;
    document_ = {{}, Line()};
    in_testsuite_ = attributes.Has("testsuite");
    if (in_testsuite_) return OkStatus();
    if (attributes.Get("id").empty()) return Error("<doc> has no id", "add an id to every <doc>");
    document_.id = gatherer_.texts().Keep(attributes.Get("id"));
    document_.values = gatherer_.ValuesOf(
        attributes.Names(), [&](std::string_view name) { return attributes.Get(name); });
    const auto [first, is_new] = documents_.try_emplace(document_.id, document_.line);
    if (is_new) return OkStatus();
    return Error(
        fmt::format("the document '{}' is already on line {}", document_.id, first->second),
        "remove one");
  }

  Status OnSegment(const Attributes& attributes) {
    if (!in_version_) return Error("a <seg> outside <src>, <ref> and <hyp>", "complete the file");
    in_segment_ = true;
    text_.clear();
    if (in_testsuite_) return OkStatus();
    Segment segment;
    segment.line = Line();
    segment.id = gatherer_.texts().Keep(attributes.Get("id"));
    if (segment.id.empty()) return Error("<seg> has no id", "add an id to every <seg>");
    const auto [first, is_new] = ids_.try_emplace(segment.id, segment.line);
    if (!is_new) {
      return Error(fmt::format("the segment '{}' of document '{}' is already on line {}",
                               segment.id, document_.id, first->second),
                   "give each a different id");
    }
    versions_.back().segments.push_back(segment);
    return OkStatus();
  }

  Status OnText(std::string_view text) {
    if (in_segment_ && !in_testsuite_) text_ += text;
    return OkStatus();
  }

  Status OnEnd(std::string_view name) {
    --depth_;
    if (in_segment_) return EndSegment();
    if (in_version_ && name == versions_.back().tag) {
      in_version_ = false;
      ids_.clear();
    } else if (name == "doc") {
      in_document_ = false;
      std::vector<Version> versions = std::exchange(versions_, {});
      if (in_testsuite_) return OkStatus();
      return gatherer_.AddDocument(document_, std::move(versions));
    }
    return OkStatus();
  }

  // Offsets in a stream have 32 bits, so the text is limited to 4 GiB.
  Status EndSegment() {
    in_segment_ = false;
    if (in_testsuite_) return OkStatus();
    Segment& segment = versions_.back().segments.back();
    segment.missing = text_.empty();
    if (versions_.back().kind != gatherer_.wanted()) return OkStatus();
    segment.text = gatherer_.texts().Keep(JoinLines(text_));
    if (gatherer_.texts().bytes() <= UINT32_MAX) return OkStatus();
    return Error("more than 4 GiB of text, too much for a format that is read as a whole",
                 "split the file");
  }

  uint64_t Line() const { return static_cast<uint64_t>(xmlSAX2GetLineNumber(context_)); }

  Status Error(std::string what, std::string remedy) const {
    return InputError({name_, Line()}, std::move(what), std::move(remedy));
  }
  Status NotWellFormed(uint64_t line, const std::string& message) const {
    return InputError({name_, line}, fmt::format("not well-formed XML: {}", message),
                      "repair the file, or get an undamaged copy");
  }

  std::string name_;
  Gatherer gatherer_;
  std::string head_;  // until the encoding is known
  bool knows_encoding_ = false;
  XmlDecoder decoder_;
  xmlParserCtxt* context_ = nullptr;
  Status status_;
  bool out_of_memory_ = false;

  int depth_ = 0;
  bool has_root_ = false;
  bool in_document_ = false, in_testsuite_ = false, in_version_ = false, in_segment_ = false;
  Document document_;
  std::vector<Version> versions_;                              // of the open document
  std::string text_;                                           // of the open segment
  absl::flat_hash_map<std::string_view, uint64_t> documents_;  // to their lines
  absl::flat_hash_map<std::string_view, uint64_t> ids_;  // of the open version, to their lines
};

constexpr std::string_view kWmtXmlSuffixes[] = {".xml"};

Detected DetectWmtXml(std::string_view head) { return DetectFirstTag(head, {"dataset"}); }

Result<std::vector<Column>> OpenWmtXml(std::unique_ptr<Source> source, Role role,
                                       const OpenOptions& options) {
  xmlInitParser();
  return WmtReader(source->name(), role, options.by).Read(*source, options);
}

}  // namespace

extern const FormatRow kFormatWmtXml = {
    "wmt-xml",       "WMT's XML since 2021 (dataset, doc, src, ref, hyp): as sgml; read as a whole",
    kWmtXmlSuffixes, DetectWmtXml,
    OpenWmtXml,
};

}  // namespace mtgauge
