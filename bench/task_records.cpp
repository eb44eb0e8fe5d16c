// Records as comma-separated values (RFC 4180): a field with a comma or a quote stands in quotes, quotes are doubled.
// Line breaks inside of fields become blanks on writing, so that reading can go line by line.
#include "task_records.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>

namespace heddle::bench {

using support::Error;
using support::Expected;

namespace {

using Fields = std::vector<std::string>;

const Fields columns{"task",   "property", "expected", "verdict",     "result",
                     "reason", "time",     "memory",   "refinements", "depth"};

std::string quoted(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  if (text.find_first_of(",\"") == std::string::npos)
    return text;
  std::string result = "\"";
  for (const char c : text)
    result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

std::string numberText(const std::optional<std::uint64_t> &value) { return value ? std::to_string(*value) : ""; }

Fields fieldsOf(const std::string &line) {
  Fields fields(1);
  bool inQuotes = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (inQuotes && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += c;
      ++i;
    } else if (c == '"') {
      inQuotes = !inQuotes;
    } else if (c == ',' && !inQuotes) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

std::optional<std::uint64_t> numberOf(const std::string &text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end != text.data() ? std::optional(value) : std::nullopt;
}

std::optional<Result> parseResult(std::string_view text) {
  for (const Result result : {Result::Right, Result::Unknown, Result::Wrong})
    if (text == name(result))
      return result;
  return std::nullopt;
}

/// A line, by the names of its columns.
class Row {
public:
  Row(const Fields &header, Fields fields) : header_(header), fields_(std::move(fields)) {}

  std::string operator[](std::string_view column) const {
    const auto at = static_cast<std::size_t>(std::find(header_.begin(), header_.end(), column) - header_.begin());
    return at < fields_.size() ? fields_[at] : std::string();
  }

private:
  const Fields &header_;
  Fields fields_;
};

std::optional<Record> recordOf(const Row &row) {
  Record record;
  record.task = row["task"];
  record.property = row["property"];
  record.expected = row["expected"];
  record.verdict = row["verdict"];
  record.reason = row["reason"];
  record.peakMemory = numberOf(row["memory"]).value_or(0);
  record.refinements = numberOf(row["refinements"]);
  record.depth = numberOf(row["depth"]);
  const std::string time = row["time"];
  char *end = nullptr;
  record.seconds = std::strtod(time.c_str(), &end);
  const std::optional<Result> result = parseResult(row["result"]);
  if (record.task.empty() || !result || time.empty() || *end != '\0' || !(record.seconds >= 0))
    return std::nullopt;
  record.result = *result;
  return record;
}

} // namespace

std::string_view name(Result result) {
  switch (result) {
  case Result::Right:
    return "right";
  case Result::Unknown:
    return "unknown";
  case Result::Wrong:
    return "WRONG";
  }
  return "";
}

std::optional<Error> writeCsv(const std::string &path, const std::vector<Record> &records) {
  std::ofstream file(path);
  file << fmt::format("{}\n", fmt::join(columns, ","));
  for (const Record &record : records) {
    const Fields fields{quoted(record.task),
                        quoted(record.property),
                        record.expected,
                        record.verdict,
                        std::string(name(record.result)),
                        quoted(record.reason),
                        fmt::format("{:.4f}", record.seconds),
                        std::to_string(record.peakMemory),
                        numberText(record.refinements),
                        numberText(record.depth)};
    file << fmt::format("{}\n", fmt::join(fields, ","));
  }
  file.close();
  if (!file)
    return Error{fmt::format("{}: cannot be written", path)};
  return std::nullopt;
}

Expected<std::vector<Record>> readCsv(const std::string &path) {
  std::ifstream file(path);
  if (!file)
    return Error{fmt::format("{}: cannot be read", path)};
  std::string line;
  std::getline(file, line);
  const Fields header = fieldsOf(line);
  for (const char *needed : {"task", "result", "time"})
    if (std::find(header.begin(), header.end(), needed) == header.end())
      return Error{fmt::format("{}: not a run of bench_tasks: its first line names no column '{}'", path, needed)};
  std::vector<Record> records;
  for (int number = 2; std::getline(file, line); ++number) {
    if (line.empty())
      continue;
    std::optional<Record> record = recordOf(Row(header, fieldsOf(line)));
    if (!record)
      return Error{fmt::format("{}:{}: not a record: it needs a task, a result (right, unknown, WRONG) and a time",
                               path, number)};
    records.push_back(std::move(*record));
  }
  return records;
}

} // namespace heddle::bench
