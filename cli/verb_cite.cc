// mtgauge cite: what to write in a paper about scores and tests computed here.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/output.h"
#include "cli/settings.h"
#include "cli/verbs.h"
#include "core/base/version.h"
#include "core/compare/evaluation.h"
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
    {"Lin and Och (2004)",
     R"(@inproceedings{lin-och-2004-orange,
  title     = {{ORANGE}: a Method for Evaluating Automatic Evaluation Metrics for Machine Translation},
  author    = {Lin, Chin-Yew and Och, Franz Josef},
  booktitle = {{COLING} 2004: Proceedings of the 20th International Conference on Computational Linguistics},
  year      = {2004},
  address   = {Geneva, Switzerland},
  publisher = {COLING},
  pages     = {501--507},
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
    {"Popović (2015)",
     R"(@inproceedings{popovic-2015-chrf,
  title     = {{chrF}: character n-gram {F}-score for automatic {MT} evaluation},
  author    = {Popovi{\'c}, Maja},
  booktitle = {Proceedings of the Tenth Workshop on Statistical Machine Translation},
  year      = {2015},
  address   = {Lisbon, Portugal},
  publisher = {Association for Computational Linguistics},
  pages     = {392--395},
  doi       = {10.18653/v1/W15-3049},
}
)"},
    {"Snover et al. (2006)",
     R"(@inproceedings{snover-etal-2006-study,
  title     = {A Study of Translation Edit Rate with Targeted Human Annotation},
  author    = {Snover, Matthew and Dorr, Bonnie and Schwartz, Rich and Micciulla, Linnea and Makhoul, John},
  booktitle = {Proceedings of the 7th Conference of the Association for Machine Translation in the Americas},
  year      = {2006},
  address   = {Cambridge, Massachusetts, USA},
  pages     = {223--231},
}
)"},
    {"Doddington (2002)",
     R"(@inproceedings{doddington-2002-automatic,
  title     = {Automatic Evaluation of Machine Translation Quality Using N-gram Co-Occurrence Statistics},
  author    = {Doddington, George},
  booktitle = {Proceedings of the Second International Conference on Human Language Technology Research},
  year      = {2002},
  pages     = {138--145},
}
)"},
    {"Levenshtein (1966)",
     R"(@article{levenshtein-1966-binary,
  title   = {Binary codes capable of correcting deletions, insertions, and reversals},
  author  = {Levenshtein, Vladimir I.},
  journal = {Soviet Physics Doklady},
  volume  = {10},
  number  = {8},
  year    = {1966},
  pages   = {707--710},
}
)"},
    {"Tillmann et al. (1997)",
     R"(@inproceedings{tillmann-etal-1997-accelerated,
  title     = {Accelerated {DP} based search for statistical translation},
  author    = {Tillmann, Christoph and Vogel, Stephan and Ney, Hermann and Zubiaga, Alex and Sawaf, Hassan},
  booktitle = {Fifth European Conference on Speech Communication and Technology},
  year      = {1997},
}
)"},
    {"Leusch et al. (2006)",
     R"(@inproceedings{leusch-etal-2006-cder,
  title     = {{CDER}: Efficient {MT} Evaluation Using Block Movements},
  author    = {Leusch, Gregor and Ueffing, Nicola and Ney, Hermann},
  booktitle = {11th Conference of the {E}uropean Chapter of the Association for Computational Linguistics},
  year      = {2006},
  address   = {Trento, Italy},
  pages     = {241--248},
}
)"},
    {"Lavie et al. (2004)",
     R"(@inproceedings{lavie-etal-2004-significance,
  title     = {The significance of recall in automatic metrics for {MT} evaluation},
  author    = {Lavie, Alon and Sagae, Kenji and Jayaraman, Shyamsundar},
  booktitle = {Proceedings of the 6th Conference of the Association for Machine Translation in the Americas},
  year      = {2004},
  pages     = {134--143},
}
)"},
    {"Banerjee and Lavie (2005)",
     R"(@inproceedings{banerjee-lavie-2005-meteor,
  title     = {{METEOR}: An Automatic Metric for {MT} Evaluation with Improved Correlation with Human Judgments},
  author    = {Banerjee, Satanjeev and Lavie, Alon},
  booktitle = {Proceedings of the {ACL} Workshop on Intrinsic and Extrinsic Evaluation Measures for Machine Translation and/or Summarization},
  year      = {2005},
  address   = {Ann Arbor, Michigan},
  publisher = {Association for Computational Linguistics},
  pages     = {65--72},
}
)"},
    {"Lavie and Agarwal (2007)",
     R"(@inproceedings{lavie-agarwal-2007-meteor,
  title     = {{METEOR}: An Automatic Metric for {MT} Evaluation with High Levels of Correlation with Human Judgments},
  author    = {Lavie, Alon and Agarwal, Abhaya},
  booktitle = {Proceedings of the Second Workshop on Statistical Machine Translation},
  year      = {2007},
  address   = {Prague, Czech Republic},
  publisher = {Association for Computational Linguistics},
  pages     = {228--231},
}
)"},
    {"Denkowski and Lavie (2014)",
     R"(@inproceedings{denkowski-lavie-2014-meteor,
  title     = {Meteor Universal: Language Specific Translation Evaluation for Any Target Language},
  author    = {Denkowski, Michael and Lavie, Alon},
  booktitle = {Proceedings of the Ninth Workshop on Statistical Machine Translation},
  year      = {2014},
  address   = {Baltimore, Maryland},
  publisher = {Association for Computational Linguistics},
  pages     = {376--380},
}
)"},
    {"Wu et al. (2016)",
     R"(@article{wu-etal-2016-google,
  title   = {Google's Neural Machine Translation System: Bridging the Gap between Human and Machine Translation},
  author  = {Wu, Yonghui and Schuster, Mike and Chen, Zhifeng and Le, Quoc V. and others},
  journal = {arXiv preprint arXiv:1609.08144},
  year    = {2016},
}
)"},
    {"Lin (2004)",
     R"(@inproceedings{lin-2004-rouge,
  title     = {{ROUGE}: A Package for Automatic Evaluation of Summaries},
  author    = {Lin, Chin-Yew},
  booktitle = {Text Summarization Branches Out},
  year      = {2004},
  address   = {Barcelona, Spain},
  pages     = {74--81},
}
)"},
    {"Isozaki et al. (2010)",
     R"(@inproceedings{isozaki-etal-2010-automatic,
  title     = {Automatic Evaluation of Translation Quality for Distant Language Pairs},
  author    = {Isozaki, Hideki and Hirao, Tsutomu and Duh, Kevin and Sudoh, Katsuhito and Tsukada, Hajime},
  booktitle = {Proceedings of the 2010 Conference on Empirical Methods in Natural Language Processing},
  year      = {2010},
  address   = {Cambridge, MA},
  publisher = {Association for Computational Linguistics},
  pages     = {944--952},
}
)"},
    {"Melamed et al. (2003)",
     R"(@inproceedings{melamed-etal-2003-precision,
  title     = {Precision and Recall of Machine Translation},
  author    = {Melamed, I. Dan and Green, Ryan and Turian, Joseph P.},
  booktitle = {Companion Volume of the Proceedings of {HLT-NAACL} 2003 - Short Papers},
  year      = {2003},
  pages     = {61--63},
}
)"},
    {"Chan and Ng (2008)",
     R"(@inproceedings{chan-ng-2008-maxsim,
  title     = {{MAXSIM}: A Maximum Similarity Metric for Machine Translation Evaluation},
  author    = {Chan, Yee Seng and Ng, Hwee Tou},
  booktitle = {Proceedings of {ACL}-08: {HLT}},
  year      = {2008},
  address   = {Columbus, Ohio},
  publisher = {Association for Computational Linguistics},
  pages     = {55--62},
}
)"},
    {"Coughlin (2003)",
     R"(@inproceedings{coughlin-2003-correlating,
  title     = {Correlating automated and human assessments of machine translation quality},
  author    = {Coughlin, Deborah},
  booktitle = {Proceedings of Machine Translation Summit {IX}: Papers},
  year      = {2003},
  address   = {New Orleans, USA},
}
)"},
    {"Ma et al. (2018)",
     R"(@inproceedings{ma-etal-2018-results,
  title     = {Results of the {WMT}18 Metrics Shared Task: Both characters and embeddings achieve good performance},
  author    = {Ma, Qingsong and Bojar, Ond{\v{r}}ej and Graham, Yvette},
  booktitle = {Proceedings of the Third Conference on Machine Translation: Shared Task Papers},
  year      = {2018},
  address   = {Brussels, Belgium},
  publisher = {Association for Computational Linguistics},
  pages     = {671--688},
}
)"},
    {"Kocmi et al. (2021)",
     R"(@inproceedings{kocmi-etal-2021-ship,
  title     = {To Ship or Not to Ship: An Extensive Evaluation of Automatic Metrics for Machine Translation},
  author    = {Kocmi, Tom and Federmann, Christian and Grundkiewicz, Roman and Junczys-Dowmunt, Marcin and Matsushita, Hitokazu and Menezes, Arul},
  booktitle = {Proceedings of the Sixth Conference on Machine Translation},
  year      = {2021},
  publisher = {Association for Computational Linguistics},
  pages     = {478--494},
}
)"},
    {"Deutsch et al. (2021)",
     R"(@article{deutsch-etal-2021-statistical,
  title   = {A Statistical Analysis of Summarization Evaluation Metrics Using Resampling Methods},
  author  = {Deutsch, Daniel and Dror, Rotem and Roth, Dan},
  journal = {Transactions of the Association for Computational Linguistics},
  volume  = {9},
  year    = {2021},
  pages   = {1132--1146},
}
)"},
    {"Deutsch et al. (2023)",
     R"(@inproceedings{deutsch-etal-2023-ties,
  title     = {Ties Matter: Meta-Evaluating Modern Metrics with Pairwise Accuracy and Tie Calibration},
  author    = {Deutsch, Daniel and Foster, George and Freitag, Markus},
  booktitle = {Proceedings of the 2023 Conference on Empirical Methods in Natural Language Processing},
  year      = {2023},
  address   = {Singapore},
  publisher = {Association for Computational Linguistics},
  pages     = {12914--12929},
}
)"},
    {"Thompson et al. (2024)",
     R"(@inproceedings{thompson-etal-2024-improving,
  title     = {Improving Statistical Significance in Human Evaluation of Automatic Metrics via Soft Pairwise Accuracy},
  author    = {Thompson, Brian and Mathur, Nitika and Deutsch, Daniel and Khayrallah, Huda},
  booktitle = {Proceedings of the Ninth Conference on Machine Translation},
  year      = {2024},
  address   = {Miami, Florida, USA},
  publisher = {Association for Computational Linguistics},
  pages     = {1222--1234},
}
)"},
    {"Williams (1959)",
     R"(@book{williams-1959-regression,
  title     = {Regression Analysis},
  author    = {Williams, Evan J.},
  year      = {1959},
  publisher = {Wiley},
}
)"},
    {"Wilcoxon (1945)",
     R"(@article{wilcoxon-1945-individual,
  title   = {Individual Comparisons by Ranking Methods},
  author  = {Wilcoxon, Frank},
  journal = {Biometrics Bulletin},
  volume  = {1},
  number  = {6},
  year    = {1945},
  pages   = {80--83},
}
)"},
    {"Koehn (2004)",
     R"(@inproceedings{koehn-2004-statistical,
  title     = {Statistical Significance Tests for Machine Translation Evaluation},
  author    = {Koehn, Philipp},
  booktitle = {Proceedings of the 2004 Conference on Empirical Methods in Natural Language Processing},
  year      = {2004},
  address   = {Barcelona, Spain},
  publisher = {Association for Computational Linguistics},
  pages     = {388--395},
}
)"},
    {"Riezler and Maxwell (2005)",
     R"(@inproceedings{riezler-maxwell-2005-pitfalls,
  title     = {On Some Pitfalls in Automatic Evaluation and Significance Testing for {MT}},
  author    = {Riezler, Stefan and Maxwell, John T.},
  booktitle = {Proceedings of the {ACL} Workshop on Intrinsic and Extrinsic Evaluation Measures for Machine Translation and/or Summarization},
  year      = {2005},
  address   = {Ann Arbor, Michigan},
  publisher = {Association for Computational Linguistics},
  pages     = {57--64},
}
)"},
    {"Westfall and Young (1993)",
     R"(@book{westfall-young-1993-resampling,
  title     = {Resampling-Based Multiple Testing: Examples and Methods for p-Value Adjustment},
  author    = {Westfall, Peter H. and Young, S. Stanley},
  year      = {1993},
  publisher = {Wiley},
}
)"},
    {"Holm (1979)",
     R"(@article{holm-1979-simple,
  title   = {A Simple Sequentially Rejective Multiple Test Procedure},
  author  = {Holm, Sture},
  journal = {Scandinavian Journal of Statistics},
  volume  = {6},
  number  = {2},
  year    = {1979},
  pages   = {65--70},
}
)"},
    {"Benjamini and Hochberg (1995)",
     R"(@article{benjamini-hochberg-1995-controlling,
  title   = {Controlling the False Discovery Rate: A Practical and Powerful Approach to Multiple Testing},
  author  = {Benjamini, Yoav and Hochberg, Yosef},
  journal = {Journal of the Royal Statistical Society, Series B},
  volume  = {57},
  number  = {1},
  year    = {1995},
  pages   = {289--300},
}
)"},
};

