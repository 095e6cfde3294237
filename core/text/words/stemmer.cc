// The table of stemmers, and views of stems.
#include "core/text/words/stemmer.h"

#include <fmt/format.h>
#include <libstemmer.h>

#include <bit>
#include <cstring>
#include <new>

#include "core/base/named.h"
#include "core/text/token_key.h"
#include "core/text/utf8.h"
#include "core/text/words/nltk_porter.h"

namespace mtgauge {
namespace {

// libstemmer does not report its version. A test compares its stems with those of this version.
constexpr std::string_view kSnowballVersion = "2.2.0";

}  // namespace

std::span<const StemmerRow> Stemmers() {
  static constexpr StemmerRow kRows[] = {
      {"ar", "arabic", "Arabic"},
      {"ca", "catalan", "Catalan"},
      {"da", "danish", "Danish"},
      {"de", "german", "German"},
      {"el", "greek", "Greek"},
      {"en", "english", "English: Snowball's own stemmer, also known as Porter2"},
      {"es", "spanish", "Spanish"},
      {"eu", "basque", "Basque"},
      {"fi", "finnish", "Finnish"},
      {"fr", "french", "French"},
      {"ga", "irish", "Irish"},
      {"hi", "hindi", "Hindi"},
      {"hu", "hungarian", "Hungarian"},
      {"hy", "armenian", "Armenian"},
      {"id", "indonesian", "Indonesian"},
      {"it", "italian", "Italian"},
      {"lt", "lithuanian", "Lithuanian"},
      {"ne", "nepali", "Nepali"},
      {"nl", "dutch", "Dutch"},
      {"no", "norwegian", "Norwegian"},
      {"porter", "porter", "English: Porter's original of 1980, as in older papers"},
      {"pt", "portuguese", "Portuguese"},
      {"ro", "romanian", "Romanian"},
      {"ru", "russian", "Russian"},
      {"sr", "serbian", "Serbian: Cyrillic becomes Latin"},
      {"sv", "swedish", "Swedish"},
      {"ta", "tamil", "Tamil"},
      {"tr", "turkish", "Turkish"},
      {"yi", "yiddish", "Yiddish"},
  };
  return kRows;
}

const StemmerRow* FindStemmer(std::string_view name) { return RowNamed(Stemmers(), name); }

const StemmerRow* FindMeteorStemmer(std::string_view language) {
  static constexpr StemmerRow kRows[] = {
      {"da-meteor", "danish", "Danish of METEOR 1.5", nullptr, &MeteorDanishStem},
      {"de-meteor", "german", "German of METEOR 1.5", nullptr, &MeteorGermanStem},
      {"fi-meteor", "finnish", "Finnish of METEOR 1.5", nullptr, &MeteorFinnishStem},
      {"fr-meteor", "french", "French of METEOR 1.5", nullptr, &MeteorFrenchStem},
      {"hu-meteor", "hungarian", "Hungarian of METEOR 1.5", nullptr, &MeteorHungarianStem},
      {"nl-meteor", "dutch", "Dutch of METEOR 1.5", nullptr, &MeteorDutchStem},
      {"pt-meteor", "portuguese", "Portuguese of METEOR 1.5", nullptr, &MeteorPortugueseStem},
      {"ru-meteor", "russian", "Russian of METEOR 1.5", nullptr, &MeteorRussianStem},
  };
  for (const StemmerRow& one : kRows) {
    if (one.name.substr(0, one.name.find('-')) == language) return &one;
  }
  return FindStemmer(language);
}

const StemmerRow& NltkStemmer() {
  static constexpr StemmerRow kRow = {.name = "porter",
                                      .algorithm = nullptr,
                                      .help = "Porter as NLTK has it",
                                      .own = &NltkPorterStem,
                                      .tool = kNltkStemmer};
  return kRow;
}

const StemmerRow& RougeStemmer() {
  static constexpr StemmerRow kRow = {.name = "porter",
                                      .algorithm = nullptr,
                                      .help = "NLTK's Porter, of words of four letters",
                                      .own = &RougeStem,
                                      .tool = kNltkStemmer};
  return kRow;
}

const StemmerRow& Rouge155Stemmer() {
  static constexpr StemmerRow kRow = {.name = "porter",
                                      .algorithm = nullptr,
                                      .help = "Porter as in ROUGE-1.5.5, of words of four letters",
                                      .own = &Rouge155Stem,
                                      .tool = "rouge1.5.5"};
  return kRow;
}

std::string StemmerNames() {
  std::string names;
  for (const StemmerRow& row : Stemmers()) {
    if (!names.empty()) names += ", ";
    names += row.name;
  }
  return names;
}

std::string StemmerSignature(const StemmerRow& row) {
  if (row.own != nullptr) return fmt::format("{}-{}", row.name, row.tool);
  return fmt::format("{}-snowball{}", row.name, kSnowballVersion);
}

void Stemmer::Free::operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }

