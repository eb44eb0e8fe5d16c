// bench_trace: families of programs with a parameter, verified by engine trace with and without pruning.
#pragma once

#include "growth.hpp"

#include <vector>

namespace heddle::bench {

/// A program of bench/trace/ and the macro that is its parameter.
struct Family {
  std::string name; // also of the file
  std::string parameter;
  unsigned from;
  unsigned to;
  unsigned wrongFrom; // from here on it does not hold

  bool holds(unsigned value) const { return value < wrongFrom; }
};

std::vector<Family> tableFamilies();
Family indexerFamily();

struct FamiliesOptions {
  explicit FamiliesOptions(std::vector<Family> all) : families(std::move(all)) {}

  HeddleCommand heddle;
  std::vector<Family> families;
  std::vector<std::string> names; // of those that are wanted; none: all
  unsigned to = 20;
  PlotFile plot;
  Arguments extra; // for heddle

  void addTo(CLI::App &app);
};

support::Expected<int> runFamilies(FamiliesOptions &options);

} // namespace heddle::bench
