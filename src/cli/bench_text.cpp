#include "cli/bench_text.hpp"

#include "cli/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::cli {

using namespace heddle::batch;

namespace {

/// Verdicts that cannot be judged.
std::string unaskedText(const std::vector<Record> &records, const std::string &tool) {
  const auto count = [&](Verdict verdict) {
    return std::ranges::count_if(records, [&](const Record &record) {
      return record.tool == tool && record.verdict == verdict && !record.expected;
    });
  };
  const auto yes = count(Verdict::True);
  const auto no = count(Verdict::False);
  return yes + no == 0 ? std::string()
                       : fmt::format("\n{}: {} true and {} false where no verdict is expected, which count as unknown "
                                     "here\n",
                                     tool, yes, no);
}

/// The ratio is to the first tool.
std::string commonText(const CommonTimes &common) {
  if (common.tools.size() < 2 || common.tasks == 0)
    return {};
  std::string text = fmt::format("\non the {} that {} right for:\n", counted(common.tasks, "task"),
                                 common.tools.size() == 2 ? "both are" : "all are");
  const CommonTimes::OfTool &first = common.tools.front();
  for (const CommonTimes::OfTool &tool : common.tools)
    text +=
        fmt::format("{:<16} median {:>7.2f} s  total {:>7.1f} s{}\n", tool.tool, tool.medianSeconds, tool.totalSeconds,
                    &tool == &first || first.totalSeconds <= 0
                        ? std::string()
                        : fmt::format("  {:.2f} times that of {}", tool.totalSeconds / first.totalSeconds, first.tool));
  return text;
}

} // namespace

std::string counted(std::size_t count, const std::string &noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string progressLine(const std::vector<Record> &records, std::size_t known, std::size_t total,
                         std::chrono::duration<double> elapsed) {
  const auto count = [&](Judgement judgement) {
    return std::ranges::count_if(records, [&](const Record &record) { return judge(record) == judgement; });
  };
  const std::size_t finished = records.size();
  constexpr std::size_t width = 20;
  const std::string bar(total == 0 ? width : width * finished / total, '#');
  std::string line = fmt::format("[{:.<{}}] {}/{} ({} %)  {} right, {} wrong, {} undecided", bar, width, finished,
                                 total, total == 0 ? 100 : 100 * finished / total, count(Judgement::Right),
                                 count(Judgement::Wrong), count(Judgement::Undecided));
  if (finished > known) {
    const auto left = elapsed * (static_cast<double>(total - finished) / static_cast<double>(finished - known));
    line += fmt::format("  {} left", describeDuration(std::chrono::duration_cast<std::chrono::seconds>(left)));
  }
  return line;
}

std::string resultTable(const std::vector<Record> &records) {
  std::string text;
  for (const Record &record : records)
    if (judge(record) == Judgement::Wrong)
      text += fmt::format("WRONG  {}  {}  {}: {}, expected {}\n", record.task, record.property, record.tool,
                          name(record.verdict), *record.expected);
  text += fmt::format("\n{:<16} {:>5} {:>6} {:>6} {:>6} {:>7} {:>6} {:>6} {:>9} {:>9} {:>9}\n", "tool", "runs", "true",
                      "false", "WRONG", "unknown", "error", "score", "median", "total", "memory");
  const std::vector<Summary> summaries = summarize(records);
  for (const Summary &summary : summaries)
    text += fmt::format("{:<16} {:>5} {:>6} {:>6} {:>6} {:>7} {:>6} {:>6} {:>7.2f} s {:>7.1f} s {:>9}\n", summary.tool,
                        summary.runs, summary.rightTrue, summary.rightFalse, summary.wrong(), summary.unknown,
                        summary.errors, summary.score, summary.medianSeconds, summary.totalSeconds,
                        describeSize(summary.largestMemory));
  text += commonText(commonTimes(records));
  for (const Summary &summary : summaries)
    text += unaskedText(records, summary.tool);
  if (const auto cached = std::ranges::count_if(records, [](const Record &r) { return !r.cached.empty(); }))
    text += fmt::format("\n{} of {} verdicts are from the cache, with the times of then; --no-cache finds them anew\n",
                        cached, records.size());
  return text;
}

std::string comparisonText(const Comparison &comparison, const std::string &path) {
  std::string text = fmt::format("\ncompared with {}: {} of both; {} right in both: {:.1f} s, then {:.1f} s\n", path,
                                 counted(comparison.common, "run"), comparison.bothRight, comparison.secondsBefore,
                                 comparison.secondsNow);
  for (const Difference &difference : comparison.differences)
    text += fmt::format("  {}  {}  {}: {} -> {}\n", difference.now.task, difference.now.property, difference.now.tool,
                        name(difference.before.verdict), name(difference.now.verdict));
  if (comparison.onlyBefore + comparison.onlyNow > 0)
    text += fmt::format("  not compared: {} only there, {} only here\n", comparison.onlyBefore, comparison.onlyNow);
  return text;
}

} // namespace heddle::cli
