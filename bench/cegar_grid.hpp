// bench_cegar grid: the engine cegar in all configurations of Figure 5.3, on task definitions.
#pragma once

#include "heddle_command.hpp"

namespace heddle::bench {

struct GridOptions {
  HeddleCommand heddle;
  Arguments paths;
  std::string match;  // a regular expression for labels of tasks
  std::string domain; // empty: all
  unsigned jobs = 1;
  std::string csv;
  bool continued = false;
  Arguments extra; // for heddle

  void addTo(CLI::App &app);
};

support::Expected<int> runGrid(GridOptions &options);

} // namespace heddle::bench
