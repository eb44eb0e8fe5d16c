// bench_cegar readers: what partial-order reduction saves the engine cegar as threads become more.
#pragma once

#include "heddle_command.hpp"

namespace heddle::bench {

struct ReadersOptions {
  HeddleCommand heddle;
  unsigned maxThreads = 8;
  std::string svg;
  std::string keep;
  Arguments extra; // for heddle

  void addTo(CLI::App &app);
};

support::Expected<int> runReaders(ReadersOptions &options);

} // namespace heddle::bench
