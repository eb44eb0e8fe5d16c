// Jobs on a cluster: Slurm runs them, their results come back as files.
#pragma once

#include "batch/process.hpp"
#include "support/expected.hpp"

#include <functional>
#include <string>
#include <vector>

namespace heddle::batch {

struct SlurmOptions {
  std::string name;                              // of the jobs, for squeue
  std::string partition;                         // empty: Slurm's default
  unsigned cores = 2;                            // of each job
  unsigned parallel = 0;                         // jobs at a time; 0: as many as Slurm allows
  unsigned attempts = 3;                         // for a job that is lost, with its node for instance
  Arguments command;                             // runs one job, if its number follows…
  Arguments afterwards;                          // …and these words after it
  std::string folder;                            // that all nodes see: for lists, scripts, results and logs
  std::optional<std::chrono::milliseconds> time; // of a job, as it observes it itself; Slurm's limit is a little larger
  std::optional<std::uint64_t> memory;           // the same, in bytes
};

struct ClusterWork {
  /// Whether the job has left its result (resultFile), which is taken then.
  std::function<bool(std::size_t job)> take;
  /// The job was lost too often.
  std::function<void(std::size_t job)> giveUp;
  /// Asked a few times a second. What is left is cancelled then.
  std::function<bool()> isToStop;
};

/// Where a node writes the result of a job.
std::string resultFile(const std::string &folder, std::size_t job);
/// Under another name first, so that a file is always complete.
support::Expected<bool> writeResult(const std::string &folder, std::size_t job, const std::string &text);

/// Submits the jobs with these numbers, and returns when each has been taken or given up, or it is to stop. A job that
/// ends without a result is submitted again.
support::Expected<bool> runOnCluster(const std::vector<std::size_t> &jobs, const SlurmOptions &options,
                                     const ClusterWork &work);

} // namespace heddle::batch
