// What the records of a run say together, and how they differ from those of another run.
#pragma once

#include "batch/record.hpp"

#include <string>
#include <vector>

namespace heddle::batch {

/// Of one tool.
struct Summary {
  std::string tool;
  std::size_t runs = 0;
  std::size_t rightTrue = 0;
  std::size_t rightFalse = 0;
  std::size_t wrongTrue = 0;
  std::size_t wrongFalse = 0;
  std::size_t unknown = 0; // also a verdict where none is expected
  std::size_t errors = 0;
  int score = 0;
  double medianSeconds = 0; // of the right ones, as the next two
  double totalSeconds = 0;
  std::uint64_t largestMemory = 0;

  std::size_t right() const { return rightTrue + rightFalse; }
  std::size_t wrong() const { return wrongTrue + wrongFalse; }
};

/// In the order in which the tools occur.
std::vector<Summary> summarize(const std::vector<Record> &records);

/// A run whose verdict is another one than before.
struct Difference {
  Record before;
  Record now;
};

struct Comparison {
  std::size_t common = 0;              // runs of both
  std::vector<Difference> differences; // those that became worse first
  std::size_t bothRight = 0;
  double secondsBefore = 0; // of those that are right in both
  double secondsNow = 0;
  std::size_t onlyBefore = 0; // runs of one of the two
  std::size_t onlyNow = 0;
};

Comparison compare(const std::vector<Record> &before, const std::vector<Record> &now);

/// Times on the tasks for which every tool is right, which are those that can be compared.
struct CommonTimes {
  struct OfTool {
    std::string tool;
    double medianSeconds = 0;
    double totalSeconds = 0;
  };
  std::size_t tasks = 0;
  std::vector<OfTool> tools; // in the order in which they occur
};

CommonTimes commonTimes(const std::vector<Record> &records);

Json toJson(const Summary &summary);
Json toJson(const CommonTimes &times);

} // namespace heddle::batch
