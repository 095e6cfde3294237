// Tokenizes a text batch by batch.
#include "mtgauge/tokenize.h"

#include <fmt/format.h>

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
#include "core/input/formats/files_of_set.h"
#include "core/input/formats/format.h"
#include "core/input/source.h"
#include "core/request/metrics.h"
#include "core/simd/kernels.h"
#include "core/text/casing.h"
#include "core/text/utf8.h"
#include "core/text/view.h"
#include "core/text/words/stemmer.h"
#include "parallel/score/scorer.h"

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
      : name_(std::move(name)),
        row_(tokenizer),
        tokenizer_(tokenizer.get()),
        lowercase_(lowercase),
        on_invalid_(on_invalid),
        words_(DefaultHash().function),
        stems_(DefaultHash().function) {
    if (stemmer != nullptr) stemmer_.emplace(*stemmer, DefaultHash().function);
  }

  // Sets `lines` to the tokenized lines of a batch with one stream, valid until the next call.
  Status Make(const Batch& batch, std::string_view& lines) {
    const Stream* stream = &batch.hyps.front();
    Stream mended;
    if (!IsValidUtf8({stream->text, stream->bytes})) {
      MTG_RETURN_IF_ERROR(Mend(*stream, batch.first, mended));
      stream = &mended;
    }
    cased_.Set(*stream, lowercase_);
    tokenizer_.CutStream(cased_.text(), cased_.bytes(), batch.segments, cased_.asides(), words_);
    if (words_.refused() != View::kNone) {
      const uint64_t segment = batch.first + words_.refused();
      return RefusalError({name_, segment + 1, segment}, words_.refusal(), row_.name);
    }
    if (stemmer_) stemmer_->StemView(words_, stems_);
    const View& view = stemmer_ ? stems_ : words_;
    size_t room = batch.segments + kShortToken;
    for (uint32_t i = 0; i < batch.segments; ++i) room += SpacedBytes(view.Segment(i).tokens);
    lines_.Grow(room, 0);
    char* to = lines_.data();
    for (uint32_t i = 0; i < batch.segments; ++i) {
      const Tokens tokens = view.Segment(i).tokens;
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

 private:
  // Replaces invalid UTF-8 in the stream, or returns an error with its position. A skipped line
  // becomes empty, so that line numbers do not change.
  Status Mend(const Stream& stream, uint64_t first_line, Stream& mended) const {
    std::string text;
    const std::string_view whole(stream.text, stream.bytes);
    uint64_t line_number = first_line;
    for (size_t at = 0; at < whole.size();) {
      const size_t end = whole.find('\n', at);
      const std::string_view line = whole.substr(at, end - at);
      ++line_number;
      const std::optional<size_t> invalid = FindInvalidUtf8(line);
      if (!invalid) {
        text += line;
      } else if (on_invalid_ == OnInvalid::kError) {
        return InputError({name_, line_number, line_number - 1},
                          fmt::format("invalid UTF-8 at byte {} of the line (0x{:02X})",
                                      *invalid + 1, static_cast<unsigned char>(line[*invalid])),
                          std::string(InvalidUtf8Remedy(line, line_number)));
      } else if (on_invalid_ == OnInvalid::kReplace) {
        text += ReplaceInvalidUtf8(line);
      }
      text += '\n';
      at = end + 1;
    }
    mended.bytes = static_cast<uint32_t>(text.size());
    text.append(kTextPadding, '\n');
    const auto owner = std::make_shared<const std::string>(std::move(text));
    mended.text = owner->data();
    mended.owner = owner;
    return OkStatus();
  }

  std::string name_;  // name of the text, for messages
  const TokenizerRow& row_;
  const Tokenizer& tokenizer_;
  bool lowercase_;
  OnInvalid on_invalid_;
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

// Opens the lines of a file or of a set of files, or the texts of a column.
Result<std::unique_ptr<Source>> OpenText(const TokenizeRequest& request) {
  OpenOptions options;
  options.stop = request.stop;
  const FileAndColumn path = SplitPath(request.input);
  if (path.column.empty()) options.input_format = kPlainText;
  if (path.column.empty() && !IsFileSet(path.file)) return OpenLines(request.input, options);
  MTG_ASSIGN_OR_RETURN(auto opened, OpenInputs({{request.input, Role::kSystem}}, options));
  return std::move(opened.front().front().source);
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
  return warnings;
}

}  // namespace mtgauge
