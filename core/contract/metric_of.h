// The base of every metric's class. A metric has classes of its own for what it keeps: the prepared
// references and the working memory, and some also a table or a mean of references. The base makes
// these objects and hands them, as what they are, to the metric's functions:
//
//   void Prepare(const ReferenceViews&, OwnScratch&, OwnPrepared&) const;
//   void ExtractRow(const OwnPrepared&, std::span<const SegmentView>, OwnScratch&, int64_t*) const;
//   void ExtractRows(const OwnTable&, std::span<const SegmentView>, OwnScratch&, int64_t*) const;
//   double ScoreOwnMean(const OwnMean&, std::span<const SegmentView>, OwnScratch&) const;
//
// They do what PrepareRefs(), Extract(), ExtractAll() and ScoreMean() of core/contract/metric.h
// say. No call of theirs is virtual.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

#include "core/contract/metric.h"

namespace mtgauge {

// `Self` is the metric's class. `OwnPrepared` may be any class; the others derive from those of
// metric.h.
template <typename Self, typename OwnPrepared, typename OwnScratch = Scratch,
          typename OwnTable = void, typename OwnMean = void>
class MetricOf : public Metric {
 public:
  // A metric whose objects need arguments has its own versions of these two.
  OwnPrepared MakePrepared() const { return OwnPrepared(); }
  OwnScratch MakeScratch() const { return OwnScratch(); }

  std::unique_ptr<Prepared> NewPrepared() const final { return std::make_unique<Held>(self()); }
  std::unique_ptr<Scratch> NewScratch() const final {
    return std::unique_ptr<Scratch>(new OwnScratch(self().MakeScratch()));
  }
  void PrepareRefs(const ReferenceViews& references, Scratch& scratch,
                   Prepared& prepared) const final {
    self().Prepare(references, static_cast<OwnScratch&>(scratch), static_cast<Held&>(prepared).own);
  }
  void Extract(const Prepared& prepared, std::span<const SegmentView> hypothesis, Scratch& scratch,
               int64_t* row) const override {
    self().ExtractRow(static_cast<const Held&>(prepared).own, hypothesis,
                      static_cast<OwnScratch&>(scratch), row);
  }
  void ExtractAll(const ReferenceTable& table, std::span<const SegmentView> hypothesis,
                  Scratch& scratch, int64_t* rows) const override {
    if constexpr (!std::is_void_v<OwnTable>) {
      self().ExtractRows(static_cast<const OwnTable&>(table), hypothesis,
                         static_cast<OwnScratch&>(scratch), rows);
    }
  }
  double ScoreMean(const MeanReference& mean, std::span<const SegmentView> hypothesis,
                   Scratch& scratch) const final {
    if constexpr (std::is_void_v<OwnMean>) {
      return 0;
    } else {
      return self().ScoreOwnMean(static_cast<const OwnMean&>(mean), hypothesis,
                                 static_cast<OwnScratch&>(scratch));
    }
  }

 private:
  struct Held final : Prepared {
    explicit Held(const Self& metric) : own(metric.MakePrepared()) {}
    OwnPrepared own;
  };

  const Self& self() const { return static_cast<const Self&>(*this); }
};

}  // namespace mtgauge
