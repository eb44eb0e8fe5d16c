// Includes are found by a pattern, not by a preprocessor: an include within a comment, or for another platform, adds a
// file that does not matter.
#include "batch/task_files.hpp"

#include "support/hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>

namespace heddle::batch {

namespace fs = std::filesystem;

namespace {

std::string textOf(const fs::path &file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace

std::vector<fs::path> sourcesOf(const BatchTask &task) {
  static const std::regex include(R"re(#\s*include\s*"([^"\n]+)")re");
  std::vector<fs::path> sources;
  const auto add = [&](const fs::path &file) {
    const fs::path path = fs::absolute(file).lexically_normal();
    if (std::ranges::find(sources, path) == sources.end())
      sources.push_back(path);
  };
  for (const std::string &file : task.files)
    add(file);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::string text = textOf(sources[i]);
    const fs::path folder = sources[i].parent_path(); // a copy: the list grows
    std::error_code ignored;
    for (auto match = std::sregex_iterator(text.begin(), text.end(), include); match != std::sregex_iterator(); ++match)
      if (const fs::path included = folder / (*match)[1].str(); fs::is_regular_file(included, ignored))
        add(included);
  }
  return sources;
}

std::string contentOf(const BatchTask &task) {
  std::vector<fs::path> files = sourcesOf(task);
  files.emplace_back(task.definition);
  if (!task.propertyFile.empty())
    files.emplace_back(task.propertyFile);
  std::string all;
  for (const fs::path &file : files) {
    const std::string text = textOf(file);
    all += fmt::format("{}:{}:", file.filename().string(), text.size()) + text;
  }
  return fmt::format("{:016x}{:016x}", support::hashBytes(all.data(), all.size(), 0),
                     support::hashBytes(all.data(), all.size(), 1));
}

} // namespace heddle::batch