// How the methods section names a test and a correction; nothing to cite where that is empty.
struct Method {
  std::string_view words;
  std::string_view cited_as;
};
Method MethodOf(TestKind test) {
  if (test == TestKind::kBootstrap) return {"paired bootstrap resampling", "Koehn (2004)"};
  return {"approximate randomization", "Riezler and Maxwell (2005)"};
}
Method MethodOf(Correction correction) {
  switch (correction) {
    case Correction::kMaxT:
      return {"step-down max-T", "Westfall and Young (1993)"};
    case Correction::kHolm:
      return {"Holm's method", "Holm (1979)"};
    case Correction::kHochberg:
      return {"Hochberg's method", ""};
    case Correction::kBonferroni:
      return {"Bonferroni's method", ""};
    case Correction::kSidak:
      return {"Sidak's method", ""};
    case Correction::kBenjaminiHochberg:
      return {"the false discovery rate", "Benjamini and Hochberg (1995)"};
    case Correction::kBenjaminiYekutieli:
      return {"the false discovery rate under any dependence", ""};
    case Correction::kNone:
      break;
  }
  return {"", ""};
}

// A reference tool, by the beginning of a metric's `equals`.
struct ReferenceTool {
  std::string_view prefix;
  std::string_view name;
  std::string_view cited_as;
};
constexpr ReferenceTool kReferenceTools[] = {
    {"sacrebleu-", "sacreBLEU", "Post (2018)"},
    {"mteval-", "mteval", "Doddington (2002)"},
    {"moses-", "Moses", ""},
    {"cdec-", "cdec", ""},
    {"nltk-", "NLTK", ""},
    {"ribes-", "RIBES.py", ""},
    {"tercom-", "tercom", ""},
};

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
  const MadeMetric& made = job.metrics()[metric];
  const MetricRow& row = *made.row;
  const std::string_view equals = made.Equals();
  const std::string cited = row.paper.empty() ? "" : " " + InBrackets(row.paper);
  std::string sentence =
      fmt::format("We report {}{} as computed by mtgauge {}", made.Title(), cited, kVersion);
  if (const ReferenceTool* tool = FindTool(equals)) {
    sentence += fmt::format(", whose scores equal those of {} {}", tool->name,
                            equals.substr(tool->prefix.size()));
    if (!tool->cited_as.empty()) sentence += ' ' + InBrackets(tool->cited_as);
  }
  return sentence + fmt::format("; its signature is {}.\n", job.Signature(metric, references));
}

