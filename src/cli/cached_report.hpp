// heddle verify --cache: the report of an earlier verification of the same program in place of a new one.
#pragma once

#include "cli/compiler_arguments.hpp"
#include "cli/verdict_cache.hpp"
#include "cli/verdict_report.hpp"
#include "cli/verification.hpp"

#include <CLI/App.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace heddle::cli {

void addCacheOption(CLI::App &command, VerificationOptions &options);

/// The words of the command line that can change a report.
std::vector<std::string> wordsForCache(const CLI::App &command, const SplitArguments &arguments);

/// What the cache does for one verification.
class CachedReport {
public:
  /// Opens the cache, unless there is none or the options have effects that a kept report does not have.
  static support::Expected<CachedReport> of(const VerificationOptions &options);

  bool isUsed() const { return cache_.has_value(); }

  /// Prints the report that was kept, if there is one, and returns its exit code. `identity` is that of frontend::load.
  std::optional<int> reuse(const std::string &identity, const report::Origin &origin);

  /// Keeps the report if another verification of the same would end alike.
  void keep(const Answered &answered, const std::string &output, int exitCode) const;

private:
  explicit CachedReport(const VerificationOptions &options) : options_(&options) {}
  void print(const KeptReport &kept) const;

  const VerificationOptions *options_;
  std::optional<VerdictCache> cache_;
  report::Json key_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

} // namespace heddle::cli
