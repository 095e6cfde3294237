// Looks up terms: phrases are sorted, and those that begin like a text are a range that each byte
// of the text narrows.
#include "core/contract/terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <utility>

#include "core/base/printing.h"
#include "core/text/casing.h"
#include "core/text/folding.h"
#include "core/text/normalization.h"
#include "core/text/unicode.h"

namespace mtgauge {

void TermText::Set(const SegmentView& view, bool words) {
  tokens = view.tokens;
  text = view.text;
  if (!words) return;
  joined.clear();
  begins.clear();
  for (uint32_t i = 0; i < tokens.count; ++i) {
    begins.push_back(static_cast<uint32_t>(joined.size()));
    joined += ' ';
    joined += tokens[i];
  }
  joined += ' ';
  text = joined;
}

bool Term::IsTranslatedIn(const TermText& text) const {
  return std::any_of(forms.begin(), forms.end(), [&text](const std::string& form) {
    return text.text.find(form) != text.text.npos;
  });
}

PhraseFinder::PhraseFinder(std::vector<std::string> phrases) : phrases_(std::move(phrases)) {
  for (const std::string& phrase : phrases_) {
    ++begins_[static_cast<uint8_t>(phrase.front()) + size_t{1}];
  }
  for (size_t byte = 1; byte < begins_.size(); ++byte) begins_[byte] += begins_[byte - 1];
}

PhraseFinder::Range PhraseFinder::Narrow(Range range, size_t length, char next) const {
  const auto place = [this](size_t at) { return phrases_.begin() + static_cast<ptrdiff_t>(at); };
  const auto byte = static_cast<uint8_t>(next);
  const auto byte_of = [length](const std::string& phrase) {
    return static_cast<uint8_t>(phrase[length]);
  };
  const auto low = std::partition_point(place(range.low), place(range.high),
                                        [&](const auto& phrase) { return byte_of(phrase) < byte; });
  const auto high = std::partition_point(
      low, place(range.high), [&](const auto& phrase) { return byte_of(phrase) == byte; });
  return {static_cast<size_t>(low - phrases_.begin()),
          static_cast<size_t>(high - phrases_.begin())};
}

namespace {

// Brings a glossary's terms into the form in which they are looked up.
Result<std::vector<Term>> CutTerms(const Glossary& glossary, const ViewSpec& spec,
                                   HashFunction hash) {
  std::vector<std::string> lines;
  for (const GlossaryEntry& entry : glossary.entries) {
    lines.push_back(entry.term);
    lines.insert(lines.end(), entry.translations.begin(), entry.translations.end());
  }
  const Batch batch = MakeBatch({}, {lines});
  const Stream* stream = &batch.hyps.front();
  NormalizedText normalized;
  IgnoringText ignoring;
  CasedText cased;
  if (spec.normalize != NormalForm::kNone) stream = &normalized.Normalize(*stream, spec.normalize);
  if (spec.ignored != 0) stream = &ignoring.Remove(*stream, spec.ignored);
  cased.Set(*stream, spec.lowercase);
  View view(hash);
  if (spec.tokenizer != nullptr) {
    spec.tokenizer->get().CutStream(cased.text(), cased.bytes(), batch.segments, {}, view);
  } else {
    view.Reset(cased.text(), cased.bytes(), batch.segments);
    view.FindLines();
  }
  std::vector<Term> terms;
  uint32_t line = 0;
  for (const GlossaryEntry& entry : glossary.entries) {
    const ErrorPlace place = {glossary.path, entry.line};
    std::vector<std::string> cut;
    for (size_t i = 0; i <= entry.translations.size(); ++i, ++line) {
      if (view.refused() == line) {
        return RefusalError(place, view.refusal(), spec.tokenizer->name);
      }
      TermText text;
      text.Set(view.Segment(line), spec.tokenizer != nullptr);
      if (Trim(text.text).empty()) {
        return InputError(place, fmt::format("nothing of '{}' is left to look up", lines[line]),
                          "leave it out, or change tok, normalize or ignore");
      }
      cut.emplace_back(spec.tokenizer != nullptr ? text.text : Trim(text.text));
    }
    Term term{entry.term, entry.translations, std::move(cut.front()),
              {},         entry.segment,      entry.line};
    term.forms.assign(std::make_move_iterator(cut.begin() + 1), std::make_move_iterator(cut.end()));
    terms.push_back(std::move(term));
  }
  return terms;
}

}  // namespace

Result<Terms> Terms::Make(const Glossary& glossary, const ViewSpec& view, HashFunction hash) {
  MTG_ASSIGN_OR_RETURN(std::vector<Term> terms, CutTerms(glossary, view, hash));
  std::stable_sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) {
    return std::tie(a.phrase, a.segment) < std::tie(b.phrase, b.segment);
  });
  std::vector<uint32_t> ends;
  std::vector<std::string> phrases;
  for (size_t t = 0; t < terms.size(); ++t) {
    const bool known = t > 0 && terms[t - 1].phrase == terms[t].phrase;
    if (known && terms[t - 1].segment == terms[t].segment) {
      return InputError(
          {glossary.path, terms[t].line},
          fmt::format("the term '{}' stands in line {}, too", terms[t].name, terms[t - 1].line),
          "write all its translations into one line, with | between them");
    }
    if (!known) {
      phrases.push_back(terms[t].phrase);
      ends.push_back(0);
    }
    ends.back() = static_cast<uint32_t>(t + 1);
  }
  Terms made(std::move(terms), std::move(ends), std::move(phrases));
  made.words_ = view.tokenizer != nullptr;
  return made;
}

