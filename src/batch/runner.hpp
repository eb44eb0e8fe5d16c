// Runs tools on tasks, several at a time.
#pragma once

#include "batch/control_group.hpp"
#include "batch/record.hpp"
#include "batch/task_list.hpp"
#include "batch/tool.hpp"
#include "support/cancellation.hpp"

#include <functional>
#include <vector>

namespace heddle::batch {

struct Job {
  const Tool *tool;
  const BatchTask *task;
};

/// What is known of a run before it has begun.
Record recordFor(const Job &job);

/// One run, in a process of its own.
Record run(const Job &job, const ProcessLimits &limits, const support::Cancellation &interrupt,
           const ControlGroups &groups);

/// Runs all jobs, up to `parallel` at a time, and passes each record to `done` as soon as it is known (one call at a
/// time). An interrupt ends what runs; what it has cut short is not passed on.
void runAll(const std::vector<Job> &jobs, unsigned parallel, const ProcessLimits &limits,
            const support::Cancellation &interrupt, const std::function<void(const Record &)> &done);

/// The first line that the tool prints about its version; empty if it does not say.
std::string versionOf(const Tool &tool);

} // namespace heddle::batch
