// Writes what all charts have.
#include "core/report/forms/svg.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/report/forms/html.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

// Attributes set the colours of light pages, since other programs read no media queries.
constexpr std::string_view kDark =
    "<style>@media (prefers-color-scheme: dark) {\n"
    "[fill=\"#222222\"]{fill:#dddddd}\n"
    "[fill=\"#ffffff\"]{fill:#1b1b1b}\n"
    "[fill=\"#f0f0f0\"]{fill:#2c2c2c}\n"
    "[fill=\"#000000\"]{fill:#ffffff}\n"
    "[stroke=\"#000000\"]{stroke:#ffffff}\n"
    "[stroke=\"#222222\"]{stroke:#dddddd}\n"
    "[stroke=\"#dddddd\"]{stroke:#444444}\n"
    "}</style>\n";

std::string Opening(double width, double height, std::string_view title) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222222\">\n"
      "<title>{2}</title>\n",
      width, height, SvgText(title));
}

}  // namespace

std::string SvgText(std::string_view bytes) {
  std::string out;
  for (const char c : ReplaceInvalidUtf8(bytes)) {
    const std::string_view entity = Entity(static_cast<unsigned char>(c));
    if (!entity.empty()) {
      out += entity;
    } else if (static_cast<unsigned char>(c) < ' ') {
      out += ' ';
    } else {
      out += c;
    }
  }
  return out;
}

double SvgLetters(std::string_view text) {
  return static_cast<double>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string SvgHead(double width, double height, std::string_view title, double left,
                    double right) {
  constexpr double kTitleSize = 15, kLetterOfTitle = kSvgLetter / 12 * kTitleSize;
  const double size =
      kTitleSize * std::min(1.0, width / (kLetterOfTitle * std::max(SvgLetters(title), 1.0)));
  return Opening(width, height, title) + std::string(kDark) +
         fmt::format(
             "<rect width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n"
             "<text x=\"{:.1f}\" y=\"26.0\" text-anchor=\"middle\" font-size=\"{:.3g}\">{}</text>\n",
             width, height, (left + right) / 2, size, SvgText(title));
}

std::string StackedSvg(std::span<const SvgDrawing> drawings, std::string_view title) {
  if (drawings.size() == 1) return drawings.front().text;
  double width = 0, height = 0;
  std::string inside;
  constexpr std::string_view kElement = "<svg";
  for (const SvgDrawing& drawing : drawings) {
    inside += fmt::format("{} y=\"{}\"", kElement, height) + drawing.text.substr(kElement.size());
    width = std::max(width, drawing.width);
    height += drawing.height;
  }
  return Opening(width, height, title) + inside + "</svg>\n";
}

}  // namespace mtgauge
