// How far the annotators of a campaign agree.
#pragma once

#include "mtgauge/compare.h"
#include "parallel/compare/human_scores.h"

namespace mtgauge {

HumanAgreement AgreementOf(const HumanScores& scores);

}  // namespace mtgauge
