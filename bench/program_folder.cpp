#include "program_folder.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

namespace heddle::bench {

namespace fs = std::filesystem;
using support::Error;
using support::Expected;

ProgramFolder::~ProgramFolder() {
  std::error_code ignored;
  if (temporary_)
    fs::remove_all(path_, ignored);
}

std::optional<Error> ProgramFolder::open(const std::string &kept) {
  std::error_code error;
  path_ = kept;
  if (kept.empty()) {
    std::string pattern = fs::temp_directory_path(error) / "heddle-bench-XXXXXX";
    temporary_ = mkdtemp(pattern.data()) != nullptr;
    path_ = pattern;
  } else {
    fs::create_directories(path_, error);
  }
  if (!fs::is_directory(path_, error))
    return Error{fmt::format("{}: no such folder, and it cannot be made", path_.string())};
  return std::nullopt;
}

Expected<std::string> ProgramFolder::write(const std::string &name, const std::string &text) const {
  const fs::path path = path_ / name;
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file)
    return Error{fmt::format("{}: cannot be written", path.string())};
  return path.string();
}

} // namespace heddle::bench
