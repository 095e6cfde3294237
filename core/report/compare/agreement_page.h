// How far annotators agree, as tables for text and Markdown.
#pragma once

#include <string>

#include "core/report/forms/text_table.h"
#include "core/report/write_options.h"
#include "mtgauge/compare.h"

namespace mtgauge {

struct AgreementPage {
  std::string heading;   // with Krippendorff's alpha
  TextTable annotators;  // each beside the others
  TextTable pairs;
};

AgreementPage MakeAgreementPage(const HumanAgreement& agreement, const WriteOptions& options);

}  // namespace mtgauge
