// The text after a marker.
#include "core/text/stripping.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace mtgauge {
namespace {

using testing::ElementsAre;

std::vector<std::string> Stripped(const std::vector<std::string>& texts, std::string_view marker) {
  const Batch batch = MakeBatch({}, {texts});
  StrippedText stripped;
  stripped.Strip(batch.hyps[0], "another");
  std::vector<std::string> left;
  ForEachText(stripped.Strip(batch.hyps[0], marker), batch.segments,
              [&](uint32_t, std::string_view text) { left.emplace_back(text); });
  return left;
}

TEST(StrippedText, KeepsWhatFollowsTheLastMarker) {
  EXPECT_THAT(Stripped({"a </t> b </t> \u00a0 c d ", "no marker ", "", "</t>", "x</t>  ", "</t",
                        "</t></t>e"},
                       "</t>"),
              ElementsAre("c d ", "no marker ", "", "", "", "</t", "e"));
}

TEST(StrippedText, SegmentsMayHaveLines) {
  EXPECT_THAT(Stripped({"one\ntwo </t>\n\nthree\nfour", "five", "six\n</t>"}, "</t>"),
              ElementsAre("three\nfour", "five", ""));
}

TEST(StrippedText, AnyBytes) {
  EXPECT_THAT(Stripped({std::string("\xff\x80\0|\xff", 5), std::string(5000, '|') + "\xe3"}, "|"),
              ElementsAre("\xff", "\xe3"));
}

}  // namespace
}  // namespace mtgauge
