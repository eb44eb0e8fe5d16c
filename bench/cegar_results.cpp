#include "cegar_results.hpp"

#include "csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace heddle::bench {

namespace fs = std::filesystem;
using support::Error;
using support::Expected;

namespace {

const std::vector<std::string> columns{"task",    "domain", "pruning", "block", "por",    "expected",
                                       "verdict", "result", "reason",  "time",  "memory", "explored actions"};

std::optional<CegarFile::Line> lineOf(const CsvRow &row) {
  const auto &all = cegarConfigurations();
  const auto configuration =
      std::find(all.begin(), all.end(), CegarConfiguration{row["domain"], row["pruning"], row["block"], row["por"]});
  const std::optional<Result> result = parseResult(row["result"]);
  const std::optional<double> seconds = row.seconds("time");
  if (configuration == all.end() || !result || !seconds)
    return std::nullopt;
  return CegarFile::Line{.task = row["task"],
                         .configuration = static_cast<std::size_t>(configuration - all.begin()),
                         .result = {.verdict = row["verdict"],
                                    .result = *result,
                                    .reason = row["reason"],
                                    .seconds = *seconds,
                                    .peakMemory = row.count("memory").value_or(0),
                                    .exploredActions = row.count("explored actions")}};
}

} // namespace

std::string CegarConfiguration::name() const {
  return fmt::format("{}, {}, {}, {}", domain, pruning, block, reduction);
}

Arguments CegarConfiguration::arguments() const {
  return {"--engine", "cegar", "--domain", domain, "--pruning", pruning, "--block", block, "--por", reduction};
}

const std::vector<std::string> &cegarReductions() {
  static const std::vector<std::string> reductions{"none", "persistent", "aware"};
  return reductions;
}

const std::vector<CegarConfiguration> &cegarConfigurations() {
  static const std::vector<CegarConfiguration> configurations = [] {
    std::vector<CegarConfiguration> result;
    for (const char *domain : {"explicit", "cartesian"})
      for (const char *pruning : {"full", "lazy"})
        for (const char *block : {"single", "large"})
          for (const std::string &reduction : cegarReductions())
            result.push_back({domain, pruning, block, reduction});
    return result;
  }();
  return configurations;
}

Expected<std::vector<CegarFile::Line>> CegarFile::open(const std::string &path, bool continued) {
  path_ = path;
  std::vector<Line> lines;
  std::error_code ignored;
  continued = continued && fs::exists(path, ignored);
  if (continued) {
    const Expected<std::vector<CsvRow>> rows = readCsvRows(path, columns);
    if (!rows)
      return rows.error();
    for (const CsvRow &row : *rows) {
      std::optional<Line> line = lineOf(row);
      if (!line)
        return Error{fmt::format("{}:{}: not a run of bench_cegar grid", path, row.line())};
      lines.push_back(std::move(*line));
    }
  }
  file_.open(path, continued ? std::ios::app : std::ios::trunc);
  if (!continued)
    file_ << csvLine(columns) << std::flush;
  if (!file_)
    return Error{fmt::format("{}: cannot be written", path)};
  return lines;
}

std::optional<Error> CegarFile::append(const BenchmarkTask &task, std::size_t configuration,
                                       const CegarResult &result) {
  const CegarConfiguration &chosen = cegarConfigurations()[configuration];
  const std::string expected = !task.expected ? "" : *task.expected ? "true" : "false";
  file_ << csvLine({task.label, chosen.domain, chosen.pruning, chosen.block, chosen.reduction, expected, result.verdict,
                    std::string(name(result.result)), result.reason, fmt::format("{:.4f}", result.seconds),
                    std::to_string(result.peakMemory),
                    result.exploredActions ? std::to_string(*result.exploredActions) : ""})
        << std::flush;
  if (!file_)
    return Error{fmt::format("{}: cannot be written", path_)};
  return std::nullopt;
}

} // namespace heddle::bench
