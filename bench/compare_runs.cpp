// Compares two runs on the tasks that both answer correctly: time spent on a wrong or missing answer says nothing about
// speed. The total is the measure, because it is the time that a user waits; the median next to it shows the typical
// task. A ratio below 1 means that this run needs less than the earlier one.
#include "compare_runs.hpp"

#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace heddle::bench {

namespace {

struct Pair {
  const Record *here;
  const Record *there;
};

class Totals {
public:
  void add(const Record &record) {
    times_.push_back(record.seconds);
    total_ += record.seconds;
    largestMemory_ = std::max(largestMemory_, record.peakMemory);
  }

  double total() const { return total_; }
  double middle() const { return median(times_); }
  std::uint64_t largestMemory() const { return largestMemory_; }

private:
  std::vector<double> times_;
  double total_ = 0;
  std::uint64_t largestMemory_ = 0;
};

void printRow(int width, std::string_view label, double here, double there) {
  fmt::print("{}  {}  {}  {}\n", cell(label, -width), cell(secondsText(here), 10), cell(secondsText(there), 10),
             cell(ratioText(here, there), 7));
}

void printOnly(std::string_view title, const std::vector<Pair> &pairs, std::string_view otherName,
               const Record *Pair::*other) {
  if (pairs.empty())
    return;
  fmt::print("\n{}: {}\n", title, pairs.size());
  for (const Pair &pair : pairs) {
    const Record &record = *(pair.*other);
    fmt::print("  {} ({}: {}{})\n", record.task, otherName, name(record.result),
               record.reason.empty() ? "" : ", " + record.reason);
  }
}

void printTotals(int width, const std::vector<Pair> &both) {
  Totals here;
  Totals there;
  for (const Pair &pair : both) {
    here.add(*pair.here);
    there.add(*pair.there);
  }
  fmt::print("\n");
  printRow(width, fmt::format("total of {} tasks", both.size()), here.total(), there.total());
  printRow(width, "median", here.middle(), there.middle());
  if (here.largestMemory() != 0 && there.largestMemory() != 0)
    fmt::print(
        "{}  {}  {}  {}\n", cell("largest memory", -width), cell(memoryText(here.largestMemory()), 10),
        cell(memoryText(there.largestMemory()), 10),
        cell(ratioText(static_cast<double>(here.largestMemory()), static_cast<double>(there.largestMemory())), 7));
}

} // namespace

void printComparison(const std::vector<Record> &here, const std::vector<Record> &there) {
  std::map<std::string_view, const Record *> thereByTask;
  for (const Record &record : there)
    thereByTask.emplace(record.task, &record);
  std::vector<Pair> both;
  std::vector<Pair> onlyHere;
  std::vector<Pair> onlyThere;
  std::size_t inBothRuns = 0;
  for (const Record &record : here) {
    const auto found = thereByTask.find(record.task);
    // The table of another tool may not name the property.
    if (found == thereByTask.end() || (!found->second->property.empty() && found->second->property != record.property))
      continue;
    ++inBothRuns;
    const Pair pair{&record, found->second};
    const bool rightThere = found->second->result == Result::Right;
    if (record.result == Result::Right)
      (rightThere ? both : onlyHere).push_back(pair);
    else if (rightThere)
      onlyThere.push_back(pair);
  }

  std::size_t width = 20;
  for (const Pair &pair : both)
    width = std::max(width, pair.here->task.size());
  const int column = static_cast<int>(width);
  fmt::print("tasks in both runs: {}; both right: {}\n\n", inBothRuns, both.size());
  fmt::print("{}  {}  {}  {}\n", cell("both right", -column), cell("here", 10), cell("other", 10), cell("ratio", 7));
  for (const Pair &pair : both)
    printRow(column, pair.here->task, pair.here->seconds, pair.there->seconds);
  printTotals(column, both);
  printOnly("right only here", onlyHere, "other", &Pair::there);
  printOnly("right only in the other", onlyThere, "here", &Pair::here);
}

} // namespace heddle::bench
