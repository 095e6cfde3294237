// Text in Markdown means nothing but itself.
#include <gtest/gtest.h>

#include "core/report/forms/text_table.h"

namespace mtgauge {
namespace {

TEST(MarkdownText, IsNoMarkup) {
  EXPECT_EQ(MarkdownText("a_b*c [d](e) <f> &amp; |"), R"(a\_b\*c \[d\](e) \<f\> \&amp; \|)");
}

TEST(MarkdownText, MentionsNobodyAndLinksToNothing) {
  EXPECT_EQ(MarkdownText("@me a@b.c #12"), "@\u200Bme a@\u200Bb.c \\#\u200B12");
  EXPECT_EQ(MarkdownText("https://x.y WWW.x.y"), "https:\u200B//x.y WWW.\u200Bx.y");
  EXPECT_EQ(MarkdownText("@ a@ #:1 1:2 a: /b ww.x"), "@ a@ \\#:1 1:2 a: /b ww.x");
}

}  // namespace
}  // namespace mtgauge
