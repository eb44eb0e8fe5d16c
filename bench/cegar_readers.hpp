// bench_cegar readers: the savings of partial-order reduction in engine cegar as the number of threads grows.
#pragma once

#include "growth.hpp"

namespace heddle::bench {

struct ReadersOptions {
  HeddleCommand heddle;
  unsigned maxThreads = 8;
  PlotFile plot;
  std::string keep;
  Arguments extra; // for heddle

  void addTo(CLI::App &app);
};

support::Expected<int> runReaders(ReadersOptions &options);

} // namespace heddle::bench
