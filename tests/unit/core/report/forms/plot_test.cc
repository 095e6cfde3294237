// Charts are well-formed XML for any data, and show their data.
#include "core/report/forms/plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mtgauge {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Ge;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::Not;
using ::testing::SizeIs;

struct Element {
  std::map<std::string, std::string> attributes;
  std::string text;
};

void Collect(const xmlNode* node, std::multimap<std::string, Element>& elements) {
  for (; node != nullptr; node = node->next) {
    if (node->type != XML_ELEMENT_NODE) continue;
    Element element;
    for (const xmlAttr* at = node->properties; at != nullptr; at = at->next) {
      const std::unique_ptr<xmlChar, decltype(xmlFree)> value(
          xmlNodeListGetString(node->doc, at->children, 1), xmlFree);
      element.attributes[reinterpret_cast<const char*>(at->name)] =
          reinterpret_cast<const char*>(value.get());
    }
    if (node->children != nullptr && node->children->content != nullptr) {
      element.text = reinterpret_cast<const char*>(node->children->content);
    }
    elements.emplace(reinterpret_cast<const char*>(node->name), element);
    Collect(node->children, elements);
  }
}

// Returns the elements by name; fails the test if libxml2 reports a problem with the chart.
std::multimap<std::string, Element> Parsed(const Plot& plot) {
  const std::string svg = SvgOf(plot);
  std::multimap<std::string, Element> elements;
  const std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> document(
      xmlReadMemory(svg.data(), static_cast<int>(svg.size()), "plot.svg", nullptr,
                    XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING),
      &xmlFreeDoc);
  EXPECT_NE(document, nullptr) << svg;
  if (document != nullptr) Collect(xmlDocGetRootElement(document.get()), elements);
  EXPECT_EQ(elements.count("svg"), 1U);
  return elements;
}

std::vector<std::string> Texts(const std::multimap<std::string, Element>& elements) {
  std::vector<std::string> texts;
  for (auto [at, end] = elements.equal_range("text"); at != end; ++at) {
    texts.push_back(at->second.text);
  }
  return texts;
}

std::vector<std::pair<double, double>> Circles(const Plot& plot) {
  const auto elements = Parsed(plot);
  std::vector<std::pair<double, double>> places;
  for (auto [at, end] = elements.equal_range("circle"); at != end; ++at) {
    const auto& attributes = at->second.attributes;
    places.emplace_back(std::stod(attributes.at("cx")), std::stod(attributes.at("cy")));
  }
  return places;
}

Plot PlotOf(const std::vector<std::pair<double, double>>& points) {
  Plot plot;
  plot.title = "A chart";
  plot.x.title = "across";
  plot.y.title = "up";
  for (const auto& point : points) plot.points.push_back({point.first, point.second, "", 0});
  return plot;
}

TEST(Plot, HasTitlesAndLabels) {
  Plot plot = PlotOf({});
  plot.points = {{1, 2, "first", 0}, {3, 4, "second", 1}};
  plot.series = {"round", "square"};
  plot.y.logarithmic = true;
  const auto elements = Parsed(plot);
  for (const char* text :
       {"A chart", "across", "up (logarithmic)", "first", "second", "round", "square"}) {
    EXPECT_THAT(Texts(elements), Contains(text));
  }
  EXPECT_EQ(elements.find("title")->second.text, "A chart");
  EXPECT_EQ(elements.count("circle"), 2U);  // a point and its series' mark
  EXPECT_EQ(elements.count("rect"), 3U);    // the same, and the background
}

TEST(Plot, EscapesText) {
  Plot plot = PlotOf({{1, 1}});
  plot.title = "a < b & c > d \"e\" ]]> \x01\x1b \xff \xe2\x82\xac";
  plot.points[0].label = "<script>&amp;";
  const auto elements = Parsed(plot);
  EXPECT_EQ(elements.count("script"), 0U);
  EXPECT_THAT(Texts(elements), Contains("<script>&amp;"));
  EXPECT_THAT(Texts(elements), Contains("a < b & c > d \"e\" ]]>    \xef\xbf\xbd \xe2\x82\xac"));
}

TEST(Plot, KeepsTheOrderOfValues) {
  const auto places = Circles(PlotOf({{1, 1}, {2, 10}, {4, 100}}));
  ASSERT_THAT(places, SizeIs(3));
  // Upwards on the page is downwards in SVG.
  EXPECT_LT(places[0].first, places[1].first);
  EXPECT_GT(places[0].second, places[1].second);
  EXPECT_NEAR(places[2].first - places[1].first, 2 * (places[1].first - places[0].first), 0.2);
  for (const auto& [x, y] : places) {
    EXPECT_THAT(x, AllOf(Ge(80), Le(780)));
    EXPECT_THAT(y, AllOf(Ge(48), Le(440)));
  }
}

TEST(Plot, LogarithmsMakeEqualRatiosEqualSteps) {
  Plot plot = PlotOf({{1, 1}, {10, 2}, {100, 3}, {0, 4}, {-5, 5}});
  plot.x.logarithmic = true;
  const auto places = Circles(plot);
  ASSERT_THAT(places, SizeIs(4));  // those below 0 are not drawn
  EXPECT_NEAR(places[2].first - places[1].first, places[1].first - places[0].first, 0.2);
  EXPECT_LT(places[3].first, places[0].first);  // 0
  EXPECT_THAT(Texts(Parsed(plot)), Contains("0"));
}