Stemmer::Stemmer(const StemmerRow& row, HashFunction hash) : hash_(hash), row_(&row) {
  if (row.own != nullptr) return;
  stemmer_.reset(sb_stemmer_new(row.algorithm, "UTF_8"));
  if (stemmer_ == nullptr) throw std::bad_alloc();  // the only cause: the name is known
}

std::string_view Stemmer::Stem(std::string_view word) {
  if (row_->own != nullptr) return kept_ = row_->own(word);
  // libstemmer may read past the end of ill-formed words.
  if (word.size() > kLongestWord || !IsValidUtf8(word)) return word;
  if (row_->around == nullptr) return SnowballStemOf(word);
  return kept_ = row_->around(
             word, [this](std::string_view one) { return std::string(SnowballStemOf(one)); });
}

std::string_view Stemmer::SnowballStemOf(std::string_view word) {
  const sb_symbol* const stem =
      sb_stemmer_stem(stemmer_.get(), reinterpret_cast<const sb_symbol*>(word.data()),
                      static_cast<int>(word.size()));
  if (stem == nullptr) throw std::bad_alloc();
  const auto size = static_cast<size_t>(sb_stemmer_length(stemmer_.get()));
  return size == 0 ? word : std::string_view(reinterpret_cast<const char*>(stem), size);
}

void Stemmer::StemView(const View& words, View& stems) {
  if (known_.empty()) {
    texts_.Allocate((size_t{1} << kSetBits) * kWays);
    known_.resize(size_t{1} << kSetBits);
  }
  stems.ResetAs(words);
  for (uint32_t i = 0; i < words.segments(); ++i) StemSegment(words.Segment(i).tokens, i, stems);
}

void Stemmer::KnownText::Set(std::string_view other) {
  size = static_cast<uint8_t>(other.copy(text, kLongestKnown));
}

void Stemmer::StemSegment(const Tokens& words, uint32_t segment, View& stems) {
  ends_.Grow(words.count, 0);
  keys_.Grow(words.count, 0);
  for (uint32_t i = 0; i < words.count; ++i) __builtin_prefetch(&known_[SetOf(words.key[i])]);
  size_t size = 0;
  for (uint32_t i = 0; i < words.count; ++i) {
    keys_[i] = PutStem(words[i], words.key[i], size);
    ends_[i] = static_cast<uint32_t>(size);
  }
  stems.BeginSegment(stems.Keep({text_.data(), size}));
  for (uint32_t i = 0; i < words.count; ++i) {
    stems.AddToken(i == 0 ? 0 : ends_[i - 1], ends_[i], keys_[i]);
  }
  stems.EndSegment(segment);
}

uint64_t Stemmer::PutStem(std::string_view word, uint64_t key, size_t& at) {
  text_.Grow(at + sizeof(KnownText), at);
  const size_t set = SetOf(key), way = WayOf(known_[set], key);
  const KnownTexts& texts = texts_[set * kWays + way];
  if (known_[set].key[way] != key || (IsHashedKey(key) && texts.word.Get() != word)) {
    return PutNewStem(word, key, at);
  }
  const uint64_t stem_key = known_[set].stem_key[way];
  if (IsHashedKey(stem_key)) {
    std::memcpy(text_.data() + at, &texts.stem, sizeof(KnownText));
    at += texts.stem.size;
  } else {
    std::memcpy(text_.data() + at, &stem_key, sizeof(stem_key));
    at += static_cast<size_t>(8 - std::countl_zero(stem_key) / 8);
  }
  return stem_key;
}

uint64_t Stemmer::PutNewStem(std::string_view word, uint64_t key, size_t& at) {
  const std::string_view stem = Stem(word);
  text_.Grow(at + stem.size(), at);
  stem.copy(text_.data() + at, stem.size());
  at += stem.size();
  const uint64_t stem_key = TokenKey(stem, hash_);
  if (word.size() > kLongestKnown || stem.size() > kLongestKnown) return stem_key;
  const size_t set = SetOf(key);
  size_t way = WayOf(known_[set], key);  // of another word with this key, or of none
  if (known_[set].key[way] != key) way = turn_++ % kWays;
  known_[set].key[way] = key;
  known_[set].stem_key[way] = stem_key;
  texts_[set * kWays + way].stem.Set(stem);
  texts_[set * kWays + way].word.Set(word);
  return stem_key;
}

}  // namespace mtgauge