std::string Named(const Method& method) {
  std::string text(method.words);
  if (!method.cited_as.empty()) text += ' ' + InBrackets(method.cited_as);
  return text;
}

std::string TestSentence(const CompareOptions& options) {
  const bool bootstrap = options.test == TestKind::kBootstrap;
  std::string sentence = fmt::format("Differences are tested by {} with {} {}, two-sided",
                                     Named(MethodOf(options.test)), options.resamples,
                                     bootstrap ? "resamples" : "shuffles");
  if (bootstrap && options.null == NullRule::kShifted)
    sentence += ", the null shifted as in sacreBLEU";
  const Method correction = MethodOf(options.correction);
  if (!correction.words.empty()) {
    sentence += fmt::format("; p-values are corrected by {} over the pairs of each metric",
                            Named(correction));
  }
  return sentence + ".\n";
}

// What `mtgauge meta` does by the flags of both.
struct MetaMethods {
  std::vector<const Measure*> measures;
  MetricTest test = MetricTest::kPermBoth;
  Correction correction = Correction::kHolm;
  uint64_t resamples = EvaluateOptions().resamples;
  bool studies = false;
};

MetaMethods ResolveMetaMethods(const LowArgs& args) {
  MetaMethods methods;
  for (const Measure& measure : Measures()) {
    const bool asked =
        std::find(args.measures.begin(), args.measures.end(), measure.name) != args.measures.end();
    if (asked) methods.measures.push_back(&measure);
  }
  methods.test = args.metric_test;
  methods.correction = args.correction.value_or(methods.correction);
  methods.resamples = args.resamples.value_or(methods.resamples);
  methods.studies = !args.studies.empty();
  return methods;
}

