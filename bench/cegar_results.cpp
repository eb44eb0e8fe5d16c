#include "cegar_results.hpp"

#include "batch/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace heddle::bench {

namespace fs = std::filesystem;
using support::Error;
using support::Expected;

namespace {

const std::vector<std::string> columns{"task",     "domain",      "pruning", "block",           "por",
                                       "expected", "verdict",     "result",  "reason",          "time",
                                       "limit",    "out of time", "memory",  "explored actions"};

std::optional<Judgement> judgementOf(std::string_view text) {
  for (const Judgement judgement : {Judgement::Right, Judgement::Undecided, Judgement::Wrong})
    if (text == batch::name(judgement))
      return judgement;
  return std::nullopt;
}

std::optional<CegarFile::Line> lineOf(const batch::CsvRow &row) {
  const std::optional<Judgement> judgement = judgementOf(row["result"]);
  const std::optional<double> seconds = row.seconds("time");
  const std::optional<double> limit = row.seconds("limit");
  if (!judgement || !seconds || !limit)
    return std::nullopt;
  return CegarFile::Line{.task = row["task"],
                         .configuration = {row["domain"], row["pruning"], row["block"], row["por"]},
                         .result = {.verdict = row["verdict"],
                                    .judgement = *judgement,
                                    .reason = row["reason"],
                                    .seconds = *seconds,
                                    .limit = *limit,
                                    .outOfTime = row["out of time"] == "yes",
                                    .peakMemory = row.count("memory").value_or(0),
                                    .exploredActions = row.count("explored actions")}};
}

} // namespace

std::string CegarConfiguration::name() const {
  return fmt::format("{}, {}, {}, {}", domain, pruning, block, reduction);
}

Arguments CegarConfiguration::arguments() const {
  return {"--engine", "cegar", "--domain", domain, "--pruning", pruning, "--block", block, "--reduction", reduction};
}

Arguments comparable(Arguments extra) {
  const bool saysHow = std::any_of(extra.begin(), extra.end(), [](const std::string &argument) {
    return argument == "--search" || argument.starts_with("--search=");
  });
  if (!saysHow)
    extra.insert(extra.end(), {"--search", "bfs"});
  return extra;
}

const std::vector<std::string> &cegarReductions() {
  static const std::vector<std::string> reductions{"none", "persistent", "aware"};
  return reductions;
}

std::vector<CegarConfiguration> cegarConfigurations(const std::string &wanted) {
  std::vector<CegarConfiguration> result;
  for (const std::string domain : {"explicit", "cartesian"})
    for (const char *pruning : {"full", "lazy"})
      for (const char *block : {"single", "large"})
        for (const std::string &reduction : cegarReductions())
          if (wanted.empty() || domain == wanted)
            result.push_back({domain, pruning, block, reduction});
  return result;
}

Expected<std::vector<CegarFile::Line>> CegarFile::open(const std::string &path, bool continued) {
  path_ = path;
  std::vector<Line> lines;
  std::error_code ignored;
  continued = continued && fs::exists(path, ignored);
  if (continued) {
    const Expected<std::vector<batch::CsvRow>> rows = batch::readCsvRows(path, columns);
    if (!rows)
      return rows.error();
    for (const batch::CsvRow &row : *rows) {
      std::optional<Line> line = lineOf(row);
      if (!line)
        return Error{fmt::format("{}:{}: not a run of bench_cegar grid", path, row.line())};
      lines.push_back(std::move(*line));
    }
  }
  file_.open(path, continued ? std::ios::app : std::ios::trunc);
  if (!continued)
    file_ << batch::csvLine(columns) << std::flush;
  if (!file_)
    return Error{fmt::format("{}: cannot be written", path)};
  return lines;
}

std::optional<Error> CegarFile::append(const batch::BatchTask &task, const CegarConfiguration &configuration,
                                       const CegarResult &result) {
  const std::string expected = !task.expected ? "" : *task.expected ? "true" : "false";
  file_ << batch::csvLine({task.label, configuration.domain, configuration.pruning, configuration.block,
                           configuration.reduction, expected, result.verdict,
                           std::string(batch::name(result.judgement)), result.reason,
                           fmt::format("{:.4f}", result.seconds), fmt::format("{:g}", result.limit),
                           result.outOfTime ? "yes" : "no", std::to_string(result.peakMemory),
                           result.exploredActions ? std::to_string(*result.exploredActions) : ""})
        << std::flush;
  if (!file_)
    return Error{fmt::format("{}: cannot be written", path_)};
  return std::nullopt;
}

} // namespace heddle::bench
