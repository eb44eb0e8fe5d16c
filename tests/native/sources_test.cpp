#include "native/sources.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::native {
namespace {

using testing::Contains;
using testing::Not;

TEST(Sources, BundleIsTakenApart) {
  const std::vector<SourceFile> files = unbundle("@@@ a.c\nint x;\n@@@ b.h\n@@@ c.c\nint y;\n");
  ASSERT_EQ(files.size(), 3U);
  EXPECT_EQ(files[0].name, "a.c");
  EXPECT_EQ(files[0].text, "int x;\n");
  EXPECT_EQ(files[1].text, "");
  EXPECT_EQ(files[2].text, "int y;\n");
}

TEST(Sources, ModelsAndSchedulerAreInTheCommand) {
  EXPECT_FALSE(shimSources().empty());
  EXPECT_FALSE(modelSources().empty());
}

TEST(Sources, FunctionsOfModelAreThoseForPrograms) {
  EXPECT_THAT(functionsOf("mutex.c"), Contains("pthread_mutex_lock"));
  EXPECT_THAT(functionsOf("mutex.c"), Not(Contains("tryTake"))); // static
}

TEST(Sources, ModelsThatModelsNeedAreAdded) {
  EXPECT_THAT(neededModels({"mtx_lock"}), Contains("c11_threads.c"));
  EXPECT_THAT(neededModels({"mtx_lock"}), Contains("mutex.c"));
  EXPECT_TRUE(neededModels({"puts"}).empty());
}

} // namespace
} // namespace heddle::native
