// WMT's XML in a build without libxml2 (MTGAUGE_WITH_XML=OFF): such a file is recognized and
// refused, so that its markup is not scored as text.
#include "core/base/build_parts.h"
#include "core/input/formats/first_tag.h"
#include "core/input/formats/format.h"

namespace mtgauge {
namespace {

constexpr std::string_view kWmtXmlSuffixes[] = {".xml"};

Detected DetectWmtXml(std::string_view head) { return DetectFirstTag(head, {"dataset"}); }

Result<std::vector<Column>> OpenWmtXml(std::unique_ptr<Source> source, Role, const OpenOptions&) {
  return LacksPart({source->name()}, "WMT's XML", kXml);
}

}  // namespace

extern const FormatRow kFormatWmtXml = {
    "wmt-xml",       "WMT's XML since 2021 (dataset, doc, src, ref, hyp); not in this build",
    kWmtXmlSuffixes, DetectWmtXml,
    OpenWmtXml,
};

}  // namespace mtgauge
