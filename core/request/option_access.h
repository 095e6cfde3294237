// Stores the checked values of an option in the fields of a struct, and reads them back for the
// record of a run. `Args` is RequestParts, or an interface's extension of it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/numbers.h"
#include "core/base/printing.h"
#include "core/base/status.h"
#include "core/base/suggest.h"
#include "core/significance/conventions.h"

namespace mtgauge {

using OptionValues = std::vector<std::string>;
using OptionUses = std::vector<OptionValues>;  // the values of each use
using OptionChoices = std::vector<std::string_view> (*)();

template <typename Args>
class OptionAccess {
 public:
  // Messages do not name the option; the caller adds that.
  using Set = Status (*)(Args& args, const OptionValues& values);
  // Returns the uses of the option that would set what is in `args`; empty if nothing is set.
  using Get = OptionUses (*)(const Args& args);

  constexpr OptionAccess(std::nullptr_t) {}
  // Options without `get` are in no record.
  constexpr OptionAccess(Set to, Get from = nullptr) : set(to), get(from) {}
  constexpr OptionAccess(OptionAccess (*make)()) : OptionAccess(make()) {}

  Set set = nullptr;
  Get get = nullptr;
};

// Returns the value of a field as the values of one use.
inline OptionUses OneUse(const std::string& text) {
  return text.empty() ? OptionUses() : OptionUses{{text}};
}
inline OptionUses OneUse(const std::optional<std::string>& text) {
  return text ? OptionUses{{*text}} : OptionUses();
}

inline Status CheckNotEmpty(const OptionValues& files) {
  const bool empty = std::find(files.begin(), files.end(), std::string()) != files.end();
  return empty ? UsageError("the file name is empty") : OkStatus();
}

// Returns the names in one of the tables of conventions.
template <const auto& table>
std::vector<std::string_view> ChoicesOf() {
  return NamesOfRows(table);
}

// Access to a field `member` of Args, for the rows of a table of options.
template <typename Args>
struct FieldAccess {
  using Access = OptionAccess<Args>;

  template <auto member>
  static constexpr Access Switch() {
    return {[](Args& args, const OptionValues&) {
              args.*member = true;
              return OkStatus();
            },
            [](const Args& args) { return OptionUses(args.*member ? 1 : 0); }};
  }

  template <auto member>
  static constexpr Access Text() {
    return {[](Args& args, const OptionValues& values) {
              args.*member = values.front();
              return OkStatus();
            },
            [](const Args& args) { return OneUse(args.*member); }};
  }

  template <auto member>
  static constexpr Access File() {
    return {[](Args& args, const OptionValues& values) {
              args.*member = values.front();
              return CheckNotEmpty(values);
            },
            [](const Args& args) { return OneUse(args.*member); }};
  }

  // The name of a field or a command.
  template <auto member>
  static constexpr Access Name() {
    return {[](Args& args, const OptionValues& values) {
              args.*member = values.front();
              return values.front().empty() ? UsageError("the name is empty") : OkStatus();
            },
            [](const Args& args) { return OneUse(args.*member); }};
  }

  template <auto member>
  static constexpr Access List() {
    return {[](Args& args, const OptionValues& values) {
              (args.*member).insert((args.*member).end(), values.begin(), values.end());
              return OkStatus();
            },
            [](const Args& args) {
              return (args.*member).empty() ? OptionUses() : OptionUses{args.*member};
            }};
  }

  template <auto member, const auto& table>
  static constexpr Access Choice() {
    return {[](Args& args, const OptionValues& values) {
              for (const auto& row : table) {
                if (row.name == values.front()) args.*member = row.value;
              }
              return OkStatus();
            },
            [](const Args& args) {
              const auto value = Held(args.*member);
              return value ? OneUse(std::string(NameOf(table, *value))) : OptionUses();
            }};
  }

  template <auto member, uint64_t least, uint64_t most>
  static constexpr Access Number() {
    return {ReadNumber<member, least, most>, [](const Args& args) {
              // A value below the least was never given.
              const auto number = Held(args.*member);
              return number && *number >= least ? OneUse(fmt::to_string(*number)) : OptionUses();
            }};
  }

  // 0 means not given.
  template <auto member>
  static constexpr Access Share() {
    return {ReadReal<member, 1>, RealUses<member>};
  }
  template <auto member>
  static constexpr Access Positive() {
    return {ReadReal<member, 0>, RealUses<member>};
  }

 private:
  // Returns the value of a field, which may be optional.
  template <typename Value>
  static std::optional<Value> Held(const std::optional<Value>& value) {
    return value;
  }
  template <typename Value>
  static std::optional<Value> Held(const Value& value) {
    return value;
  }

  template <auto member, uint64_t least, uint64_t most>
  static Status ReadNumber(Args& args, const OptionValues& values) {
    const std::optional<uint64_t> number = ParseNumber<uint64_t>(values.front());
    if (!number || *number < least || *number > most) {
      return UsageError(
          fmt::format("'{}' is not a whole number from {} to {}", values.front(), least, most));
    }
    args.*member = static_cast<typename decltype(Held(args.*member))::value_type>(*number);
    return OkStatus();
  }

  // Accepts numbers below `bound`; 0: any positive one.
  template <auto member, int bound>
  static Status ReadReal(Args& args, const OptionValues& values) {
    const std::optional<double> number = ParseNumber<double>(values.front());
    if (!number || !(*number > 0 && *number < (bound > 0 ? bound : 1e300))) {
      return UsageError(fmt::format("'{}' is not a {}", values.front(),
                                    bound > 0 ? "number between 0 and 1" : "positive number"));
    }
    args.*member = *number;
    return OkStatus();
  }
  template <auto member>
  static OptionUses RealUses(const Args& args) {
    return args.*member > 0 ? OneUse(ShortestDouble(args.*member)) : OptionUses();
  }
};

}  // namespace mtgauge
