// Texts held in memory score like texts that were joined by hand and given fewer references.
#include "parallel/evaluate/held_texts.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "parallel/significance/kept_rows.h"
#include "tests/support/random_text.h"

namespace mtgauge::held_texts_test {
namespace {

constexpr size_t kReferences = 3, kSystems = 2;

// An empty optional is a missing reference.
struct Texts {
  std::vector<std::vector<std::optional<std::string>>> refs;
  std::vector<std::vector<std::string>> hyps;
};

Texts RandomTexts(uint32_t segments) {
  test::RandomText random(11);
  Texts texts;
  texts.refs.resize(kReferences);
  texts.hyps.resize(kSystems);
  for (uint32_t i = 0; i < segments; ++i) {
    const std::string sentence = i % 7 == 3 ? "" : random.Sentence(1 + random.Below(12));
    for (size_t r = 0; r < kReferences; ++r) {
      const bool missing = r > 0 && random.Below(4) == 0;
      texts.refs[r].push_back(missing ? std::nullopt : std::optional(random.Perturb(sentence)));
    }
    for (auto& system : texts.hyps) system.push_back(random.Perturb(sentence));
    if (i % 5 == 0) texts.hyps[0][i] += "\nafter a line feed";
  }
  return texts;
}

std::unique_ptr<Batch> MakeWhole(const Texts& texts) {
  std::vector<std::vector<const std::string*>> refs;
  for (const auto& reference : texts.refs) {
    refs.emplace_back();
    for (const auto& segment : reference) refs.back().push_back(segment ? &*segment : nullptr);
  }
  return std::make_unique<Batch>(MakeBatch(refs, texts.hyps));
}

Texts JoinByHand(const Texts& texts, const std::vector<uint32_t>& references, const Units& units) {
  Texts joined;
  for (const uint32_t r : references) {
    auto& reference = joined.refs.emplace_back();
    for (const auto& unit : units) {
      std::optional<std::string> text;
      for (const uint32_t item : unit) {
        if (texts.refs[r][item]) text = (text ? *text + " " : "") + *texts.refs[r][item];
      }
      reference.push_back(text);
    }
  }
  for (const auto& system : texts.hyps) {
    auto& outputs = joined.hyps.emplace_back();
    for (const auto& unit : units) {
      std::string text;
      for (const uint32_t item : unit) text += (item == unit[0] ? "" : " ") + system[item];
      outputs.push_back(text);
    }
  }
  return joined;
}

JobOptions Options() {
  JobOptions options;
  options.metrics = {"bleu", "chrf", "ter", "nist"};  // NIST learns from the references first
  return options;
}

std::vector<std::vector<int64_t>> RowsOf(const RowStore& store) {
  std::vector<std::vector<int64_t>> rows(store.segments(), std::vector<int64_t>(store.columns()));
  for (uint64_t i = 0; i < store.segments(); ++i) store.Row(i, rows[i].data());
  return rows;
}

HeldTexts Hold(const Texts& texts) {
  HeldTexts held;
  auto job = Job::Make({}, {{"a", "b", "c"}, {"s", "t"}});
  EXPECT_TRUE(job.ok());
  Sink sink;
  sink.want_texts = true;
  sink.deliver = [&](const Delivery& delivery) {
    held.Take(delivery);
    return OkStatus();
  };
  bool given = false;
  const auto next = [&] { return std::exchange(given, true) ? nullptr : MakeWhole(texts); };
  EXPECT_TRUE(ScoreBatches(*job, next, {}, sink).ok());
  return held;
}

TEST(HeldTexts, ScoreAsTextsJoinedByHand) {
  const Texts texts = RandomTexts(60);
  const HeldTexts held = Hold(texts);
  EXPECT_EQ(held.references(), kReferences);
  std::vector<uint32_t> document(60);
  for (uint32_t i = 0; i < 60; ++i) document[i] = i / 7;
  size_t compared = 0;
  for (const Units& units :
       {RandomUnits(60, 1, 1), UnitsByNumber(document), RandomUnits(60, 9, 2)}) {
    for (const std::vector<uint32_t>& set : ReferenceSets(kReferences)) {
      const Texts joined = JoinByHand(texts, set, units);
      StreamNames names;
      names.refs.resize(set.size(), "ref");
      names.hyps.resize(kSystems, "sys");
      auto job = Job::Make(Options(), names);
      ASSERT_TRUE(job.ok());
      const auto reader = [&] {
        return [&, given = false]() mutable {
          return std::exchange(given, true) ? nullptr : MakeWhole(joined);
        };
      };
      // A set of references may leave a unit without any, which is an error in both cases.
      const Status learnt = SurveyBatches(*job, reader(), {});
      if (!learnt.ok()) {
        EXPECT_FALSE(held.Score(Options(), {set, {}}, units, {}).ok());
        continue;
      }
      ++compared;
      const auto want = ScoreKeepingRows(
          *job, [&](const Sink& sink) { return ScoreBatches(*job, reader(), {}, sink); });
      ASSERT_TRUE(want.ok());
      for (const uint32_t threads : {1u, 2u}) {
        Schedule schedule;
        schedule.threads = threads;
        const auto got = held.Score(Options(), {set, {}}, units, schedule);
        ASSERT_TRUE(got.ok()) << got.status();
        for (size_t m = 0; m < Options().metrics.size(); ++m) {
          for (size_t s = 0; s < kSystems; ++s) {
            EXPECT_EQ(RowsOf(got->of_metric[m][s]), RowsOf(want->metrics[m].rows[s]));
          }
        }
      }
    }
  }
  EXPECT_GE(compared, 12u);  // at least the sets with the first reference
}

// More units than fit into a batch.
TEST(HeldTexts, ManyUnits) {
  const Texts texts = RandomTexts(2500);
  const HeldTexts held = Hold(texts);
  const auto rows = held.Score(Options(), {{0, 1, 2}, {}}, RandomUnits(2500, 1, 5), {});
  ASSERT_TRUE(rows.ok());
  EXPECT_EQ(rows->of_metric[0][1].segments(), 2500u);
}

}  // namespace
}  // namespace mtgauge::held_texts_test