Method MethodOf(MetricTest test) {
  if (test == MetricTest::kPermBoth) return {"PERM-BOTH", "Deutsch et al. (2021)"};
  return {"Williams's test", "Williams (1959)"};
}

std::string MetaSentence(const MetaMethods& methods) {
  std::string sentence = "Agreement with people is measured by ";
  bool tested = false;
  for (size_t k = 0; k < methods.measures.size(); ++k) {
    const Measure& measure = *methods.measures[k];
    const bool last = k + 1 == methods.measures.size();
    if (k > 0) sentence += last ? " and " : ", ";
    sentence += Named({measure.title, measure.paper});
    tested = tested || measure.test != MetricTestKind::kNone;
  }
  sentence += fmt::format(
      " as computed by mtgauge {}, with percentile intervals from {} bootstrap resamples", kVersion,
      methods.resamples);
  if (tested) {
    sentence +=
        fmt::format("; metrics are compared by {}, one-sided", Named(MethodOf(methods.test)));
    const Method correction = MethodOf(methods.correction);
    if (!correction.words.empty()) {
      sentence +=
          fmt::format(", p-values corrected by {} over the pairs of metrics", Named(correction));
    }
  }
  if (methods.studies) {
    sentence += "; along what is varied by " +
                Named({"Wilcoxon's signed ranks", "Wilcoxon (1945)"}) + ", two-sided";
  }
  return sentence + ".\n";
}

