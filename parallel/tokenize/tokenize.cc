// Tokenizes a text batch by batch.
#include "mtgauge/tokenize.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/buffer.h"
#include "core/base/suggest.h"
#include "core/input/batches.h"
#include "core/input/formats/format.h"
#include "core/input/source.h"
#include "core/request/metrics.h"
#include "core/score/checks/encoding.h"
#include "core/simd/kernels.h"
#include "core/text/batch.h"
#include "core/text/casing.h"
#include "core/text/view.h"
#include "core/text/words/stemmer.h"

namespace mtgauge {
namespace {

// Most tokens are short. Copying a fixed number of bytes is faster than copying as many as there
// are.
constexpr size_t kShortToken = 16;

// Returns the bytes of the tokens with a space after each.
size_t SpacedBytes(const Tokens& tokens) {
  size_t bytes = tokens.count;
  for (uint32_t t = 0; t < tokens.count; ++t) bytes += tokens.end[t] - tokens.begin[t];
  return bytes;
}

// Copies a token of a padded text and returns the end of the copy. There, kShortToken bytes may be
// overwritten.
char* CopyToken(std::string_view token, char* to) {
  static_assert(kShortToken <= kTextPadding);
  if (token.size() <= kShortToken) {
    std::memcpy(to, token.data(), kShortToken);
  } else {
    std::memcpy(to, token.data(), token.size());
  }
  return to + token.size();
}

// Tokenizes the batches of one text.
class TokenizedCopy {
 public:
  TokenizedCopy(std::string name, const TokenizerRow& tokenizer, bool lowercase,
                const StemmerRow* stemmer, OnInvalid on_invalid)
      : row_(tokenizer),
        tokenizer_(tokenizer.get()),
        lowercase_(lowercase),
        on_invalid_(on_invalid),
        words_(DefaultHash().function),
        stems_(DefaultHash().function) {
    names_.hyps = {std::move(name)};
    if (stemmer != nullptr) stemmer_.emplace(*stemmer, DefaultHash().function);
  }

  // Sets `lines` to the tokenized lines of a batch with one stream, valid until the next call. The
  // line of a skipped segment is empty, so that line numbers do not change.
  Status Make(Batch& batch, std::string_view& lines) {
    MTG_RETURN_IF_ERROR(Mend(batch));
    const Stream& stream = batch.hyps.front();
    cased_.Set(stream, lowercase_);
    tokenizer_.CutStream(cased_.text(), cased_.bytes(), batch.segments, cased_.asides(), words_);
    if (words_.refused() != View::kNone) {
      const uint32_t refused = words_.refused();
      return RefusalError(
          {names_.hyps.front(), batch.line_of(stream, refused), batch.index_of(refused)},
          words_.refusal(), row_.name);
    }
    if (stemmer_) stemmer_->StemView(words_, stems_);
    const View& view = stemmer_ ? stems_ : words_;
    size_t room = batch.segments + kShortToken;
    for (uint32_t i = 0; i < batch.segments; ++i) room += SpacedBytes(view.Segment(i).tokens);
    lines_.Grow(room, 0);
    char* to = lines_.data();
    for (uint32_t i = 0; i < batch.segments; ++i) {
      const Tokens tokens = batch.excluded_at(i) ? Tokens() : view.Segment(i).tokens;
      for (uint32_t t = 0; t < tokens.count; ++t) {
        to = CopyToken(tokens[t], to);
        *to++ = ' ';
      }
      if (tokens.count > 0) --to;
      *to++ = '\n';
    }
    lines = {lines_.data(), static_cast<size_t>(to - lines_.data())};
    return OkStatus();
  }

  const MendedSegments& mended() const { return mended_; }

 private:
  Status Mend(Batch& batch) {
    MTG_ASSIGN_OR_RETURN(const uint64_t replaced, MendEncoding(names_, on_invalid_, batch));
    mended_.segments += batch.segments;
    mended_.skipped += static_cast<uint64_t>(std::ranges::count(batch.excluded, 1));
    mended_.replaced += replaced;
    return OkStatus();
  }

  StreamNames names_;
  const TokenizerRow& row_;
  const Tokenizer& tokenizer_;
  bool lowercase_;
  OnInvalid on_invalid_;
  MendedSegments mended_;
  CasedText cased_;
  std::optional<Stemmer> stemmer_;
  View words_, stems_;
  Buffer<char> lines_;
};

// The options that determine the tokenizer.
struct Choice {
  explicit Choice(const TokenizeRequest& request) {
    metrics.tokenize = request.tokenize;
    texts.language_pair = request.language_pair;
  }
  MetricChoice metrics;
  TextInputs texts;
};

Result<std::unique_ptr<Source>> OpenText(const TokenizeRequest& request) {
  OpenOptions options;
  options.stop = request.stop;
  options.language_pair = request.language_pair;
  options.input_format = request.input_format;
  MTG_ASSIGN_OR_RETURN(auto opened, OpenInputs({{request.input, Role::kSystem}}, options));
  std::vector<OpenedColumn>& columns = opened.front();
  if (columns.size() == 1) return std::move(columns.front().source);
  const std::string& file = columns.front().source->name();
  std::vector<std::string> names;
  for (const OpenedColumn& column : columns) names.push_back(column.name);
  return UsageError({.file = file, .named = true},
                    fmt::format("{} holds {} systems", file, columns.size()),
                    fmt::format("choose one, as in FILE:NAME{}", KnownColumns(names)));
}

}  // namespace

Status CheckTokenize(const TokenizeRequest& request) {
  if (request.stem) {
    MTG_RETURN_IF_ERROR(CheckKnown("stem", *request.stem, NamesOfRows(Stemmers())));
  }
  const Choice choice(request);
  return ResolveTokenizer(choice.metrics, choice.texts).status();
}

Result<std::vector<Warning>> Tokenize(const TokenizeRequest& request,
                                      const std::function<Status(std::string_view lines)>& take) {
  MTG_RETURN_IF_ERROR(CheckTokenize(request));
  const Choice choice(request);
  MTG_ASSIGN_OR_RETURN(const TokenizerRow* tokenizer,
                       ResolveTokenizer(choice.metrics, choice.texts));
  MTG_ASSIGN_OR_RETURN(const std::unique_ptr<Source> source, OpenText(request));
  TokenizedCopy copy(source->name(), *tokenizer, request.lowercase,
                     request.stem ? FindStemmer(*request.stem) : nullptr, request.on_invalid);
  const auto write = [&](const std::unique_ptr<Batch>& batch) -> Status {
    std::string_view lines;
    MTG_RETURN_IF_ERROR(copy.Make(*batch, lines));
    return take(lines);
  };
  MTG_RETURN_IF_ERROR(ForEachBatch({source.get()}, 0, request.stop, write));
  std::vector<Warning> warnings = LanguageWarnings(choice.metrics, choice.texts);
  AddInputWarnings({source.get()}, warnings);
  AddInvalidTextWarnings(copy.mended(), warnings);
  return warnings;
}

}  // namespace mtgauge
