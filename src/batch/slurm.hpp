// Batch runs on a cluster: Slurm runs the jobs, the records come back as files.
#pragma once

#include "batch/record.hpp"
#include "batch/runner.hpp"
#include "support/cancellation.hpp"
#include "support/expected.hpp"

#include <functional>
#include <string>
#include <vector>

namespace heddle::batch {

struct SlurmOptions {
  std::string partition; // empty: Slurm's default
  unsigned cores = 2;    // of each run
  unsigned parallel = 0; // runs at a time; 0: as many as Slurm allows
  unsigned attempts = 3; // for a run that is lost, with its node for instance
  Arguments command;     // runs one job, if its number follows…
  Arguments afterwards;  // …and these words after it
  std::string folder;    // that all nodes see: for lists, scripts, records and logs
};

/// Where a node writes the record of a job.
std::string recordFile(const std::string &folder, std::size_t job);
support::Expected<bool> writeRecord(const std::string &folder, std::size_t job, const Record &record);

/// Submits the jobs with these numbers, and passes each record to `done` when it is there. A job that ends without a
/// record is submitted again. An interrupt cancels what is left.
support::Expected<bool> runOnCluster(const std::vector<std::size_t> &numbers, const std::vector<Job> &jobs,
                                     const ProcessLimits &limits, const SlurmOptions &options,
                                     const support::Cancellation &interrupt,
                                     const std::function<void(const Record &)> &done);

} // namespace heddle::batch
