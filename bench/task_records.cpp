#include "task_records.hpp"

#include "csv.hpp"

#include <fmt/format.h>

#include <fstream>

namespace heddle::bench {

using support::Error;
using support::Expected;

namespace {

const std::vector<std::string> columns{"task",   "property", "expected", "verdict",     "result",
                                       "reason", "time",     "memory",   "refinements", "depth"};

std::string numberText(const std::optional<std::uint64_t> &value) { return value ? std::to_string(*value) : ""; }

std::optional<Record> recordOf(const CsvRow &row) {
  const std::optional<Result> result = parseResult(row["result"]);
  const std::optional<double> seconds = row.seconds("time");
  if (row["task"].empty() || !result || !seconds)
    return std::nullopt;
  return Record{.task = row["task"],
                .property = row["property"],
                .expected = row["expected"],
                .verdict = row["verdict"],
                .result = *result,
                .reason = row["reason"],
                .seconds = *seconds,
                .peakMemory = row.count("memory").value_or(0),
                .refinements = row.count("refinements"),
                .depth = row.count("depth")};
}

} // namespace

std::optional<Error> writeCsv(const std::string &path, const std::vector<Record> &records) {
  std::ofstream file(path);
  file << csvLine(columns);
  for (const Record &record : records)
    file << csvLine({record.task, record.property, record.expected, record.verdict, std::string(name(record.result)),
                     record.reason, fmt::format("{:.4f}", record.seconds), std::to_string(record.peakMemory),
                     numberText(record.refinements), numberText(record.depth)});
  file.close();
  if (!file)
    return Error{fmt::format("{}: cannot be written", path)};
  return std::nullopt;
}

Expected<std::vector<Record>> readCsv(const std::string &path) {
  const Expected<std::vector<CsvRow>> rows = readCsvRows(path, {"task", "result", "time"});
  if (!rows)
    return rows.error();
  std::vector<Record> records;
  for (const CsvRow &row : *rows) {
    std::optional<Record> record = recordOf(row);
    if (!record)
      return Error{fmt::format("{}:{}: not a record: it needs a task, a result (right, unknown, WRONG) and a time",
                               path, row.line())};
    records.push_back(std::move(*record));
  }
  return records;
}

} // namespace heddle::bench
