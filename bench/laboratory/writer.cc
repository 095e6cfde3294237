// The output formats of a laboratory.
#include <fmt/format.h>

#include <cmath>

#include "bench/laboratory/bench.h"
#include "bench/laboratory/measuring/machine.h"

namespace mtgauge {
namespace {

constexpr std::string_view kIndent = "  ";

Json SpreadJson(std::span<const double> seconds) {
  const Spread spread = SpreadOf(seconds);
  Json json;
  json["median"] = spread.median;
  json["deviation"] = spread.deviation;
  json["least"] = spread.least;
  json["most"] = spread.most;
  return json;
}

}  // namespace

Json MachineJson(uint32_t threads) {
  const Machine machine = DescribeMachine(threads);
  Json json;
  json["cpu"] = TextOrNull(machine.cpu);
  json["instruction_set"] = machine.instruction_set;
  json["cores"] = machine.cores;
  json["governor"] = TextOrNull(machine.governor);
  json["load"] = machine.load ? Json(*machine.load) : Json();
  return json;
}

Json MethodJson(const Method& method) {
  Json json;
  json["rounds"] = method.rounds;
  json["warmups"] = method.warmups;
  json["least_seconds"] = method.least_seconds;
  json["order"] = "all candidates in each round, each round begins with the next";
  json["threads"] = 1;
  json["median_of"] = "rounds";
  json["deviation"] = "median absolute deviation";
  json["ratio_interval"] = "order statistics of the rounds' ratios, at least 95 % from 6 rounds on";
  return json;
}

Json TextsJson(const LabTexts& texts) {
  Json json;
  json["references"] = texts.names.refs;
  json["systems"] = texts.names.hyps;
  json["segments"] = texts.segments;
  json["bytes"] = texts.bytes;
  return json;
}

Json TimingJson(const Timing& timing) {
  Json json;
  json["repetitions"] = timing.repetitions;
  json["cpu_seconds"] = SpreadJson(timing.cpu);
  json["wall_seconds"] = SpreadJson(timing.wall);
  return json;
}

Json RatioJson(const Ratio& ratio) {
  Json json;
  json["median"] = ratio.median;
  json["low"] = ratio.low;
  json["high"] = ratio.high;
  json["resolved"] = ratio.resolved();
  return json;
}

std::string Rounded(double value, int digits) {
  return std::isfinite(value) ? fmt::format("{:.{}f}", value, digits) : "-";
}

std::string LabText(const LabReport& report) {
  std::string out;
  for (const LabReport::Section& section : report.sections) {
    if (!out.empty()) out += '\n';
    out += section.title + '\n';
    if (!section.table.columns.empty()) out += '\n' + AlignedTable(section.table);
    if (!section.notes.empty()) out += '\n';
    for (const std::string& note : section.notes) out += std::string(kIndent) + note + '\n';
  }
  return out;
}

std::string LabMarkdown(const LabReport& report) {
  std::string out;
  for (const LabReport::Section& section : report.sections) {
    if (!out.empty()) out += '\n';
    out += "### " + MarkdownText(section.title) + '\n';
    if (!section.table.columns.empty()) out += '\n' + MarkdownTable(section.table);
    if (!section.notes.empty()) out += '\n';
    for (const std::string& note : section.notes) out += "- " + MarkdownText(note) + '\n';
  }
  return out;
}

}  // namespace mtgauge
