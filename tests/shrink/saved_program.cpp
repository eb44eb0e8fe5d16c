#include "shrink/saved_program.hpp"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <fstream>

namespace heddle::shrink {

namespace fs = std::filesystem;

Budget campaignBudget() { return Budget(3000, std::chrono::minutes(5)); }

std::string shrinkAndSave(const std::string &text, const IsInteresting &isInteresting, TaskDefinition task,
                          Budget &budget) {
  const std::string small = shrinkC(text, isInteresting, budget);
  const fs::path folder = HEDDLE_SHRUNK_DIRECTORY;
  fs::create_directories(folder);
  const fs::path file = folder / (task.file + ".c");
  task.file += ".c";
  const fs::path definition = fs::path(file).replace_extension(".yml");
  std::ofstream(file) << small;
  std::ofstream(definition) << toYaml(task);
  return fmt::format("{}saved as {}\nand {}: move both into a folder of tests/programs{}\n", small, file.string(),
                     definition.string(), budget.isExhausted() ? "\n(not minimal: the limit was reached)" : "");
}

std::string asFileName(const std::string &description) {
  std::string name;
  for (const char c : description) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  return name;
}

} // namespace heddle::shrink
