#include "program/source.hpp"

#include <gtest/gtest.h>

namespace heddle::program {
namespace {

TEST(SourceMap, TheSamePathIsTheSameFile) {
  SourceMap sources;
  const FileId file = sources.addFile("a.c");
  EXPECT_NE(file, noFile);
  EXPECT_EQ(sources.addFile("a.c"), file);
  EXPECT_NE(sources.addFile("b.c"), file);
  EXPECT_EQ(sources.path(file), "a.c");
  EXPECT_EQ(sources.fileCount(), 3U);
}

TEST(SourceMap, DescribesWithAndWithoutColumn) {
  SourceMap sources;
  const SourceSpan span{sources.addFile("dir/a.c"), 12, 3, noFrame};
  EXPECT_EQ(sources.describe(span), "dir/a.c:12");
  EXPECT_EQ(sources.describe(span, true), "dir/a.c:12:3");
  EXPECT_EQ(sources.describe(SourceSpan{}), "<heddle>");
}

TEST(SourceMap, UserSpanLeavesTheLibraryModels) {
  SourceMap sources;
  const FileId user = sources.addFile("a.c");
  const FileId runtime = sources.addFile("pthread.c");
  sources.markRuntime(runtime);
  const FrameId main = sources.addFrame({"main", {}});
  const FrameId lock = sources.addFrame({"pthread_mutex_lock", {user, 7, 1, main}});
  const FrameId helper = sources.addFrame({"acquire", {runtime, 20, 1, lock}});
  const SourceSpan inside{runtime, 33, 1, helper};
  EXPECT_EQ(sources.userSpan(inside), (SourceSpan{user, 7, 1, main}));
}

TEST(SourceMap, UserSpanOfUserCodeIsItself) {
  SourceMap sources;
  const SourceSpan span{sources.addFile("a.c"), 7, 1, noFrame};
  EXPECT_EQ(sources.userSpan(span), span);
}

TEST(SourceMap, UserSpanWithoutAnyUserCodeIsItself) {
  SourceMap sources;
  const FileId runtime = sources.addFile("start.c");
  sources.markRuntime(runtime);
  const SourceSpan span{runtime, 3, 1, sources.addFrame({"start", {}})};
  EXPECT_EQ(sources.userSpan(span), span);
}

} // namespace
} // namespace heddle::program
