// mtgauge cite: what to write in a paper about scores computed here.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output.h"
#include "cli/settings.h"
#include "cli/verbs.h"
#include "core/base/version.h"
#include "core/score/job.h"

namespace mtgauge {
namespace {

// A publication, by the words that cite it.
struct Publication {
  std::string_view cited_as;
  std::string_view bibtex;
};

constexpr Publication kPublications[] = {
    {"Papineni et al. (2002)",
     R"(@inproceedings{papineni-etal-2002-bleu,
  title     = {{BLEU}: a Method for Automatic Evaluation of Machine Translation},
  author    = {Papineni, Kishore and Roukos, Salim and Ward, Todd and Zhu, Wei-Jing},
  booktitle = {Proceedings of the 40th Annual Meeting of the Association for Computational Linguistics},
  year      = {2002},
  address   = {Philadelphia, Pennsylvania, USA},
  publisher = {Association for Computational Linguistics},
  pages     = {311--318},
  doi       = {10.3115/1073083.1073135},
}
)"},
    {"Post (2018)",
     R"(@inproceedings{post-2018-call,
  title     = {A Call for Clarity in Reporting {BLEU} Scores},
  author    = {Post, Matt},
  booktitle = {Proceedings of the Third Conference on Machine Translation: Research Papers},
  year      = {2018},
  address   = {Brussels, Belgium},
  publisher = {Association for Computational Linguistics},
  pages     = {186--191},
  doi       = {10.18653/v1/W18-6319},
}
)"},
};

// A reference tool, by the beginning of a metric's `equals`.
struct ReferenceTool {
  std::string_view prefix;
  std::string_view name;
  std::string_view cited_as;
};
constexpr ReferenceTool kReferenceTools[] = {{"sacrebleu-", "sacreBLEU", "Post (2018)"}};

const ReferenceTool* FindTool(std::string_view equals) {
  for (const ReferenceTool& tool : kReferenceTools) {
    if (equals.starts_with(tool.prefix)) return &tool;
  }
  return nullptr;
}

// "Papineni et al. (2002)" in brackets: "(Papineni et al., 2002)".
std::string InBrackets(std::string_view cited_as) {
  const size_t open = cited_as.rfind(" (");
  return fmt::format("({}, {}", cited_as.substr(0, open), cited_as.substr(open + 2));
}

std::string Sentence(const Job& job, size_t metric, const std::string& references) {
  const MetricRow& row = *job.metrics()[metric].row;
  std::string sentence = fmt::format("We report {} {} as computed by mtgauge {}", row.title,
                                     InBrackets(row.paper), kVersion);
  if (const ReferenceTool* tool = FindTool(row.equals)) {
    sentence += fmt::format(", whose scores equal those of {} {} {}", tool->name,
                            row.equals.substr(tool->prefix.size()), InBrackets(tool->cited_as));
  }
  return sentence + fmt::format("; its signature is {}.\n", job.Signature(metric, references));
}

std::string Bibliography(const Job& job) {
  std::vector<std::string_view> cited;
  for (const MadeMetric& made : job.metrics()) {
    cited.push_back(made.row->paper);
    if (const ReferenceTool* tool = FindTool(made.row->equals)) cited.push_back(tool->cited_as);
  }
  std::string out;
  for (const Publication& publication : kPublications) {
    if (std::find(cited.begin(), cited.end(), publication.cited_as) != cited.end()) {
      out += fmt::format("{}\n", publication.bibtex);
    }
  }
  return out + fmt::format(
                   "@software{{mtgauge,\n  title   = {{mtgauge: parallel scoring of machine "
                   "translation}},\n  version = {{{}}},\n}}\n",
                   kVersion);
}

}  // namespace

absl::Status RunCite(const LowArgs& args, const Program&) {
  MTG_ASSIGN_OR_RETURN(const JobOptions options, ResolveMetrics(args, Level::kCorpus));
  MTG_ASSIGN_OR_RETURN(const Job job, Job::Make(options, {{"reference"}, {"system"}}));
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  const std::string references = std::to_string(args.num_refs);
  for (size_t m = 0; m < job.metrics().size(); ++m) {
    MTG_RETURN_IF_ERROR(output.Write(Sentence(job, m, references)));
  }
  MTG_RETURN_IF_ERROR(output.Write("\n" + Bibliography(job)));
  return output.Finish();
}

}  // namespace mtgauge
