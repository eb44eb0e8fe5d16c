// Lines of the user's files, for people who read a trace without opening an editor beside it.
#pragma once

#include "program/source.hpp"

#include <string>
#include <unordered_map>
#include <vector>

namespace heddle::report {

class SourceText {
public:
  explicit SourceText(const program::SourceMap &sources) : sources_(sources) {}

  /// The line of `span` without indentation, tabs and control characters as spaces; empty if the file
  /// cannot be read (any more).
  const std::string &line(program::SourceSpan span);

private:
  const std::vector<std::string> &linesOf(program::FileId file);

  const program::SourceMap &sources_;
  std::unordered_map<program::FileId, std::vector<std::string>> files_;
};

} // namespace heddle::report
