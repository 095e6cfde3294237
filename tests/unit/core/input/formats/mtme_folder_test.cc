// Folders in mt-metrics-eval's layout: which files are read, and what is rejected.
#include "core/input/formats/mtme_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/drive_dispatcher.h"
#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Two language pairs; a reference is among the outputs of the first.
class MtmeFolder : public testing::Test {
 protected:
  MtmeFolder() {
    for (const char* name :
         {"documents", "references", "system-outputs/en-de", "system-outputs/en-fr", "sources"}) {
      std::filesystem::create_directories(folder_.Path(name));
    }
    folder_.Write("documents/en-de.docs", "news\td1\nnews\td1\ntalk\td2\n");
    folder_.Write("documents/en-fr.docs", "news\td1\n");
    folder_.Write("references/en-de.refB.txt", "b1\nb2\nb3\n");
    folder_.Write("references/en-de.refA.txt", "a1\n\na3");
    folder_.Write("references/en-fr.refA.txt", "f1\n");
    folder_.Write("system-outputs/en-de/Two.txt", "x1\r\nx2\nx3\n");
    folder_.Write("system-outputs/en-de/One.v1.txt", "y1\ny2\n\n");
    folder_.Write("system-outputs/en-de/refA.txt", "a1\n\na3");
    folder_.Write("system-outputs/en-de/.hidden", "none");
    folder_.Write("system-outputs/en-fr/refA.txt", "f1\n");
    options_.language_pair = "en-de";
  }

  std::string path(const std::string& name = "") const {
    return folder_.Path(".").substr(0, folder_.Path(".").size() - 2) + name;
  }

  // Returns the names of all columns.
  std::vector<std::string> Open(const std::vector<InputPath>& inputs) {
    auto opened = OpenInputs(inputs, options_);
    if (!opened.ok()) return {opened.status().message()};
    std::vector<std::string> names;
    std::vector<std::unique_ptr<Source>> sources;
    for (auto& columns : *opened) {
      for (OpenedColumn& column : columns) {
        names.push_back(column.name);
        sources.push_back(std::move(column.source));
      }
    }
    driven_ = test::Drive(sources, 0, ReadLimits(), 1);
    EXPECT_TRUE(driven_.status.ok()) << driven_.status;
    return names;
  }

  OwnFolder folder_;
  OpenOptions options_;
  test::Driven driven_;
};

TEST_F(MtmeFolder, ReferencesSystemsAndDocuments) {
  EXPECT_THAT(Open({{path(), Role::kReference}, {path(), Role::kSystem}}),
              ElementsAre("refA", "refB", "One.v1", "Two"));
  EXPECT_THAT(driven_.lines[0], ElementsAre("a1", "", "a3"));
  EXPECT_THAT(driven_.lines[2], ElementsAre("y1", "y2", ""));
  EXPECT_THAT(driven_.lines[3], ElementsAre("x1\r", "x2", "x3"));
  EXPECT_THAT(driven_.documents, ElementsAre("d1", "d1", "d2"));
  EXPECT_THAT(driven_.ids, ElementsAre("1", "2", "3"));
  EXPECT_THAT(driven_.file_lines[0], ElementsAre(1, 2, 3));
}

TEST_F(MtmeFolder, AHumanReferenceIsASystemWhereItIsNotTheReference) {
  EXPECT_THAT(Open({{path(":refB"), Role::kReference}, {path(), Role::kSystem}}),
              ElementsAre("refB", "One.v1", "Two", "refA"));
  EXPECT_THAT(Open({{path(":refA"), Role::kReference}, {path("/"), Role::kSystem}}),
              ElementsAre("refA", "One.v1", "Two"));
  EXPECT_THAT(Open({{path(":refA"), Role::kReference}, {path(":refA"), Role::kSystem}}),
              ElementsAre("refA", "refA"));
  options_.language_pair = "en-fr";
  EXPECT_THAT(
      Open({{path(), Role::kReference}, {path(), Role::kSystem}}),
      ElementsAre(
          path(": all its systems are used as references; name the system to score, as in ") +
          path(":NAME")));
}

TEST_F(MtmeFolder, BesidePlainText) {
  const std::string plain = folder_.Write("plain", "p1\np2\np3\n");
  EXPECT_THAT(Open({{path(":refA"), Role::kReference}, {plain, Role::kSystem}}),
              ElementsAre("refA", ""));
  EXPECT_THAT(driven_.documents, ElementsAre("d1", "d1", "d2"));
}

TEST_F(MtmeFolder, Refusals) {
  EXPECT_THAT(Open({{path(":refC"), Role::kReference}}),
              ElementsAre(path(": no system or reference is called 'refC' (known: refA, refB)")));
  folder_.Write("system-outputs/en-de/Two.txt", "x1\nx2\n");
  EXPECT_THAT(Open({{path(), Role::kSystem}}),
              ElementsAre(path("/system-outputs/en-de/Two.txt: fewer lines than the 3 of ") +
                          path("/documents/en-de.docs; write one line for each segment")));
  folder_.Write("system-outputs/en-de/Two.txt", "x1\nx2\n\n\n");
  EXPECT_THAT(Open({{path(), Role::kSystem}}),
              ElementsAre(path("/system-outputs/en-de/Two.txt: more lines than the 3 of ") +
                          path("/documents/en-de.docs; write one line for each segment")));
  folder_.Write("documents/en-de.docs", "news\n");
  EXPECT_THAT(Open({{path(), Role::kReference}}).front(),
              HasSubstr("/documents/en-de.docs:1: there is no name in column 2"));
  options_.language_pair = "en-xx";
  EXPECT_THAT(
      Open({{path(), Role::kReference}}),
      ElementsAre(path(": no references of the language pair en-xx (known: en-de, en-fr)")));
  options_.language_pair = "";
  EXPECT_THAT(Open({{path(), Role::kReference}}),
              ElementsAre("the folder " + path(" has several language pairs (en-de, en-fr); choose "
                                               "one with `language-pair`")));
}

}  // namespace
}  // namespace mtgauge