// Returns the phrase's term in a segment: its own, or else that of all segments; null if there is
// none.
const Term* Terms::TermIn(size_t phrase, uint64_t segment) const {
  const Term* const general = &terms_[BeginOf(phrase)];  // if there is one, it comes first
  const Term* const end = terms_.data() + ends_[phrase];
  const Term* const own = std::lower_bound(
      general, end, segment + 1, [](const Term& term, uint64_t of) { return term.segment < of; });
  if (own != end && own->segment == segment + 1) return own;
  return general->segment == 0 ? general : nullptr;
}

bool Terms::Find(const SegmentView& source, uint64_t segment, Scratch& work,
                 FoundTerms& out) const {
  constexpr uint32_t kNew = UINT32_MAX;
  out.found.clear();
  out.occurrences.clear();
  out.forms = 0;
  work.source.Set(source, words_);
  work.free_from.assign(ends_.size(), 0);
  work.index.assign(ends_.size(), kNew);
  const uint64_t steps = finder_.ForEach(work.source.text, [&](size_t at, size_t phrase) {
    if (at < work.free_from[phrase]) return;
    const Term* const term = TermIn(phrase, segment);
    if (term == nullptr) return;
    work.free_from[phrase] = at + term->phrase.size() - (words_ ? 1 : 0);
    uint32_t& index = work.index[phrase];
    if (index == kNew) {
      index = static_cast<uint32_t>(out.found.size());
      out.found.push_back({static_cast<uint32_t>(term - terms_.data()), 0, out.forms});
      out.forms += term->forms.size();
    }
    ++out.found[index].count;
    out.occurrences.push_back(index);
  });
  return steps <= kMostSteps;
}

Result<TermOptions> TermOptions::Read(const MetricOptions& given, const MetricContext& context,
                                      std::string_view match) {
  struct Match {
    std::string_view name;
  };
  static constexpr Match kMatches[] = {{"substring"}, {"word"}};
  TermOptions options;
  MetricOptions all = given;
  all.emplace("tok", "13a");
  all.emplace("lc", "yes");
  all.emplace(kTermMatchOption.name, match);
  MTG_ASSIGN_OR_RETURN(options.text, ReadTextOptions(all, context));
  MTG_ASSIGN_OR_RETURN(const Match* how,
                       ReadNamed(all, kTermMatchOption.name, std::span(kMatches)));
  options.words = how->name == "word";
  if (context.rows != nullptr) {
    options.digest = context.rows->Digest(kGlossaryOption.name);
    return options;
  }
  const auto file = given.find(kGlossaryOption.name);
  const char* const usual = std::getenv("MTGAUGE_GLOSSARY");
  if (file == given.end() && usual == nullptr) {
    return UsageError({.option = std::string(kGlossaryOption.name)}, "terms need a glossary",
                      "name its file by glossary=FILE or MTGAUGE_GLOSSARY");
  }
  MTG_ASSIGN_OR_RETURN(const Glossary glossary,
                       ReadGlossary(file == given.end() ? usual : file->second));
  options.digest = glossary.digest;
  ViewSpec view = options.View();
  view.normalize = context.form;
  view.ignored = context.ignored;
  MTG_ASSIGN_OR_RETURN(options.terms, Terms::Make(glossary, view, context.hash->function));
  return options;
}

std::string TermOptions::Beyond(uint64_t segments) const {
  if (!terms) return {};
  const auto& all = terms->all();
  const auto last = std::max_element(
      all.begin(), all.end(), [](const Term& a, const Term& b) { return a.segment < b.segment; });
  if (last == all.end() || last->segment <= segments) return {};
  return fmt::format(
      "line {} of the glossary is for segment {}, and the text has {}; check the third column",
      last->line, last->segment, Counted(segments, "segment"));
}

ViewSpec TermOptions::View() const {
  return words ? text.Words() : ViewSpec{text.lowercase, nullptr};
}

SignatureKeyList TermOptions::SignatureKeys(SignatureKeyList own) const {
  own.emplace_back(kTermMatchOption.name, words ? "word" : "substring");
  own.emplace_back(kGlossaryOption.name, digest);
  if (words) return TextSignatureKeys(text, own);
  own.emplace(own.begin(), "case", text.lowercase ? "lc" : "mixed");
  if (text.lowercase) own.emplace_back("lcunicode", kCaseUnicode);
  return own;
}

}  // namespace mtgauge
