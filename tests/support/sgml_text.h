// Writes SGML in mteval's format, for tests.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace mtgauge::test {

// Escapes text for SGML, in which mteval decodes entities.
inline std::string Escape(const std::string& text) {
  std::string out;
  for (const char byte : text) {
    out += byte == '&'   ? "&amp;"
           : byte == '<' ? "&lt;"
           : byte == '>' ? "&gt;"
                         : std::string(1, byte);
  }
  return out;
}

inline std::vector<std::string> Escape(const std::vector<std::string>& lines) {
  std::vector<std::string> out;
  for (const std::string& line : lines) out.push_back(Escape(line));
  return out;
}

// `tag` is "refset" or "tstset". Documents "d000", "d001", ... of `per_document` segments, whose
// ids begin with 1 in each.
inline std::string SgmlSet(
    const std::string& tag,
    const std::vector<std::pair<std::string, std::vector<std::string>>>& systems,
    size_t per_document) {
  std::string out = "<" + tag + " setid=\"s\" srclang=\"en\" trglang=\"de\">\n";
  for (const auto& [system, lines] : systems) {
    for (size_t i = 0; i < lines.size(); ++i) {
      const size_t document = i / per_document, segment = i % per_document;
      if (segment == 0) {
        std::string number = std::to_string(document);
        number.insert(0, 3 - std::min<size_t>(number.size(), 3), '0');
        out += "<doc sysid=\"" + system + "\" docid=\"d" + number + "\">\n";
      }
      out += "<seg id=\"" + std::to_string(segment + 1) + "\">" + Escape(lines[i]) + "</seg>\n";
      if (segment + 1 == per_document || i + 1 == lines.size()) out += "</doc>\n";
    }
  }
  return out + "</" + tag + ">\n";
}

}  // namespace mtgauge::test
