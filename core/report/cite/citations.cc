// The table of publications.
#include "core/report/cite/citations.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/tokenizing/model_tokenizer.h"
#include "core/text/words/stemmer.h"

namespace mtgauge {
namespace {

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
    {"Nakov et al. (2012)",
     R"(@inproceedings{nakov-etal-2012-optimizing,
  title     = {Optimizing for Sentence-Level {BLEU}+1 Yields Short Translations},
  author    = {Nakov, Preslav and Guzm{\'a}n, Francisco and Vogel, Stephan},
  booktitle = {Proceedings of {COLING} 2012},
  year      = {2012},
  address   = {Mumbai, India},
  publisher = {The COLING 2012 Organizing Committee},
  pages     = {1979--1994},
}
)"},
    {"Chen and Cherry (2014)",
     R"(@inproceedings{chen-cherry-2014-systematic,
  title     = {A Systematic Comparison of Smoothing Techniques for Sentence-Level {BLEU}},
  author    = {Chen, Boxing and Cherry, Colin},
  booktitle = {Proceedings of the Ninth Workshop on Statistical Machine Translation},
  year      = {2014},
  address   = {Baltimore, Maryland, USA},
  publisher = {Association for Computational Linguistics},
  pages     = {362--367},
  doi       = {10.3115/v1/W14-3346},
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
    {"Koehn et al. (2007)",
     R"(@inproceedings{koehn-etal-2007-moses,
  title     = {{M}oses: Open Source Toolkit for Statistical Machine Translation},
  author    = {Koehn, Philipp and Hoang, Hieu and Birch, Alexandra and Callison-Burch, Chris and Federico, Marcello and Bertoldi, Nicola and Cowan, Brooke and Shen, Wade and Moran, Christine and Zens, Richard and Dyer, Chris and Bojar, Ond{\v{r}}ej and Constantin, Alexandra and Herbst, Evan},
  booktitle = {Proceedings of the 45th Annual Meeting of the Association for Computational Linguistics Companion Volume Proceedings of the Demo and Poster Sessions},
  year      = {2007},
  address   = {Prague, Czech Republic},
  publisher = {Association for Computational Linguistics},
  pages     = {177--180},
}
)"},
    {"Dyer et al. (2010)",
     R"(@inproceedings{dyer-etal-2010-cdec,
  title     = {cdec: A Decoder, Alignment, and Learning Framework for Finite-State and Context-Free Translation Models},
  author    = {Dyer, Chris and Lopez, Adam and Ganitkevitch, Juri and Weese, Jonathan and Ture, Ferhan and Blunsom, Phil and Setiawan, Hendra and Eidelman, Vladimir and Resnik, Philip},
  booktitle = {Proceedings of the {ACL} 2010 System Demonstrations},
  year      = {2010},
  address   = {Uppsala, Sweden},
  publisher = {Association for Computational Linguistics},
  pages     = {7--12},
}
)"},
    {"Bird et al. (2009)",
     R"(@book{bird-etal-2009-natural,
  title     = {Natural Language Processing with {P}ython},
  author    = {Bird, Steven and Klein, Ewan and Loper, Edward},
  year      = {2009},
  publisher = {O'Reilly Media},
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
    {"Popović (2017)",
     R"(@inproceedings{popovic-2017-chrf,
  title     = {{chrF++}: words helping character n-grams},
  author    = {Popovi{\'c}, Maja},
  booktitle = {Proceedings of the Second Conference on Machine Translation},
  year      = {2017},
  address   = {Copenhagen, Denmark},
  publisher = {Association for Computational Linguistics},
  pages     = {612--618},
  doi       = {10.18653/v1/W17-4770},
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
    {"Giménez and Màrquez (2007)",
     R"(@inproceedings{gimenez-marquez-2007-linguistic,
  title     = {Linguistic Features for Automatic Evaluation of Heterogenous {MT} Systems},
  author    = {Gim{\'e}nez, Jes{\'u}s and M{\`a}rquez, Llu{\'i}s},
  booktitle = {Proceedings of the Second Workshop on Statistical Machine Translation},
  year      = {2007},
  address   = {Prague, Czech Republic},
  publisher = {Association for Computational Linguistics},
  pages     = {256--264},
}
)"},
    {"Lo et al. (2012)",
     R"(@inproceedings{lo-etal-2012-fully,
  title     = {Fully Automatic Semantic {MT} Evaluation},
  author    = {Lo, Chi-kiu and Tumuluru, Anand Karthik and Wu, Dekai},
  booktitle = {Proceedings of the Seventh Workshop on Statistical Machine Translation},
  year      = {2012},
  address   = {Montr{\'e}al, Canada},
  publisher = {Association for Computational Linguistics},
  pages     = {243--252},
}
)"},
    {"Zhou et al. (2006)",
     R"(@inproceedings{zhou-etal-2006-paraeval,
  title     = {Re-evaluating Machine Translation Results with Paraphrase Support},
  author    = {Zhou, Liang and Lin, Chin-Yew and Hovy, Eduard},
  booktitle = {Proceedings of the 2006 Conference on Empirical Methods in Natural Language Processing},
  year      = {2006},
  address   = {Sydney, Australia},
  publisher = {Association for Computational Linguistics},
  pages     = {77--84},
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
    {"Goyal et al. (2022)",
     R"(@article{goyal-etal-2022-flores,
  title   = {The {Flores-101} Evaluation Benchmark for Low-Resource and Multilingual Machine Translation},
  author  = {Goyal, Naman and Gao, Cynthia and Chaudhary, Vishrav and Chen, Peng-Jen and Wenzek, Guillaume and Ju, Da and Krishnan, Sanjana and Ranzato, Marc'Aurelio and Guzm{\'a}n, Francisco and Fan, Angela},
  journal = {Transactions of the Association for Computational Linguistics},
  volume  = {10},
  year    = {2022},
  pages   = {522--538},
  doi     = {10.1162/tacl_a_00474},
}
)"},
    {"NLLB Team et al. (2022)",
     R"(@article{nllb-team-etal-2022-no,
  title   = {No Language Left Behind: Scaling Human-Centered Machine Translation},
  author  = {{NLLB Team} and Costa-juss{\`a}, Marta R. and Cross, James and {\c{C}}elebi, Onur and Elbayad, Maha and Heafield, Kenneth and others},
  journal = {arXiv preprint arXiv:2207.04672},
  year    = {2022},
}
)"},
    {"Elmadany et al. (2024)",
     R"(@inproceedings{elmadany-etal-2024-toucan,
  title     = {Toucan: Many-to-Many Translation for 150 {A}frican Language Pairs},
  author    = {Elmadany, AbdelRahim and Adebara, Ife and Abdul-Mageed, Muhammad},
  booktitle = {Findings of the Association for Computational Linguistics: {ACL} 2024},
  year      = {2024},
  address   = {Bangkok, Thailand},
  publisher = {Association for Computational Linguistics},
  pages     = {13189--13206},
  doi       = {10.18653/v1/2024.findings-acl.781},
}
)"},
    {"Kudo and Richardson (2018)",
     R"(@inproceedings{kudo-richardson-2018-sentencepiece,
  title     = {{SentencePiece}: A simple and language independent subword tokenizer and detokenizer for Neural Text Processing},
  author    = {Kudo, Taku and Richardson, John},
  booktitle = {Proceedings of the 2018 Conference on Empirical Methods in Natural Language Processing: System Demonstrations},
  year      = {2018},
  address   = {Brussels, Belgium},
  publisher = {Association for Computational Linguistics},
  pages     = {66--71},
  doi       = {10.18653/v1/D18-2012},
}
)"},
    {"Kudo et al. (2004)",
     R"(@inproceedings{kudo-etal-2004-applying,
  title     = {Applying Conditional Random Fields to {J}apanese Morphological Analysis},
  author    = {Kudo, Taku and Yamamoto, Kaoru and Matsumoto, Yuji},
  booktitle = {Proceedings of the 2004 Conference on Empirical Methods in Natural Language Processing},
  year      = {2004},
  address   = {Barcelona, Spain},
  publisher = {Association for Computational Linguistics},
  pages     = {230--237},
}
)"},
    {"Porter (1980)",
     R"(@article{porter-1980-algorithm,
  title   = {An algorithm for suffix stripping},
  author  = {Porter, Martin F.},
  journal = {Program},
  volume  = {14},
  number  = {3},
  year    = {1980},
  pages   = {130--137},
  doi     = {10.1108/eb046814},
}
)"},
    {"Porter (2001)",
     R"(@misc{porter-2001-snowball,
  title        = {Snowball: A language for stemming algorithms},
  author       = {Porter, Martin F.},
  year         = {2001},
  howpublished = {\url{https://snowballstem.org/texts/introduction.html}},
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
    {"Pearson (1895)",
     R"(@article{pearson-1895-note,
  title   = {Note on Regression and Inheritance in the Case of Two Parents},
  author  = {Pearson, Karl},
  journal = {Proceedings of the Royal Society of London},
  volume  = {58},
  year    = {1895},
  pages   = {240--242},
}
)"},
    {"Spearman (1904)",
     R"(@article{spearman-1904-proof,
  title   = {The Proof and Measurement of Association between Two Things},
  author  = {Spearman, Charles},
  journal = {The American Journal of Psychology},
  volume  = {15},
  number  = {1},
  year    = {1904},
  pages   = {72--101},
  doi     = {10.2307/1412159},
}
)"},
    {"Kendall (1945)",
     R"(@article{kendall-1945-treatment,
  title   = {The Treatment of Ties in Ranking Problems},
  author  = {Kendall, Maurice G.},
  journal = {Biometrika},
  volume  = {33},
  number  = {3},
  year    = {1945},
  pages   = {239--251},
  doi     = {10.1093/biomet/33.3.239},
}
)"},
    {"Stuart (1953)",
     R"(@article{stuart-1953-estimation,
  title   = {The Estimation and Comparison of Strengths of Association in Contingency Tables},
  author  = {Stuart, Alan},
  journal = {Biometrika},
  volume  = {40},
  number  = {1/2},
  year    = {1953},
  pages   = {105--110},
  doi     = {10.1093/biomet/40.1-2.105},
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
    {"Hochberg (1988)",
     R"(@article{hochberg-1988-sharper,
  title   = {A sharper {B}onferroni procedure for multiple tests of significance},
  author  = {Hochberg, Yosef},
  journal = {Biometrika},
  volume  = {75},
  number  = {4},
  year    = {1988},
  pages   = {800--802},
  doi     = {10.1093/biomet/75.4.800},
}
)"},
    {"Dunn (1961)",
     R"(@article{dunn-1961-multiple,
  title   = {Multiple Comparisons among Means},
  author  = {Dunn, Olive Jean},
  journal = {Journal of the American Statistical Association},
  volume  = {56},
  number  = {293},
  year    = {1961},
  pages   = {52--64},
  doi     = {10.1080/01621459.1961.10482090},
}
)"},
    {"Šidák (1967)",
     R"(@article{sidak-1967-rectangular,
  title   = {Rectangular Confidence Regions for the Means of Multivariate Normal Distributions},
  author  = {{\v{S}}id{\'a}k, Zbyn{\v{e}}k},
  journal = {Journal of the American Statistical Association},
  volume  = {62},
  number  = {318},
  year    = {1967},
  pages   = {626--633},
  doi     = {10.1080/01621459.1967.10482935},
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
    {"Benjamini and Yekutieli (2001)",
     R"(@article{benjamini-yekutieli-2001-control,
  title   = {The control of the false discovery rate in multiple testing under dependency},
  author  = {Benjamini, Yoav and Yekutieli, Daniel},
  journal = {The Annals of Statistics},
  volume  = {29},
  number  = {4},
  year    = {2001},
  pages   = {1165--1188},
  doi     = {10.1214/aos/1013699998},
}
)"},
};

constexpr ReferenceTool kReferenceTools[] = {
    {"sacrebleu-", "sacreBLEU", "Post (2018)"},
    {"mteval-", "mteval", "Doddington (2002)"},
    {"moses-", "Moses", "Koehn et al. (2007)"},
    {"cdec-", "cdec", "Dyer et al. (2010)"},
    {"nltk-", "NLTK", "Bird et al. (2009)"},
    {"rouge_score-", "rouge_score", "Lin (2004)"},
    {"ribes-", "RIBES.py", "Isozaki et al. (2010)"},
    {"tercom-", "tercom", "Snover et al. (2006)"},
    {"meteor-", "METEOR", "Denkowski and Lavie (2014)"},
};

constexpr std::string_view kStemOption = "stem";

}  // namespace

std::span<const Publication> Publications() { return kPublications; }

const Publication* FindPublication(std::string_view cited_as) {
  for (const Publication& publication : kPublications) {
    if (publication.cited_as == cited_as) return &publication;
  }
  return nullptr;
}

CitedMethod MethodOf(TestKind test) {
  if (test == TestKind::kBootstrap) return {"paired bootstrap resampling", "Koehn (2004)"};
  return {"approximate randomization", "Riezler and Maxwell (2005)"};
}

CitedMethod MethodOf(Correction correction) {
  switch (correction) {
    case Correction::kMaxT:
      return {"step-down max-T", "Westfall and Young (1993)"};
    case Correction::kHolm:
      return {"Holm's method", "Holm (1979)"};
    case Correction::kHochberg:
      return {"Hochberg's method", "Hochberg (1988)"};
    case Correction::kBonferroni:
      return {"Bonferroni's method", "Dunn (1961)"};
    case Correction::kSidak:
      return {"Šidák's method", "Šidák (1967)"};
    case Correction::kBenjaminiHochberg:
      return {"the false discovery rate", "Benjamini and Hochberg (1995)"};
    case Correction::kBenjaminiYekutieli:
      return {"the false discovery rate under any dependence", "Benjamini and Yekutieli (2001)"};
    case Correction::kNone:
      break;
  }
  return {"", ""};
}

CitedMethod MethodOf(MetricTest test) {
  if (test == MetricTest::kPermBoth) return {"PERM-BOTH", "Deutsch et al. (2021)"};
  return {"Williams's test", "Williams (1959)"};
}

const ReferenceTool* FindReferenceTool(std::string_view equals) {
  for (const ReferenceTool& tool : kReferenceTools) {
    if (equals.starts_with(tool.prefix)) return &tool;
  }
  return nullptr;
}

std::string ReferenceToolName(std::string_view equals) {
  const ReferenceTool* tool = FindReferenceTool(equals);
  if (tool == nullptr) return std::string(equals);
  return fmt::format("{} {}", tool->name, equals.substr(tool->prefix.size()));
}

Papers PapersOf(const MadeMetric& made) {
  Papers papers;
  if (!made.row->paper.empty()) papers.push_back(made.row->paper);
  for (const std::string_view paper : made.metric->MorePapers()) papers.push_back(paper);
  return papers;
}

Papers PapersOfTokenizer(std::string_view name) {
  for (const ModelTokenizerRow& row : ModelTokenizers()) {
    if (row.name == name.substr(0, name.find(':'))) return {row.papers.begin(), row.papers.end()};
  }
  return {};
}

std::string_view PaperOfStemmer(std::string_view name) {
  return name == "porter" ? "Porter (1980)" : "Porter (2001)";
}

std::vector<CitedPart> CitedParts(const MadeMetric& made) {
  std::vector<CitedPart> parts;
  const auto add = [&](std::string words, Papers papers) {
    const bool known = std::any_of(parts.begin(), parts.end(),
                                   [&](const CitedPart& part) { return part.words == words; });
    if (!papers.empty() && !known) parts.push_back({std::move(words), std::move(papers)});
  };
  // Stemmers that are part of a metric are described in its own paper.
  const bool stemmer_is_option =
      std::any_of(made.row->options.begin(), made.row->options.end(),
                  [](const MetricOptionRow& option) { return option.name == kStemOption; });
  for (const ViewSpec& view : made.metric->Views()) {
    if (view.tokenizer != nullptr) {
      const std::string_view name = view.tokenizer->name;
      add(fmt::format("the tokenizer {}", name.substr(0, name.find(':'))), PapersOfTokenizer(name));
    }
    if (view.stemmer != nullptr && stemmer_is_option) {
      add(fmt::format("the stemmer {}", view.stemmer->name), {PaperOfStemmer(view.stemmer->name)});
    }
  }
  return parts;
}

std::string InBrackets(const Papers& papers) {
  std::string text;
  for (const std::string_view paper : papers) {
    const size_t open = paper.rfind(" (");
    text += fmt::format("{}{}, {}", text.empty() ? "(" : "; ", paper.substr(0, open),
                        paper.substr(open + 2, paper.size() - open - 3));
  }
  return text.empty() ? text : text + ')';
}

}  // namespace mtgauge
