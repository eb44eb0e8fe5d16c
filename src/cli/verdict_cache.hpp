// Reports that were made earlier, in a directory: one file for each.
#pragma once

#include "report/json_text.hpp"
#include "support/expected.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace heddle::cli {

/// A verification that has ended with a report.
struct KeptReport {
  std::string date; // 2026-11-18T11:03:19Z
  int exitCode = 0;
  std::string output; // on standard output
  double seconds = 0;
  double processorSeconds = 0;
  std::uint64_t memory = 0; // bytes
};

class VerdictCache {
public:
  /// Makes the directory if there is none.
  static support::Expected<VerdictCache> open(const std::string &directory);

  /// The report that was kept for exactly this key. A file that is damaged, or is not an entry for it, is ignored with
  /// a note.
  std::optional<KeptReport> find(const report::Json &key) const;

  /// Several processes may do so at the same time. A failure is noted, since the report itself is not lost.
  void keep(const report::Json &key, const KeptReport &kept) const;

private:
  explicit VerdictCache(std::filesystem::path directory) : directory_(std::move(directory)) {}
  /// None if the key has bytes that are not valid UTF-8.
  std::optional<std::filesystem::path> fileFor(const report::Json &key) const;

  std::filesystem::path directory_;
};

} // namespace heddle::cli
