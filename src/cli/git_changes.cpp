#include "cli/git_changes.hpp"

#include "batch/process.hpp"
#include "support/cancellation.hpp"

#include <fmt/format.h>

#include <chrono>
#include <vector>

namespace heddle::cli {

namespace fs = std::filesystem;
using support::Error;
using support::Expected;

namespace {

/// Its output, without the end of the last line; an error if it fails.
Expected<std::string> git(const std::vector<std::string> &arguments) {
  std::vector<std::string> command{"git"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const support::Cancellation never;
  const Expected<batch::ProcessResult> result =
      batch::runProcess(command, {std::chrono::minutes(10), std::nullopt, std::nullopt}, never);
  if (!result)
    return Error{"--changed-since needs git: " + result.error().message};
  if (result->exitCode != 0)
    return Error{result->errors.substr(0, result->errors.find('\n'))};
  std::string output = result->output;
  if (output.ends_with('\n'))
    output.pop_back();
  return output;
}

/// The paths of a list with -z, which are relative to the top of the work tree.
void addPaths(const std::string &list, const fs::path &top, std::set<fs::path> &paths) {
  for (std::size_t begin = 0, end = list.find('\0'); end != std::string::npos;
       begin = end + 1, end = list.find('\0', begin))
    paths.insert((top / list.substr(begin, end - begin)).lexically_normal());
}

} // namespace

Expected<std::set<fs::path>> changedFiles(const std::string &revision) {
  if (const Expected<std::string> version = git({"--version"}); !version)
    return version.error();
  const Expected<std::string> top = git({"rev-parse", "--show-toplevel"});
  if (!top)
    return Error{
        fmt::format("--changed-since: the current directory is in no work tree of git ({})", top.error().message)};
  const Expected<std::string> commit =
      git({"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
  if (!commit)
    return Error{fmt::format("--changed-since {}: git knows no such revision", revision)};
  const Expected<std::string> changed =
      git({"-C", *top, "diff", "--name-only", "--no-renames", "--no-ext-diff", "--no-relative", "-z", *commit, "--"});
  if (!changed)
    return changed.error();
  const Expected<std::string> untracked = git({"-C", *top, "ls-files", "--others", "--exclude-standard", "-z"});
  if (!untracked)
    return untracked.error();
  std::set<fs::path> paths;
  addPaths(*changed, *top, paths);
  addPaths(*untracked, *top, paths);
  return paths;
}

} // namespace heddle::cli
