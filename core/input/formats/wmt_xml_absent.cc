// WMT's XML in a build without libxml2 (MTGAUGE_WITH_XML=OFF): such a file is recognized and
// refused, so that its markup is not scored as text.
#include "core/input/formats/first_tag.h"
#include "core/input/formats/format.h"

namespace mtgauge {
namespace {

constexpr std::string_view kWmtXmlSuffixes[] = {".xml"};

Detected DetectWmtXml(std::string_view head) { return DetectFirstTag(head, {"dataset"}); }

Result<std::vector<Column>> OpenWmtXml(std::unique_ptr<Source> source, Role, const OpenOptions&) {
  return UsageError({source->name()}, "WMT's XML needs libxml2, which this build lacks",
                    "install libxml2-dev and build with -DMTGAUGE_WITH_XML=ON");
}

}  // namespace

extern const FormatRow kFormatWmtXml = {
    "wmt-xml",       "WMT's XML since 2021 (dataset, doc, src, ref, hyp); not in this build",
    kWmtXmlSuffixes, DetectWmtXml,
    OpenWmtXml,
};

}  // namespace mtgauge
