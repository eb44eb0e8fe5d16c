#include "cegar_tables.hpp"

#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace heddle::bench {

namespace {

std::string rowName(const CegarConfiguration &configuration) {
  return fmt::format("{}  {}  {}", cell(configuration.domain, -9), cell(configuration.pruning, -7),
                     cell(configuration.block, -6));
}

const std::string header = rowName({"domain", "pruning", "block", {}});

std::size_t count(const std::vector<CegarResults> &tasks, std::size_t configuration, Judgement wanted) {
  return static_cast<std::size_t>(std::count_if(tasks.begin(), tasks.end(), [&](const CegarResults &results) {
    return results[configuration].judgement == wanted;
  }));
}

std::string columnsOf(const std::vector<std::string> &texts) {
  std::string line;
  for (const std::string &text : texts)
    line += "  " + cell(text, 10);
  return line;
}

/// Actions that the three reductions explore, on tasks that all of them solve.
class Comparison {
public:
  void add(const CegarResults &results, std::size_t row) {
    std::array<std::uint64_t, 3> actions{};
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const CegarResult &result = results[row + i];
      if (result.judgement != Judgement::Right || !result.exploredActions)
        return;
      actions[i] = *result.exploredActions;
    }
    const auto [none, persistent, aware] = actions;
    ++tasks_;
    persistentHelps_ += persistent <= none ? 1 : 0;
    awareHelps_ += aware <= persistent ? 1 : 0;
    bothHelp_ += aware <= persistent && persistent <= none ? 1 : 0;
    for (std::size_t i = 0; i < actions.size(); ++i)
      totals_[i] += actions[i];
  }

  void add(const Comparison &other) {
    tasks_ += other.tasks_;
    persistentHelps_ += other.persistentHelps_;
    awareHelps_ += other.awareHelps_;
    bothHelp_ += other.bothHelp_;
    for (std::size_t i = 0; i < totals_.size(); ++i)
      totals_[i] += other.totals_[i];
  }

  std::string text() const {
    const std::string share =
        tasks_ == 0 ? "–"
                    : fmt::format("{:.1f} %", 100.0 * static_cast<double>(bothHelp_) / static_cast<double>(tasks_));
    std::vector<std::string> columns;
    for (const std::uint64_t total : totals_)
      columns.push_back(countText(total));
    for (const std::uint64_t number : {tasks_, persistentHelps_, awareHelps_, bothHelp_})
      columns.push_back(std::to_string(number));
    columns.push_back(share);
    return columnsOf(columns);
  }

private:
  std::uint64_t tasks_ = 0;
  std::uint64_t persistentHelps_ = 0;
  std::uint64_t awareHelps_ = 0;
  std::uint64_t bothHelp_ = 0;
  std::array<std::uint64_t, 3> totals_{};
};

} // namespace

void printSolved(const std::vector<CegarConfiguration> &configurations, const std::vector<CegarResults> &tasks) {
  const auto &reductions = cegarReductions();
  fmt::print(
      "{}{}{}\n",
      cell(fmt::format("{} task{}", tasks.size(), tasks.size() == 1 ? "" : "s"), -static_cast<int>(header.size())),
      columnsOf({"solved", "", ""}), columnsOf({"WRONG", "", ""}));
  fmt::print("{}{}{}\n", header, columnsOf(reductions), columnsOf(reductions));
  for (std::size_t row = 0; row < configurations.size(); row += reductions.size()) {
    std::vector<std::string> solved;
    std::vector<std::string> wrong;
    for (std::size_t i = row; i < row + reductions.size(); ++i) {
      solved.push_back(std::to_string(count(tasks, i, Judgement::Right)));
      wrong.push_back(std::to_string(count(tasks, i, Judgement::Wrong)));
    }
    fmt::print("{}{}{}\n", rowName(configurations[row]), columnsOf(solved), columnsOf(wrong));
  }
}

void printExploredActions(const std::vector<CegarConfiguration> &configurations,
                          const std::vector<CegarResults> &tasks) {
  fmt::print("explored actions, in total over the tasks that all three solve, and on how many of these a stronger "
             "reduction explores no more\n");
  fmt::print("{}{}\n", header, columnsOf({"none", "persistent", "aware", "tasks", "p ≤ n", "a ≤ p", "a ≤ p ≤ n", ""}));
  Comparison all;
  for (std::size_t row = 0; row < configurations.size(); row += cegarReductions().size()) {
    Comparison comparison;
    for (const CegarResults &results : tasks)
      comparison.add(results, row);
    fmt::print("{}{}\n", rowName(configurations[row]), comparison.text());
    all.add(comparison);
  }
  fmt::print("{}{}\n", cell("all", -static_cast<int>(header.size())), all.text());
}

} // namespace heddle::bench
