// Errors: their fields, and the message made from them.
#include "core/base/status.h"

#include <gtest/gtest.h>

#include "mtgauge/status.h"

namespace mtgauge {
namespace {

TEST(Status, EachKindHasItsCodeAndComesBack) {
  EXPECT_EQ(ErrorOf(absl::OkStatus()).kind, ErrorKind::kNone);
  EXPECT_EQ(ErrorOf(UsageError("a")).kind, ErrorKind::kUsage);
  EXPECT_EQ(ErrorOf(InputError("a")).kind, ErrorKind::kInput);
  EXPECT_EQ(ErrorOf(IoError("a")).kind, ErrorKind::kIo);
  EXPECT_EQ(ErrorOf(GateFailed("a")).kind, ErrorKind::kGate);
  EXPECT_EQ(ErrorOf(CancelledError()).kind, ErrorKind::kCancelled);
  EXPECT_EQ(UsageError("a").code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(InputError("a").code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(IoError("a").code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(GateFailed("a").code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(CancelledError().code(), absl::StatusCode::kCancelled);
  for (const ErrorKind kind : {ErrorKind::kReaderGone, ErrorKind::kInternal}) {
    EXPECT_EQ(ErrorOf(MakeStatus(kind, {}, "a", "")).kind, kind);
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
      ErrorOf(Within("job.toml:7:1 (score)", InputError(place, "3:x; y", "mend: it")));
  EXPECT_EQ(error.kind, ErrorKind::kInput);
  EXPECT_EQ(error.option, "by");
  EXPECT_EQ(error.context, "job.toml:7:1 (score)");
  EXPECT_EQ(error.file, place.file);
  EXPECT_EQ(error.line, UINT64_MAX);
  EXPECT_EQ(error.segment, 0);
  EXPECT_EQ(error.what, "3:x; y");
  EXPECT_EQ(error.remedy, "mend: it");
  EXPECT_FALSE(ErrorOf(InputError({"a", 1}, "b", "")).segment.has_value());
}

TEST(Status, AFileThatTheSentenceNamesStandsInItOnce) {
  const absl::Status status =
      IoError({.file = "a.txt", .named = true}, "cannot open a.txt", "check the path");
  EXPECT_EQ(status.message(), "cannot open a.txt; check the path");
  EXPECT_EQ(ErrorOf(status).file, "a.txt");
  EXPECT_EQ(Within("step 1", status).message(), "step 1: cannot open a.txt; check the path");
}

TEST(Status, AnOptionIsToldLater) {
  const absl::Status status = WithOption("bleu:order", UsageError({.option = "order"}, "a", "b"));
  EXPECT_EQ(status.message(), "a; b");
  EXPECT_EQ(ErrorOf(status).option, "bleu:order");
  EXPECT_TRUE(WithOption("order", absl::OkStatus()).ok());
}

TEST(Status, ContextsStandOutermostFirst) {
  EXPECT_TRUE(Within("x", absl::OkStatus()).ok());
  const absl::Status status =
      Within("job.toml", Within("`input`", InputError({"a.txt", 3}, "bad", "mend it")));
  EXPECT_EQ(status.message(), "job.toml: `input`: a.txt:3: bad; mend it");
  EXPECT_EQ(ErrorOf(status).line, 3);
  EXPECT_EQ(ErrorOf(status).what, "bad");
}

TEST(Status, OnesOfOthersKeepTheirMessage) {
  const Error error = ErrorOf(absl::NotFoundError("gone; look elsewhere"));
  EXPECT_EQ(error.kind, ErrorKind::kIo);
  EXPECT_EQ(error.what, "gone; look elsewhere");
  EXPECT_EQ(error.remedy, "");
}

}  // namespace
}  // namespace mtgauge
