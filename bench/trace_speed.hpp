// bench_trace speed: how fast the engine trace executes and records.
#pragma once

#include "heddle_command.hpp"

namespace heddle::bench {

struct SpeedOptions {
  HeddleCommand heddle;
  Arguments extra; // for heddle

  void addTo(CLI::App &app);
};

support::Expected<int> runSpeed(SpeedOptions &options);

} // namespace heddle::bench
