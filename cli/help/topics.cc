// The table of topics. Their texts come from the tables of metrics, formats and tokenizers.
#include "cli/help/topics.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/console/console.h"
#include "core/base/named.h"
#include "core/base/suggest.h"
#include "core/input/formats/format.h"
#include "core/report/forms/text_table.h"
#include "core/report/forms/text_wrap.h"
#include "core/text/language.h"
#include "core/text/tokenizing/tokenizer.h"
#include "mtgauge/lists.h"

namespace mtgauge {
namespace {

std::string Wrapped(std::string_view text) { return Paragraph(text, 0, OutputColumns()); }
std::string Below(const TextTable& table) { return '\n' + WrappedTable(table, OutputColumns()); }

std::string MetricsTopic() {
  return Wrapped(
             "Name metrics with -m, and their options after a colon: -m bleu chrf:nw=2 ter. Without "
             "-m, the metric is bleu. 'better' says whether higher or lower scores are better.") +
         '\n' + MetricsList({}, {"text", OutputColumns()}).value();
}

std::string FormatsTopic() {
  TextTable table;
  table.columns = {{"format", true}, {"names of files", true}, {"about", true}};
  table.rows.push_back({std::string(kPlainText), "all others", "one segment per line"});
  for (const FormatRow& row : Formats()) {
    table.rows.push_back({std::string(row.name), fmt::format("{}", fmt::join(row.suffixes, " ")),
                          std::string(row.help)});
  }
  return Wrapped(
             "The content of a file decides its format, else its name does; --input-format NAME "
             "chooses another. Files may be compressed with gzip, bzip2, xz or zstd. FILE:NAME "
             "selects one system, reference or column of a file, and 'mtgauge columns FILE' lists "
             "those of a table.") +
         Below(table);
}

// Returns the names of the tokenizers that split all scripts without spaces and need no model.
std::string TokenizersThatSplit() {
  std::vector<std::string_view> names;
  for (const TokenizerRow& row : Tokenizers()) {
    if (row.splits_unspaced_scripts && !row.splits_han_alone) names.push_back(row.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string LanguagesTopic() {
  TextTable table;
  table.columns = {{"language", true}, {"as in", true}, {"tokenizer", true}};
  for (const auto& [language, code] : {std::pair("Chinese", "zh"), std::pair("Japanese", "ja"),
                                       std::pair("Korean", "ko"), std::pair("all others", "de")}) {
    table.rows.push_back({language, fmt::format("-l en-{}", code),
                          std::string(TokenizerForTarget(ParseLanguages(code).target))});
  }
  return Wrapped(
             "The target language (-l) chooses the tokenizer of BLEU and of other metrics that "
             "count words, as in sacreBLEU; -tok chooses another. chrF needs none.") +
         Below(table) + '\n' +
         Wrapped(fmt::format(
             "Thai, Lao, Khmer, Burmese and Tibetan are written without spaces, too: {} sees whole "
             "clauses as words. Use chrf, -tok flores200, or one of these: {}. 'mtgauge "
             "tokenizers' lists all tokenizers, and 'mtgauge tokenize' shows what one does.",
             Tokenizers().front().name, TokenizersThatSplit()));
}

std::string CompletionsTopic() {
  return R"(Shells complete verbs, flags and values if they have a file that mtgauge writes.
Packages install it; otherwise, type this once, and open a new shell:

bash (with the package bash-completion)
  mkdir -p ~/.local/share/bash-completion/completions
  mtgauge generate bash -o ~/.local/share/bash-completion/completions/mtgauge

zsh (with 'fpath+=~/.zfunc; autoload -Uz compinit; compinit' in ~/.zshrc)
  mkdir -p ~/.zfunc
  mtgauge generate zsh -o ~/.zfunc/_mtgauge

fish
  mkdir -p ~/.config/fish/completions
  mtgauge generate fish -o ~/.config/fish/completions/mtgauge.fish

Manual pages (then: man mtgauge, man mtgauge-score)
  mkdir -p ~/.local/share/man/man1
  mtgauge generate man -o ~/.local/share/man/man1
)";
}

constexpr HelpTopic kTopics[] = {{"metrics", MetricsTopic},
                                 {"formats", FormatsTopic},
                                 {"languages", LanguagesTopic},
                                 {"completions", CompletionsTopic}};

}  // namespace

std::vector<std::string_view> TopicNames() { return NamesOfRows(kTopics); }

const HelpTopic* FindTopic(std::string_view name) { return RowNamed(kTopics, name); }

}  // namespace mtgauge
