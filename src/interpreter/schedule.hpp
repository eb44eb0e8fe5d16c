// A schedule: everything that determines one execution, independent of the size of actions.
//
// Only steps are listed. Local work is implied: it runs right after the thread's visible action, up to the next one;
// the first local work of a thread runs when the thread is created (main's at the start). An atomic block is one
// entry. Inputs are stored per thread in the order in which the thread takes them, so they do not depend on the
// interleaving.
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
  std::string name;                                     // for people; replay ignores it
  program::InputKind kind = program::InputKind::Nondet; // set by replay only
};

/// For people: "input __VERIFIER_nondet_int → 5"; for a function of which nothing is known, "ffs() returns 7".
std::string toText(const Input &input);

struct Schedule {
  std::vector<unsigned> steps;            // thread indices, 0 is main
  std::vector<std::vector<Input>> inputs; // by thread index
  /// Threads that can never run again after the last step, according to the engine that made the schedule; replay
  /// checks that they are blocked. Empty unless the schedule leads to a deadlock.
  std::vector<unsigned> deadlocked;
  /// For a schedule from a file: the names of the properties that were checked. toJson takes them from the Program.
  std::vector<std::string> properties;
  /// For a schedule from a file: Program::unknownWrites. toJson takes it from the Program.
  bool unknownWrites = false;
};

std::string toJson(const Schedule &schedule, const program::Program &program);
support::Expected<Schedule> parseSchedule(const std::string &json);

} // namespace heddle::interpreter
