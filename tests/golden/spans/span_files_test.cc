// One campaign in two forms and two numberings has the same error spans. Needs the shared folder of
// reference data.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/input/spans/span_table.h"
#include "tests/support/shared_data.h"

namespace mtgauge::span_files_test {
namespace {

constexpr const char* kCampaign = "golden/people/campaign";

SpanTable ReadCampaign(const std::string& file) {
  const auto table = ReadSpanTable((SharedFolder() / kCampaign / file).string());
  EXPECT_TRUE(table.ok()) << table.status().message();
  return table.ok() ? *table : SpanTable();
}

// The spans of each system, whatever names segments have.
using Places = std::map<std::string, std::vector<std::tuple<uint32_t, uint32_t, std::string>>>;
Places PlacesOf(const std::vector<SpanTable>& tables) {
  Places places;
  for (const SpanTable& table : tables) {
    for (const SpanJudgement& judgement : table.judgements) {
      for (const MarkedSpan& span : judgement.spans) {
        places[judgement.output.system].emplace_back(span.start, span.end, span.severity);
      }
    }
  }
  for (auto& [system, spans] : places) std::sort(spans.begin(), spans.end());
  return places;
}

TEST(SpanFiles, CampaignsAreTheSameInBothForms) {
  MTG_SKIP_WITHOUT_SHARED(kCampaign);
  const std::vector<SpanTable> waves = {ReadCampaign("humeval/esa_generalMT2024_wave2.csv"),
                                        ReadCampaign("humeval/esa_generalMT2024_wave3.csv")};
  const SpanTable records = ReadCampaign("wmt25-genmt-humeval.jsonl");
  EXPECT_EQ(waves[0].judgements.size() + waves[1].judgements.size(), records.judgements.size());
  EXPECT_EQ(waves[0].omissions + waves[1].omissions, records.omissions);
  EXPECT_EQ(PlacesOf(waves), PlacesOf({records}));
}

TEST(SpanFiles, BothNumberingsAreTheSameJudgements) {
  MTG_SKIP_WITHOUT_SHARED(kCampaign);
  const SpanTable now = ReadCampaign("humeval/esa_generalMT2024_wave2.csv");
  const SpanTable before = ReadCampaign("humeval/old/wave2.csv");
  ASSERT_EQ(now.judgements.size(), before.judgements.size());
  for (size_t i = 0; i < now.judgements.size(); ++i) {
    const JudgedText &a = now.judgements[i].output, &b = before.judgements[i].output;
    EXPECT_EQ(a.document, b.document);
    EXPECT_EQ(std::stoi(a.item), std::stoi(b.item) + 1);
    EXPECT_EQ(now.judgements[i].spans.size(), before.judgements[i].spans.size());
  }
}

TEST(SpanFiles, PearmutsDownload) {
  constexpr const char* kFile = "golden/people/pearmut/annotations.json";
  MTG_SKIP_WITHOUT_SHARED(kFile);
  const auto table = ReadSpanTable((SharedFolder() / kFile).string());
  ASSERT_TRUE(table.ok()) << table.status().message();
  EXPECT_EQ(table->judgements.size(), 11u);  // without the two of a welcome page
  EXPECT_EQ(table->omissions, 2u);
}

}  // namespace
}  // namespace mtgauge::span_files_test
