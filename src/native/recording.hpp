// One more replay of a schedule, to record what the native run has to follow.
#pragma once

#include "interpreter/schedule.hpp"
#include "native/events.hpp"
#include "program/program.hpp"

#include <array>
#include <functional>
#include <optional>
#include <vector>

namespace heddle::native {

struct Recording {
  std::vector<Event> events;
  std::vector<ChosenInput> inputs; // the name "#slot" says which slot a new thread has
  /// The places of the two accesses of a race, as they are in the program; in a library model perhaps.
  std::optional<std::array<program::SourceSpan, 2>> race;
  /// Where memory was allocated that is lost at the end.
  std::optional<program::SourceSpan> lost;
  /// Values of uninitialised memory that are not zero, which the native run does not have.
  std::vector<program::SourceSpan> uninitialised;
  /// Functions without a body, whose results are inputs.
  std::vector<std::string> unknownFunctions;
};

/// `isNative`: whether the native run notices what happens in the file. None if the schedule cannot be followed.
std::optional<Recording> record(const program::Program &program, const interpreter::Schedule &schedule,
                                const std::function<bool(program::FileId)> &isNative);

} // namespace heddle::native
