#include "report/explanation.hpp"

#include "program/call_stack.hpp"
#include "report/text_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace heddle::report {

namespace {

constexpr std::size_t mostFrames = 6;
constexpr std::size_t leastWidth = 40;

std::string fileName(const program::SourceMap &sources, program::FileId file) {
  return std::filesystem::path(sources.path(file)).filename();
}

} // namespace

std::string stackText(const program::SourceMap &sources, program::SourceSpan span) {
  const std::vector<program::StackEntry> stack = program::callStack(sources, span);
  std::vector<std::string> frames;
  for (const program::StackEntry &entry : stack) {
    if (frames.empty())
      frames.push_back(entry.function);
    else if (entry.span.file == stack.front().span.file)
      frames.push_back(fmt::format("{}:{}", entry.function, entry.span.line));
    else
      frames.push_back(fmt::format("{} {}:{}", entry.function, fileName(sources, entry.span.file), entry.span.line));
  }
  // Of a deep recursion, both ends matter.
  if (frames.size() > mostFrames) {
    const auto first = frames.begin() + mostFrames / 2;
    const auto last = frames.end() - mostFrames / 2;
    const auto omitted = last - first;
    frames.erase(first + 1, last);
    *first = fmt::format("… {} more …", omitted);
  }
  return fmt::format("{}", fmt::join(frames, " ← "));
}

std::string explanationLines(const interpreter::Explanation &explanation, const program::SourceMap &sources,
                             std::size_t width) {
  constexpr std::size_t hanging = 6;
  if (explanation.facts.empty())
    return {};
  std::string text = "why:\n";
  for (const interpreter::Fact &fact : explanation.facts) {
    std::string line = "  " + fact.text;
    if (fact.span.known())
      line += " at " + sources.describe(fact.span);
    if (const std::string stack = stackText(sources, fact.span); !stack.empty())
      line += " in " + stack;
    line += fact.rest;
    for (const std::string &part : wrap(line, std::max(width, leastWidth), hanging))
      text += part + '\n';
  }
  return text;
}

} // namespace heddle::report
