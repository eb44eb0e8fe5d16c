// Each part of a harness keeps its position: a line marker precedes it, so that clang's messages and counterexamples
// name the line of the harness file. Threads are started by Heddle's own intrinsics, since a preprocessed file without
// threads has no declaration of pthread_create.
#include "frontend/harness.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>

namespace heddle::frontend {

using support::Error;
using support::Expected;

namespace {

std::string trimmed(std::string_view text) {
  constexpr const char *blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos)
    return {};
  return std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

/// Finds the bars that separate threads.
class ThreadSplitter {
public:
  explicit ThreadSplitter(std::string_view text) : text_(text) {}

  std::vector<std::string> split() {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (!isSeparator(i))
        continue;
      parts.push_back(trimmed(text_.substr(begin, i - begin)));
      begin = i + 1;
    }
    parts.push_back(trimmed(text_.substr(begin)));
    return parts;
  }

private:
  bool isSeparator(std::size_t position) {
    const char c = text_[position];
    if (quote_ != 0) {
      if (c == quote_ && !isEscaped_)
        quote_ = 0;
      isEscaped_ = c == '\\' && !isEscaped_;
      return false;
    }
    if (c == '"' || c == '\'')
      quote_ = c;
    else if (c == '(' || c == '[' || c == '{')
      ++depth_;
    else if (c == ')' || c == ']' || c == '}')
      --depth_;
    const bool isDouble = (position > 0 && text_[position - 1] == '|') ||
                          (position + 1 < text_.size() && (text_[position + 1] == '|' || text_[position + 1] == '='));
    return c == '|' && depth_ == 0 && !isDouble;
  }

  std::string_view text_;
  char quote_ = 0;
  bool isEscaped_ = false;
  int depth_ = 0;
};

/// A scalar of the file. The text of a block (`setup: |`) begins in the line after its key.
Harness::Code codeOf(const YAML::Node &node, const std::string &path) {
  const auto text = node.as<std::string>();
  const bool isBlock = text.find('\n') != std::string::npos;
  return {text, path, static_cast<unsigned>(node.Mark().line + (isBlock ? 2 : 1))};
}

Expected<Harness> readHarness(const YAML::Node &document, const std::string &path) {
  constexpr std::array<std::string_view, 4> keys{"declarations", "setup", "threads", "check"};
  if (!document.IsMap())
    return Error{fmt::format("{}: not a harness: it has no keys", path)};
  for (const auto &entry : document)
    if (const auto key = entry.first.as<std::string>(); std::ranges::find(keys, key) == keys.end())
      return Error{fmt::format("{}:{}: '{}' is not a key of a harness; there are {}, {}, {} and {}", path,
                               entry.first.Mark().line + 1, key, keys[0], keys[1], keys[2], keys[3])};
  Harness harness;
  if (const YAML::Node node = document["declarations"])
    harness.declarations = codeOf(node, path);
  if (const YAML::Node node = document["setup"])
    harness.setup = codeOf(node, path);
  if (const YAML::Node node = document["check"])
    harness.check = codeOf(node, path);
  const YAML::Node threads = document["threads"];
  if (!threads || !threads.IsSequence() || threads.size() == 0)
    return Error{fmt::format("{}: not a harness: threads must be a list of C statements", path)};
  for (const YAML::Node &thread : threads)
    harness.threads.push_back(codeOf(thread, path));
  return harness;
}

/// A string literal of C.
std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + '"';
}

/// The code at its own position. A semicolon after statements is added, since `f(&q)` alone is none.
std::string placed(const Harness::Code &code, bool isStatement) {
  if (trimmed(code.text).empty())
    return {};
  return fmt::format("\n# {} {}\n{}{}\n", code.line, quoted(code.file), code.text, isStatement ? "\n;" : "");
}

} // namespace

Expected<std::vector<Harness::Code>> parseThreads(const std::string &text) {
  std::vector<Harness::Code> threads;
  for (const std::string &part : ThreadSplitter(text).split()) {
    if (part.empty())
      return Error{fmt::format("--threads '{}': thread {} is empty; threads are C statements, separated by |", text,
                               threads.size() + 1)};
    threads.push_back({part, fmt::format("<thread {}>", threads.size() + 1), 1});
  }
  return threads;
}

Expected<Harness> parseHarness(const std::string &path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored))
    return Error{fmt::format("{}: no such file", path)};
  try {
    return readHarness(YAML::LoadFile(path), path);
  } catch (const YAML::Exception &exception) {
    const std::string place = exception.mark.is_null() ? path : fmt::format("{}:{}", path, exception.mark.line + 1);
    return Error{fmt::format("{}: not a harness: {}", place, exception.msg)};
  }
}

std::string toSource(const Harness &harness, bool isPreprocessed) {
  const std::string here = "\n# 1 \"<harness>\"\n";
  std::string text = here;
  if (!isPreprocessed) // a check must not vanish because the library is compiled with -DNDEBUG
    text += "#undef NDEBUG\n#include <assert.h>\n";
  text += "unsigned long __heddle_spawn(void *(*)(void *), void *);\nvoid *__heddle_join(unsigned long);\n";
  text += placed(harness.declarations, false);
  std::string start;
  std::string join;
  for (std::size_t i = 1; i <= harness.threads.size(); ++i) {
    text += fmt::format("{}static void *heddle_thread_{}(void *heddle_unused) {{{}{}return heddle_unused;\n}}\n", here,
                        i, placed(harness.threads[i - 1], true), here);
    start += fmt::format("unsigned long heddle_handle_{0} = __heddle_spawn(heddle_thread_{0}, (void *)0);\n", i);
    join += fmt::format("__heddle_join(heddle_handle_{});\n", i);
  }
  text += fmt::format("{}int {}(void) {{{}{}{}{}{}{}return 0;\n}}\n", here, harnessMain, placed(harness.setup, true),
                      here, start, join, placed(harness.check, true), here);
  return text;
}

} // namespace heddle::frontend
