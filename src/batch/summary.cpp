#include "batch/summary.hpp"

#include "support/median.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace heddle::batch {

namespace {

void add(const Record &record, Summary &summary) {
  ++summary.runs;
  summary.score += scoreOf(record);
  const bool saysTrue = record.verdict == Verdict::True;
  switch (judge(record)) {
  case Judgement::Right:
    ++(saysTrue ? summary.rightTrue : summary.rightFalse);
    summary.totalSeconds += record.seconds;
    summary.largestMemory = std::max(summary.largestMemory, record.memory);
    break;
  case Judgement::Wrong:
    ++(saysTrue ? summary.wrongTrue : summary.wrongFalse);
    break;
  case Judgement::Undecided:
    ++(record.verdict == Verdict::Error ? summary.errors : summary.unknown);
    break;
  }
}

using Key = std::tuple<std::string, std::string, std::string>;

Key keyOf(const Record &record) { return {record.tool, record.task, record.property}; }

} // namespace

std::vector<Summary> summarize(const std::vector<Record> &records) {
  std::vector<Summary> summaries;
  std::map<std::string, std::vector<double>> times;
  for (const Record &record : records) {
    auto found = std::ranges::find(summaries, record.tool, &Summary::tool);
    if (found == summaries.end()) {
      summaries.emplace_back().tool = record.tool;
      found = summaries.end() - 1;
    }
    add(record, *found);
    if (judge(record) == Judgement::Right)
      times[record.tool].push_back(record.seconds);
  }
  for (Summary &summary : summaries)
    summary.medianSeconds = support::median(times[summary.tool]);
  return summaries;
}

Comparison compare(const std::vector<Record> &before, const std::vector<Record> &now) {
  std::map<Key, const Record *> earlier;
  for (const Record &record : before)
    earlier.emplace(keyOf(record), &record);
  Comparison comparison;
  for (const Record &record : now) {
    const auto found = earlier.find(keyOf(record));
    if (found == earlier.end()) {
      ++comparison.onlyNow;
      continue;
    }
    ++comparison.common;
    const Record &other = *found->second;
    if (judge(record) == Judgement::Right && judge(other) == Judgement::Right) {
      ++comparison.bothRight;
      comparison.secondsBefore += other.seconds;
      comparison.secondsNow += record.seconds;
    }
    if (other.verdict != record.verdict)
      comparison.differences.push_back({other, record});
  }
  comparison.onlyBefore = earlier.size() - comparison.common;
  const auto change = [](const Difference &difference) {
    return static_cast<int>(judge(difference.before)) - static_cast<int>(judge(difference.now));
  };
  std::ranges::stable_sort(comparison.differences, {}, change);
  return comparison;
}

CommonTimes commonTimes(const std::vector<Record> &records) {
  CommonTimes times;
  std::map<std::pair<std::string, std::string>, std::vector<const Record *>> right; // by task and property
  for (const Record &record : records) {
    if (std::ranges::find(times.tools, record.tool, &CommonTimes::OfTool::tool) == times.tools.end())
      times.tools.emplace_back().tool = record.tool;
    if (judge(record) == Judgement::Right)
      right[{record.task, record.property}].push_back(&record);
  }
  std::map<std::string, std::vector<double>> seconds; // by tool
  for (const auto &[task, ofTask] : right)
    if (ofTask.size() == times.tools.size()) {
      ++times.tasks;
      for (const Record *record : ofTask)
        seconds[record->tool].push_back(record->seconds);
    }
  for (CommonTimes::OfTool &tool : times.tools) {
    tool.medianSeconds = support::median(seconds[tool.tool]);
    for (const double each : seconds[tool.tool])
      tool.totalSeconds += each;
  }
  return times;
}

Json toJson(const CommonTimes &times) {
  Json json{{"tasks", times.tasks}, {"tools", Json::array()}};
  for (const CommonTimes::OfTool &tool : times.tools)
    json["tools"].push_back(
        {{"tool", tool.tool}, {"medianSeconds", tool.medianSeconds}, {"totalSeconds", tool.totalSeconds}});
  return json;
}

Json toJson(const Summary &summary) {
  return {{"tool", summary.tool},
          {"runs", summary.runs},
          {"rightTrue", summary.rightTrue},
          {"rightFalse", summary.rightFalse},
          {"wrongTrue", summary.wrongTrue},
          {"wrongFalse", summary.wrongFalse},
          {"unknown", summary.unknown},
          {"errors", summary.errors},
          {"score", summary.score},
          {"medianSeconds", summary.medianSeconds},
          {"totalSeconds", summary.totalSeconds},
          {"largestMemory", summary.largestMemory}};
}

} // namespace heddle::batch
