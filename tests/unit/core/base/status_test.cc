// Errors: their fields, and the message made from them.
#include "core/base/status.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <utility>

#include "mtgauge/status.h"

namespace mtgauge {
namespace {

TEST(Status, EachKindComesBack) {
  EXPECT_EQ(OkStatus().error().kind, ErrorKind::kNone);
  EXPECT_EQ(UsageError("a").error().kind, ErrorKind::kUsage);
  EXPECT_EQ(InputError("a").error().kind, ErrorKind::kInput);
  EXPECT_EQ(IoError("a").error().kind, ErrorKind::kIo);
  EXPECT_EQ(GateFailed("a").error().kind, ErrorKind::kGate);
  EXPECT_EQ(CancelledError().error().kind, ErrorKind::kCancelled);
  EXPECT_EQ(UsageError("a").kind(), ErrorKind::kUsage);
  EXPECT_EQ(InputError("a").kind(), ErrorKind::kInput);
  EXPECT_EQ(IoError("a").kind(), ErrorKind::kIo);
  EXPECT_EQ(GateFailed("a").kind(), ErrorKind::kGate);
  EXPECT_EQ(CancelledError().kind(), ErrorKind::kCancelled);
  for (const ErrorKind kind : {ErrorKind::kReaderGone, ErrorKind::kInternal}) {
    EXPECT_EQ(MakeStatus(kind, {}, "a", "").error().kind, kind);
  }
}

TEST(Status, TheSentenceIsMadeOfTheFields) {
  EXPECT_EQ(UsageError("no system").message(), "no system");
  EXPECT_EQ(UsageError("no system", "name one").message(), "no system; name one");
  EXPECT_EQ(InputError({"a.txt"}, "empty", "").message(), "a.txt: empty");
  EXPECT_EQ(InputError({"a.txt", 3, 7}, "no tab", "add one").message(), "a.txt:3: no tab; add one");
  EXPECT_EQ(UsageError({.option = "null"}, "`null` shifted", "leave it out").message(),
            "`null` shifted; leave it out");
}

TEST(Status, FieldsHoldAnyBytes) {
  ErrorPlace place;
  place.file = std::string("a\0;:\xFF", 5);
  place.line = UINT64_MAX;
  place.segment = 0;
  place.option = "by";
  const Error error =
      Within("job.toml:7:1 (score)", InputError(place, "3:x; y", "mend: it")).error();
  EXPECT_EQ(error.kind, ErrorKind::kInput);
  EXPECT_EQ(error.option, "by");
  EXPECT_EQ(error.context, "job.toml:7:1 (score)");
  EXPECT_EQ(error.file, place.file);
  EXPECT_EQ(error.line, UINT64_MAX);
  EXPECT_EQ(error.segment, 0);
  EXPECT_EQ(error.what, "3:x; y");
  EXPECT_EQ(error.remedy, "mend: it");
  EXPECT_FALSE(InputError({"a", 1}, "b", "").error().segment.has_value());
}

TEST(Status, AFileThatTheSentenceNamesStandsInItOnce) {
  const Status status =
      IoError({.file = "a.txt", .named = true}, "cannot open a.txt", "check the path");
  EXPECT_EQ(status.message(), "cannot open a.txt; check the path");
  EXPECT_EQ(status.error().file, "a.txt");
  EXPECT_EQ(Within("step 1", status).message(), "step 1: cannot open a.txt; check the path");
}

TEST(Status, AnOptionIsToldLater) {
  const Status status = WithOption("bleu:order", UsageError({.option = "order"}, "a", "b"));
  EXPECT_EQ(status.message(), "a; b");
  EXPECT_EQ(status.error().option, "bleu:order");
  EXPECT_TRUE(WithOption("order", OkStatus()).ok());
}

TEST(Status, ContextsStandOutermostFirst) {
  EXPECT_TRUE(Within("x", OkStatus()).ok());
  const Status status =
      Within("job.toml", Within("`input`", InputError({"a.txt", 3}, "bad", "mend it")));
  EXPECT_EQ(status.message(), "job.toml: `input`: a.txt:3: bad; mend it");
  EXPECT_EQ(status.error().line, 3);
  EXPECT_EQ(status.error().what, "bad");
}

TEST(Status, CopiesShareTheError) {
  const Status status = InputError({"a.txt", 3}, "bad", "mend it");
  const Status copy = status;
  EXPECT_EQ(&copy.error(), &status.error());
  EXPECT_EQ(copy.message(), "a.txt:3: bad; mend it");
}

TEST(Result, HasAValueOrAnError) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(3);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result.status().ok());
  EXPECT_EQ(**result, 3);
  EXPECT_EQ(*result.value(), 3);
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 3);
  result = InputError("bad", "mend it");
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.status().message(), "bad; mend it");
  EXPECT_THROW(
      try { result.value(); } catch (const std::runtime_error& thrown) {
        EXPECT_STREQ(thrown.what(), "bad; mend it");
        throw;
      },
      std::runtime_error);
}

TEST(Result, OfNoValueAndNoErrorIsAnError) {
  const Result<int> result = OkStatus();
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.status().kind(), ErrorKind::kInternal);
}

}  // namespace
}  // namespace mtgauge
