// A schedule: everything that decides one execution, in a form that survives a change of granularity.
//
// Only visible actions are listed (program::isVisible). Local work of a thread is implied: it runs
// right after the thread's visible action, up to the next one; the first local work of a thread runs
// when the thread is created (main's at the start). An atomic block is one entry. Inputs are kept per
// thread in the order in which the thread asks for them, so they do not depend on the schedule.
#pragma once

#include "program/program.hpp"
#include "support/expected.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::interpreter {

struct Input {
  program::Bits value = 0;
  unsigned width = 0;
  std::string name; // for people; not looked at by replay
};

struct Schedule {
  std::vector<unsigned> steps;            // thread indices, 0 is main
  std::vector<std::vector<Input>> inputs; // by thread index
  /// Threads that can never run again after the last step, by the word of the engine that wrote the
  /// schedule; replay sees to it that they are blocked. Empty unless the schedule shows a deadlock.
  std::vector<unsigned> deadlocked;
  /// Of a schedule from a file: names of the properties that were checked. toJson takes them from the Program.
  std::vector<std::string> properties;
};

std::string toJson(const Schedule &schedule, const program::Program &program);
support::Expected<Schedule> parseSchedule(const std::string &json);

} // namespace heddle::interpreter
