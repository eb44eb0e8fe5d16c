// Source lines, for reports.
#pragma once

#include "program/source.hpp"

#include <string>
#include <unordered_map>
#include <vector>

namespace heddle::report {

class SourceText {
public:
  explicit SourceText(const program::SourceMap &sources) : sources_(sources) {}

  /// The line of `span`; empty if the file cannot be read.
  const std::string &line(program::SourceSpan span);
  /// The same without indentation, with spaces for tabs and control characters.
  std::string printableLine(program::SourceSpan span);

private:
  const std::vector<std::string> &linesOf(program::FileId file);

  const program::SourceMap &sources_;
  std::unordered_map<program::FileId, std::vector<std::string>> files_;
};

} // namespace heddle::report
