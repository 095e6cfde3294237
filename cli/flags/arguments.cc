// Splits a verb's arguments by argparse's rules, in two passes like argparse: first each argument
// is classified on its own (flag, plain word or "--"), then flags take the plain words that follow
// them, and the first remaining run of words becomes the positionals.
#include "cli/flags/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/suggest.h"

namespace mtgauge {
namespace {

// A flag as it was spelled, with the value from the same argument if there is one.
struct Match {
  std::string_view spelling;
  const Flag* flag;  // null if the argument looks like a flag but no flag has that name
  std::optional<std::string> attached;
};

enum class Kind { kWord, kFlag, kDoubleDash };
struct Classified {
  Kind kind;
  Match match;
};

// Returns true for "-5", "-0.5" and "-.5" (the word begins with "-").
bool LooksLikeNegativeNumber(std::string_view word) {
  const std::string_view digits = word.substr(1);
  const size_t dot = digits.find('.');
  const auto all_digits = [](std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
  if (dot == std::string_view::npos) return !digits.empty() && all_digits(digits);
  const std::string_view fraction = digits.substr(dot + 1);
  return all_digits(digits.substr(0, dot)) && !fraction.empty() && all_digits(fraction);
}

class Splitter {
 public:
  Splitter(std::span<const Flag* const> flags, bool positionals,
           const std::vector<std::string>& arguments)
      : takes_positionals_(positionals), arguments_(arguments) {
    for (const Flag* flag : flags) {
      spellings_.emplace_back(flag->long_name, flag);
      if (!flag->short_name.empty()) spellings_.emplace_back(flag->short_name, flag);
    }
  }

  Result<Arguments> Run() {
    MTG_RETURN_IF_ERROR(Classify());
    size_t at = 0;
    while (at < arguments_.size()) {
      if (classified_[at].kind == Kind::kFlag) {
        MTG_ASSIGN_OR_RETURN(at, TakeFlag(at));
        if (result_.help || result_.version) return std::move(result_);
      } else {
        at = TakeWords(at);
      }
    }
    if (first_extra_.has_value()) return ExtraError(*first_extra_);
    return std::move(result_);
  }

 private:
  using Spelling = std::pair<std::string_view, const Flag*>;

  const Flag* Find(std::string_view spelling) const {
    const auto it = std::find_if(spellings_.begin(), spellings_.end(),
                                 [&](const Spelling& row) { return row.first == spelling; });
    return it == spellings_.end() ? nullptr : it->second;
  }

  Status Classify() {
    bool words_only = false;
    for (const std::string& argument : arguments_) {
      if (words_only) {
        classified_.push_back({Kind::kWord, {}});
      } else if (argument == "--") {
        classified_.push_back({Kind::kDoubleDash, {}});
        words_only = true;
      } else {
        MTG_ASSIGN_OR_RETURN(std::optional<Match> match, MatchFlag(argument));
        const Kind kind = match.has_value() ? Kind::kFlag : Kind::kWord;
        classified_.push_back({kind, std::move(match).value_or(Match{})});
      }
    }
    return OkStatus();
  }

  // Returns nothing for a plain word, and a Match without a flag for an unknown flag.
  Result<std::optional<Match>> MatchFlag(std::string_view argument) const {
    if (argument.size() < 2 || argument[0] != '-') return std::optional<Match>();
    if (const Flag* flag = Find(argument)) {
      return std::optional<Match>(Match{argument, flag, std::nullopt});
    }
    const size_t equals = argument.find('=');
    if (equals != std::string_view::npos) {
      const std::string_view spelling = argument.substr(0, equals);
      if (const Flag* flag = Find(spelling)) {
        return std::optional<Match>(
            Match{spelling, flag, std::string(argument.substr(equals + 1))});
      }
    }
    std::vector<Match> matches =
        argument[1] == '-' ? LongPrefixes(argument, equals) : ShortReadings(argument);
    if (matches.size() > 1) return AmbiguityError(argument, matches);
    if (matches.size() == 1) return std::optional<Match>(std::move(matches.front()));
    if (LooksLikeNegativeNumber(argument) || argument.find(' ') != std::string_view::npos) {
      return std::optional<Match>();
    }
    return std::optional<Match>(Match{argument, nullptr, std::nullopt});
  }

  // Matches "--wid" and "--wid=2" to "--width".
  std::vector<Match> LongPrefixes(std::string_view argument, size_t equals) const {
    const std::string_view prefix = argument.substr(0, equals);
    std::optional<std::string> attached;
    if (equals != std::string_view::npos) attached = std::string(argument.substr(equals + 1));
    std::vector<Match> matches;
    for (const Spelling& row : spellings_) {
      if (row.first.starts_with(prefix)) matches.push_back({row.first, row.second, attached});
    }
    return matches;
  }

  // Reads "-w2" as -w with the value 2, and "-to" as short for -tok.
  std::vector<Match> ShortReadings(std::string_view argument) const {
    std::vector<Match> matches;
    for (const Spelling& row : spellings_) {
      if (row.first == argument.substr(0, 2)) {
        matches.push_back({row.first, row.second, std::string(argument.substr(2))});
      } else if (row.first.starts_with(argument)) {
        matches.push_back({row.first, row.second, std::nullopt});
      }
    }
    return matches;
  }

  // Takes the flag at `at` with its values; returns the index of the next argument.
  Result<size_t> TakeFlag(size_t at) {
    Match match = classified_[at].match;
    std::string letter;  // backs the spelling of a flag that was split off a cluster
    while (true) {
      if (match.flag == nullptr) {
        if (!first_extra_.has_value()) first_extra_ = at;
        return at + 1;
      }
      result_.short_help = match.spelling == match.flag->short_name;
      if (!match.attached.has_value()) return TakeValues(*match.flag, at + 1);
      if (match.flag->kind != OptionKind::kSwitch) {
        Use(*match.flag, {*match.attached});
        return at + 1;
      }
      // Reads "-bq" as "-b -q".
      const std::string rest = *match.attached;
      const Flag* next = nullptr;
      if (match.spelling[1] != '-' && !rest.empty()) {
        letter = std::string("-") + rest[0];
        next = Find(letter);
      }
      if (next == nullptr) return UnwantedValueError(*match.flag, rest);
      Use(*match.flag, {});
      match = Match{letter, next, std::nullopt};
      if (rest.size() > 1) match.attached = rest.substr(1);
    }
  }

  Result<size_t> TakeValues(const Flag& flag, size_t at) {
    const size_t first = at;
    const bool list = flag.kind == OptionKind::kList, none = flag.kind == OptionKind::kSwitch;
    const size_t wanted = none ? 0 : list ? arguments_.size() : 1;
    while (at < arguments_.size() && classified_[at].kind == Kind::kWord && at - first < wanted) {
      ++at;
    }
    if (!MayStandAlone(flag.kind) && at == first) {
      return UsageError(fmt::format("{} needs {} value: {}", FlagLabel(flag),
                                    list ? "at least one" : "a", flag.value_name));
    }
    const auto begin = arguments_.begin() + static_cast<std::ptrdiff_t>(first);
    Use(flag, {begin, begin + static_cast<std::ptrdiff_t>(at - first)});
    return at;
  }

  void Use(const Flag& flag, std::vector<std::string> values) {
    if (flag.ends_reading()) {
      (flag.long_name == "--version" ? result_.version : result_.help) = true;
      return;
    }
    result_.uses.push_back({&flag, std::move(values)});
  }

  // Takes the words from `at` up to the next flag. They are the positionals if this is the first
  // such run.
  size_t TakeWords(size_t at) {
    const bool wanted = takes_positionals_ && !run_taken_;
    run_taken_ = true;
    for (; at < arguments_.size() && classified_[at].kind != Kind::kFlag; ++at) {
      if (wanted && classified_[at].kind == Kind::kWord) {
        result_.positionals.push_back(arguments_[at]);
      } else if (!wanted && !first_extra_.has_value()) {
        first_extra_ = at;
      }
    }
    return at;
  }

  Status ExtraError(size_t at) const {
    const std::string& argument = arguments_[at];
    if (classified_[at].kind == Kind::kFlag) {
      std::vector<std::string_view> names;
      for (const Spelling& row : spellings_) names.push_back(row.first);
      const std::string_view name = std::string_view(argument).substr(0, argument.find('='));
      return UsageError(fmt::format("unknown flag '{}'{}", argument, DidYouMean(name, names)));
    }
    if (!takes_positionals_) {
      const bool has_input = std::ranges::any_of(
          spellings_, [](const Spelling& row) { return row.first == "--input"; });
      return UsageError(fmt::format("unexpected argument '{}': this verb takes only flags; {}",
                                    argument, has_input ? "name files with -i" : "-h shows them"));
    }
    return UsageError(fmt::format(
        "unexpected argument '{}': references must stand together, before the flags", argument));
  }

  static Status UnwantedValueError(const Flag& flag, const std::string& value) {
    return UsageError(fmt::format("{} takes no value, but '{}' was given", FlagLabel(flag), value));
  }

  static Status AmbiguityError(std::string_view argument, const std::vector<Match>& matches) {
    std::vector<std::string_view> names;
    for (const Match& match : matches) names.push_back(match.spelling);
    return UsageError(
        fmt::format("'{}' is ambiguous: it could be {}", argument, JoinChoices(names)));
  }

  bool takes_positionals_;
  const std::vector<std::string>& arguments_;
  std::vector<Spelling> spellings_;
  std::vector<Classified> classified_;
  Arguments result_;
  bool run_taken_ = false;
  std::optional<size_t> first_extra_;
};

}  // namespace

Result<Arguments> SplitArguments(std::span<const Flag* const> flags, bool positionals,
                                 const std::vector<std::string>& arguments) {
  return Splitter(flags, positionals, arguments).Run();
}

}  // namespace mtgauge
