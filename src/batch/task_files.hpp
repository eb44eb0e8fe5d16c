// The files that a task consists of.
#pragma once

#include "batch/task_list.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace heddle::batch {

/// The input files of a task, and those that they include by `#include "name"`, directly or not, as far as they are
/// found beside the file that includes them. Absolute paths, each once, the input files first.
std::vector<std::filesystem::path> sourcesOf(const BatchTask &task);

/// A hash of all that the task consists of: its sources, its definition and its property file.
std::string contentOf(const BatchTask &task);

} // namespace heddle::batch
