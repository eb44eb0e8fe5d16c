#include "report/source_text.hpp"

#include <fstream>

namespace heddle::report {

namespace {

bool isControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// Replaces control characters, so that the terminal does not interpret escape sequences of a source file.
std::string printable(const std::string &line) {
  std::string result;
  for (const char c : line)
    result += isControl(c) ? ' ' : c;
  const auto first = result.find_first_not_of(' ');
  if (first == std::string::npos)
    return {};
  return result.substr(first, result.find_last_not_of(' ') - first + 1);
}

} // namespace

const std::string &SourceText::line(program::SourceSpan span) {
  static const std::string nothing;
  if (!span.known())
    return nothing;
  const auto &lines = linesOf(span.file);
  return span.line <= lines.size() ? lines[span.line - 1] : nothing;
}

std::string SourceText::printableLine(program::SourceSpan span) { return printable(line(span)); }

const std::vector<std::string> &SourceText::linesOf(program::FileId file) {
  const auto [entry, isNew] = files_.try_emplace(file);
  if (isNew) {
    std::ifstream stream(sources_.path(file));
    for (std::string line; std::getline(stream, line);)
      entry->second.push_back(line);
  }
  return entry->second;
}

} // namespace heddle::report
