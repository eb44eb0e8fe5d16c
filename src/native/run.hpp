// What a native run has shown.
#pragma once

#include "native/build.hpp"
#include "native/places.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::native {

/// A switch of threads that could not be enforced.
struct Missed {
  unsigned step = 0;
  unsigned thread = 0;
  PlaceId place = noPlace;
  std::string reason;
};

struct Outcome {
  enum class Kind : std::uint8_t {
    Violation,
    Deadlock,
    Finished,
    Crash,
    Late,     // it did not end in time
    Vanished, // it ended without a report
  };
  Kind kind = Kind::Vanished;
  unsigned thread = 0;
  unsigned property = 0; // Violation: as shimNumberOf has it
  PlaceId place = noPlace;
  PlaceId other = noPlace; // of a race: the earlier access; of a freed object: where it was freed
  std::string text;        // Violation: what; Finished: how; Crash: by which signal
  struct Waiting {
    unsigned thread = 0;
    PlaceId place = noPlace;
    std::optional<unsigned> joins;
  };
  std::vector<Waiting> waiting; // of a deadlock
  std::vector<Missed> missed;
  std::vector<std::string> notes;
};

/// Reads what shim_report.c writes.
Outcome parseReport(std::string_view report);

/// Runs the binary to its end. Its output goes where that of this process goes, standard error included.
Outcome runNative(const Binary &binary, const std::vector<std::string> &arguments);

/// Starts gdb with the binary, stopped before the violation; returns the exit code of gdb, none if there is no gdb.
/// `isBatch`: gdb executes the commands, shows where the threads are, and ends.
std::optional<int> runDebugger(const Binary &binary, const std::vector<std::string> &arguments, bool isBatch);

} // namespace heddle::native
