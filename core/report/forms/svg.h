// What charts as SVG have in common: texts, colours for light and dark pages, several in one file.
// A chart is self-contained, without scripts or external fonts and styles.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mtgauge {

struct SvgDrawing {
  std::string text;  // an <svg> element
  double width = 0, height = 0;
};

// The approximate width of a letter of the usual size, 12.
inline constexpr double kSvgLetter = 6.6;

// Converts any bytes to valid XML text.
std::string SvgText(std::string_view bytes);
// Counts code points.
double SvgLetters(std::string_view text);

// Begins a drawing with a white sheet, and its title in the middle between `left` and `right`.
// Draw in the colours #222222 (text, axes), #dddddd (grids), #f0f0f0 (shades) and #000000, or in
// colours that show on white and black: on dark pages, browsers turn the former.
std::string SvgHead(double width, double height, std::string_view title, double left, double right);

// Puts drawings below each other.
std::string StackedSvg(std::span<const SvgDrawing> drawings, std::string_view title);

}  // namespace mtgauge
