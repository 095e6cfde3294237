// Specs of metrics, split and joined.
#include "core/contract/spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mtgauge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(MetricSpec, IsANameAndItsOptions) {
  const MetricSpec spec("chrf:nw=2,beta=3");
  EXPECT_EQ(spec.text(), "chrf:nw=2,beta=3");
  EXPECT_EQ(spec.name(), "chrf");
  EXPECT_EQ(spec.settings(), "nw=2,beta=3");
  EXPECT_THAT(spec.options(), ElementsAre(Pair("nw", "2"), Pair("beta", "3")));
  EXPECT_TRUE(spec.HasOption("nw"));
  EXPECT_FALSE(spec.HasOption("w"));
  EXPECT_FALSE(spec.HasOption("n"));
}

TEST(MetricSpec, ABareNameHasNone) {
  for (const char* text : {"bleu", "bleu:"}) {
    const MetricSpec spec(text);
    EXPECT_EQ(spec.name(), "bleu") << text;
    EXPECT_EQ(spec.settings(), "") << text;
    EXPECT_THAT(spec.options(), IsEmpty()) << text;
  }
}

TEST(MetricSpec, AnyTextIsOne) {
  EXPECT_EQ(MetricSpec("").name(), "");
  EXPECT_EQ(MetricSpec(":").name(), "");
  EXPECT_THAT(MetricSpec("a:b,,c=").options(),
              ElementsAre(Pair("b", std::nullopt), Pair("", std::nullopt), Pair("c", "")));
  EXPECT_FALSE(MetricSpec("a:b").HasOption("b"));
  // A value may contain a colon or a '='.
  EXPECT_THAT(MetricSpec("bleu:tok=spm:a=b").options(), ElementsAre(Pair("tok", "spm:a=b")));
}

TEST(MetricSpec, OptionsAreAddedAndLeftOut) {
  EXPECT_EQ(MetricSpec("bleu").With("order=2").text(), "bleu:order=2");
  EXPECT_EQ(MetricSpec("bleu:lc=yes").With("order=2").text(), "bleu:lc=yes,order=2");
  EXPECT_EQ(MetricSpec("bleu").With("").text(), "bleu");
  EXPECT_EQ(MetricSpec("bleu:a=1,b=2,a=3").Without("a").text(), "bleu:b=2");
  EXPECT_EQ(MetricSpec("bleu:a=1").Without("a").text(), "bleu");
}

}  // namespace
}  // namespace mtgauge
