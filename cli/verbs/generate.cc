// mtgauge generate: the manual pages and the shells' completions.
#include <fmt/format.h>

#include <filesystem>
#include <span>
#include <string>
#include <system_error>

#include "cli/flags/spelling.h"
#include "cli/help/generated.h"
#include "cli/verbs/verbs.h"
#include "core/base/suggest.h"
#include "mtgauge/output.h"

namespace mtgauge {
namespace {

std::span<const GeneratedForm> Forms() {
  static constexpr GeneratedForm kForms[] = {{"man", GenerateMan, GenerateManPages},
                                             {"bash", GenerateBash},
                                             {"zsh", GenerateZsh},
                                             {"fish", GenerateFish}};
  return kForms;
}

Result<const GeneratedForm*> FindForm(const std::vector<std::string>& words) {
  const std::string known = JoinChoices(GeneratedNames());
  if (words.size() != 1) return UsageError(fmt::format("say what to generate: {}", known));
  for (const GeneratedForm& form : Forms()) {
    if (form.name == words.front()) return &form;
  }
  const std::string hint = DidYouMean(words.front(), GeneratedNames());
  return UsageError(fmt::format("cannot generate '{}'{}", words.front(),
                                hint.empty() ? " (known: " + known + ")" : hint));
}

Status WriteGenerated(const std::string& path, const std::string& text) {
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(path));
  MTG_RETURN_IF_ERROR(output.Write(text));
  return output.Finish();
}

}  // namespace

std::vector<std::string_view> GeneratedNames() { return NamesOfRows(Forms()); }

Offer OfferOf(const Flag& flag) {
  if (flag.choices != nullptr) return Offer::kChoices;
  // A flag with several values that is not named BOUND takes files (--system, --scores).
  const bool files = flag.value_name == "FILE" || flag.value_name == "HYP" ||
                     (flag.kind == OptionKind::kList && flag.value_name != "BOUND");
  return files ? Offer::kFiles : Offer::kNothing;
}

std::string BriefHelp(const Flag& flag) {
  return Spelled(flag.help.substr(0, flag.help.find(';')));
}

std::string Replaced(std::string_view text, char from, std::string_view to) {
  std::string out;
  for (const char c : text) {
    if (c == from) {
      out += to;
    } else {
      out += c;
    }
  }
  return out;
}

Status RunGenerate(const LowArgs& args, const Program&) {
  MTG_ASSIGN_OR_RETURN(const GeneratedForm* const form, FindForm(args.references));
  std::error_code ignored;
  const bool folder = std::filesystem::is_directory(args.output, ignored);
  if (form->files != nullptr && !folder && !args.output.empty() &&
      !std::filesystem::path(args.output).has_extension()) {
    return UsageError(fmt::format(
        "{} is no folder; make it first, or name one page for all verbs, as in mtgauge.1",
        args.output));
  }
  if (form->files == nullptr || !folder) {
    return WriteGenerated(args.output, form->make());
  }
  for (const GeneratedFile& file : form->files()) {
    MTG_RETURN_IF_ERROR(
        WriteGenerated((std::filesystem::path(args.output) / file.name).string(), file.text));
  }
  return OkStatus();
}

}  // namespace mtgauge
