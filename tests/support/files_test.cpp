#include "support/files.hpp"

#include "support/temporary_directory.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace heddle::support {

TEST(ReadFile, ReturnsTheBytesOfAFile) {
  const TemporaryDirectory directory("heddle-files");
  const std::string bytes("a\r\n\0b", 5);
  std::ofstream(directory.path() / "file", std::ios::binary) << bytes;
  EXPECT_EQ(readFile(directory.path() / "file"), bytes);
}

TEST(ReadFile, TellsAnEmptyFileFromNone) {
  const TemporaryDirectory directory("heddle-files");
  std::ofstream(directory.path() / "empty", std::ios::binary).flush();
  EXPECT_EQ(readFile(directory.path() / "empty"), "");
  EXPECT_EQ(readFile(directory.path() / "missing"), std::nullopt);
}

TEST(ReadFile, DoesNotReadADirectory) {
  const TemporaryDirectory directory("heddle-files");
  EXPECT_EQ(readFile(directory.path()), std::nullopt);
}

} // namespace heddle::support