TEST(Plot, DrawsAnything) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(Circles(PlotOf({})), IsEmpty());
  EXPECT_THAT(Circles(PlotOf({{0, 0}})), SizeIs(1));
  EXPECT_THAT(Circles(PlotOf({{7, -3}, {7, -3}})), SizeIs(2));
  EXPECT_THAT(Circles(PlotOf({{kNan, 1}, {1, kInfinity}, {2, 2}})), SizeIs(1));
  EXPECT_THAT(Circles(PlotOf({{1e-300, 1e300}, {1e-299, 1e301}})), SizeIs(2));
  for (const bool logarithmic : {false, true}) {
    Plot plot = PlotOf({{kNan, kNan}, {-1, 0}});
    plot.x.logarithmic = plot.y.logarithmic = logarithmic;
    EXPECT_THAT(Circles(plot), SizeIs(logarithmic ? 0 : 1));
  }
}

// Correlations may differ in their last bit only.
TEST(Plot, DrawsNeighbours) {
  EXPECT_THAT(Circles(PlotOf({{-1, 0.85}, {std::nextafter(-1, 0), std::nextafter(0.85, 1)}})),
              SizeIs(2));
}

TEST(Plot, DrawsLinesAndBands) {
  Plot plot = PlotOf({});
  plot.lines = {{{1, 2, 3}, {1, 4, 9}, "squares", 1, true}, {{}, {}, "nothing", 0, false}};
  plot.bands = {{{1, 2}, {0, 3}, {2, 5}, 0}};
  const auto elements = Parsed(plot);
  ASSERT_EQ(elements.count("polyline"), 1U);
  EXPECT_EQ(elements.find("polyline")->second.attributes.count("stroke-dasharray"), 1U);
  EXPECT_THAT(Texts(elements), Contains("squares"));
  EXPECT_THAT(Texts(elements), Not(Contains("nothing")));
  ASSERT_EQ(elements.count("polygon"), 1U);
  const std::string points = elements.find("polygon")->second.attributes.at("points");
  EXPECT_EQ(std::count(points.begin(), points.end(), ','), 4);
}

TEST(Plot, DrawsIntervalsOfPoints) {
  Plot plot = PlotOf({{1, 5}});
  const auto intervals = [&plot] {
    const auto elements = Parsed(plot);
    const auto [begin, end] = elements.equal_range("line");
    return std::count_if(begin, end, [](const auto& line) {
      return line.second.attributes.at("stroke") == "#0072b2";  // grid and axes are grey
    });
  };
  EXPECT_EQ(intervals(), 0);
  plot.points[0].low = 2;
  plot.points[0].high = 8;
  EXPECT_EQ(intervals(), 1);
  plot.points[0].low = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(intervals(), 0);
}

// By colour and shape of points, or by colour and dashes of lines.
TEST(Plot, TellsManySeriesApart) {
  Plot plot;
  for (size_t s = 0; s < 16; ++s) {
    plot.points.push_back({1, 1, "", s});
    plot.lines.push_back({{1, 2}, {1, 2}, "", s, false});
  }
  const auto elements = Parsed(plot);
  for (const std::string name : {"circle", "rect", "polyline"}) {
    std::set<std::pair<std::string, std::string>> looks;
    const auto [begin, end] = elements.equal_range(name);
    for (auto at = begin; at != end; ++at) {
      auto attributes = at->second.attributes;
      looks.emplace(attributes[name == "polyline" ? "stroke" : "fill"],
                    attributes["stroke-dasharray"]);
    }
    EXPECT_EQ(looks.size(), elements.count(name)) << name;
  }
}

TEST(Plot, WritesWholeNumbersWithAllDigits) {
  Plot plot = PlotOf({{1, 1}, {2, 2}});
  EXPECT_THAT(Texts(Parsed(plot)), Contains("1.5"));
  plot.x.whole = plot.y.whole = true;
  EXPECT_THAT(Texts(Parsed(plot)), Not(Contains("1.5")));
  plot.points[1].x = 4'000'000;
  EXPECT_THAT(Texts(Parsed(plot)), Contains("1000000"));
}

TEST(Plot, HasItsSizeAndHints) {
  Plot plot = PlotOf({{1, 1}, {2, 2}});
  plot.width = 640;
  plot.height = 340;
  plot.points[1].hint = "a < b";
  const auto elements = Parsed(plot);
  EXPECT_EQ(elements.find("svg")->second.attributes.at("width"), "640");
  for (const auto& [x, y] : Circles(plot)) {
    EXPECT_THAT(x, AllOf(Ge(80), Le(620)));
    EXPECT_THAT(y, AllOf(Ge(48), Le(280)));
  }
  EXPECT_EQ(elements.count("title"), 2U);
  EXPECT_THAT(SvgOf(plot), testing::HasSubstr("<title>a &lt; b</title></circle>"));
}

TEST(Plot, SameBytesEachTime) {
  const Plot plot = PlotOf({{1, 2}, {3, 4}});
  EXPECT_EQ(SvgOf(plot), SvgOf(plot));
}

// A legend that does not fit above the drawing makes the file higher.
TEST(Plot, LongLegendsStandBelow) {
  Plot plot;
  plot.points = {{1, 1, "", 0}, {2, 2, "", 1}};
  plot.series = {"one", "another"};
  const std::string few = SvgOf(plot);
  EXPECT_NE(few.find("height=\"500\""), few.npos);
  plot.series.assign(12, "a rather long name of a series");
  const std::string many = SvgOf(plot);
  EXPECT_EQ(many.find("height=\"500\""), many.npos);
  size_t named = 0;
  for (size_t at = 0; (at = many.find(">a rather long", at)) != many.npos; ++at) ++named;
  EXPECT_EQ(named, 12U);
}

}  // namespace
}  // namespace mtgauge