std::vector<std::string_view> CitedBy(const MetaMethods& methods) {
  std::vector<std::string_view> cited;
  bool tested = false;
  for (const Measure* measure : methods.measures) {
    cited.push_back(measure->paper);
    tested = tested || measure->test != MetricTestKind::kNone;
  }
  if (tested) {
    cited.push_back(MethodOf(methods.test).cited_as);
    cited.push_back(MethodOf(methods.correction).cited_as);
  }
  if (methods.studies) cited.push_back("Wilcoxon (1945)");
  return cited;
}

std::string Bibliography(const Job& job, const std::optional<CompareOptions>& test,
                         std::vector<std::string_view> cited) {
  if (test) {
    cited.push_back(MethodOf(test->test).cited_as);
    cited.push_back(MethodOf(test->correction).cited_as);
  }
  for (const MadeMetric& made : job.metrics()) {
    cited.push_back(made.row->paper);
    if (const ReferenceTool* tool = FindTool(made.Equals())) cited.push_back(tool->cited_as);
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
  const bool meta = !args.measures.empty() || !args.studies.empty();
  std::vector<std::string_view> cited;
  if (meta) {
    if (args.measures.empty()) {
      return UsageError("--study: say what is measured, as in --measures seg-pearson");
    }
    const MetaMethods methods = ResolveMetaMethods(args);
    cited = CitedBy(methods);
    MTG_RETURN_IF_ERROR(output.Write(MetaSentence(methods)));
  }
  std::optional<CompareOptions> test;
  if (args.test || args.null || (!meta && (args.resamples || args.correction))) {
    MTG_ASSIGN_OR_RETURN(test, ResolveTest(args));
    MTG_RETURN_IF_ERROR(output.Write(TestSentence(*test)));
  }
  MTG_RETURN_IF_ERROR(output.Write("\n" + Bibliography(job, test, std::move(cited))));
  return output.Finish();
}

}  // namespace mtgauge
