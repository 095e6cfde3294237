// Tokens made of strings, for tests and benchmarks of code that uses Tokens.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/hash.h"
#include "core/simd/kernels.h"
#include "core/text/token_key.h"
#include "core/text/view.h"

namespace mtgauge::test {

// Owns the data of its Tokens. The spare keys after the last token repeat its own, so that code
// that counts them finds false matches.
class TokenList {
 public:
  TokenList(const std::vector<std::string>& words, HashFunction hash) {
    for (const std::string& word : words) {
      begin_.push_back(static_cast<uint32_t>(text_.size()));
      text_ += word;
      end_.push_back(static_cast<uint32_t>(text_.size()));
      key_.push_back(TokenKey(word, hash));
      text_ += ' ';
    }
    text_.append(kTextPadding, ' ');
    for (size_t i = 0; i < 16; ++i) key_.push_back(words.empty() ? 0 : key_[i % words.size()]);
  }

  Tokens tokens() const {
    return {{text_.data(), begin_.data(), end_.data(), key_.data(),
             static_cast<uint32_t>(begin_.size())}};
  }

 private:
  std::string text_;
  std::vector<uint32_t> begin_, end_;
  std::vector<uint64_t> key_;
};

// Several texts; owns the data of their Tokens.
class TokenLists {
 public:
  TokenLists(const std::vector<std::vector<std::string>>& texts, HashFunction hash) {
    for (const std::vector<std::string>& words : texts) lists_.emplace_back(words, hash);
  }

  std::vector<Tokens> tokens() const {
    std::vector<Tokens> tokens;
    for (const TokenList& list : lists_) tokens.push_back(list.tokens());
    return tokens;
  }

 private:
  std::vector<TokenList> lists_;
};

}  // namespace mtgauge::test
