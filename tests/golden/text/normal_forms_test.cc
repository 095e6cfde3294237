// Compares normal forms with Python's unicodedata: for every code point, by checksums, and for our
// own strings.
#include <gtest/gtest.h>
#include <zlib.h>

#include "core/text/normalization.h"
#include "core/text/utf8.h"
#include "tests/support/shared_data.h"

namespace mtgauge::normal_forms_test {
namespace {

constexpr uint32_t kCodePoints = 0x110000, kFirstSurrogate = 0xD800, kBehindSurrogates = 0xE000;

// Returns the checksum of the forms of all code points, each after `before` and followed by LF.
uint64_t Checksum(const std::string& before, NormalForm form) {
  std::string all;
  for (uint32_t code_point = 0; code_point < kCodePoints; ++code_point) {
    if (code_point >= kFirstSurrogate && code_point < kBehindSurrogates) continue;
    std::string text = before;
    AppendUtf8(code_point, text);
    AppendNormalized(text, form, all);
    all += '\n';
  }
  return crc32(0, reinterpret_cast<const Bytef*>(all.data()), static_cast<uInt>(all.size()));
}

TEST(NormalFormsGolden, AsPython) {
  const auto goldens = ReadJson(ProjectFolder() / "tests/golden/data/normal_forms.json");
  EXPECT_EQ(goldens.at("unicode").get<std::string>(), std::string(kNormalizationUnicode) + ".0");
  size_t compared = 0;
  for (const NormalFormRow& row : NormalForms()) {
    if (!IsUnicodeForm(row.form)) continue;
    const std::string name(row.name);
    for (const auto& [before, checksum] : goldens.at("checksums").at(name).items()) {
      EXPECT_EQ(Checksum(before, row.form), checksum.get<uint64_t>()) << name << ' ' << before;
    }
    for (const auto& golden : goldens.at("cases")) {
      const std::string text = golden.at("text");
      std::string ours;
      AppendNormalized(text, row.form, ours);
      EXPECT_EQ(ours, golden.at(name).get<std::string>()) << name << ' ' << text;
      ++compared;
    }
  }
  EXPECT_GE(compared, 4u * 300);
}

}  // namespace
}  // namespace mtgauge::normal_forms_test
