// Comma-separated values as in RFC 4180: a field with a comma or a quote is enclosed in quotes, and quotes in it are
// doubled. Writing replaces line breaks in fields by blanks, so that files can be read line by line.
#include "batch/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>

namespace heddle::batch {

using support::Error;
using support::Expected;

namespace {

std::string quoted(std::string text) {
  std::ranges::replace_if(text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  if (text.find_first_of(",\"") == std::string::npos)
    return text;
  std::string result = "\"";
  for (const char c : text)
    result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

std::vector<std::string> fieldsOf(const std::string &line) {
  std::vector<std::string> fields(1);
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

} // namespace

std::string csvLine(const std::vector<std::string> &fields) {
  std::string line;
  for (const std::string &field : fields)
    line += (&field == fields.data() ? "" : ",") + quoted(field);
  return line + '\n';
}

std::string CsvRow::operator[](std::string_view column) const {
  const auto found = fields_.find(column);
  return found == fields_.end() ? std::string() : found->second;
}

std::optional<std::uint64_t> CsvRow::count(std::string_view column) const {
  const std::string text = (*this)[column];
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && !text.empty() && end == text.data() + text.size() ? std::optional(value)
                                                                                   : std::nullopt;
}

std::optional<double> CsvRow::seconds(std::string_view column) const {
  const std::string text = (*this)[column];
  char *end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0' && value >= 0 ? std::optional(value) : std::nullopt;
}

Expected<std::vector<CsvRow>> readCsvRows(const std::string &path, const std::vector<std::string> &needed) {
  std::ifstream file(path);
  if (!file)
    return Error{fmt::format("{}: cannot be read", path)};
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> header = fieldsOf(line);
  for (const std::string &column : needed)
    if (std::find(header.begin(), header.end(), column) == header.end())
      return Error{fmt::format("{}: not measurements: its first line names no column '{}'", path, column)};
  std::vector<CsvRow> rows;
  for (std::size_t number = 2; std::getline(file, line); ++number) {
    if (line.empty())
      continue;
    const std::vector<std::string> fields = fieldsOf(line);
    std::map<std::string, std::string, std::less<>> byName;
    for (std::size_t i = 0; i < std::min(header.size(), fields.size()); ++i)
      byName[header[i]] = fields[i];
    rows.emplace_back(number, std::move(byName));
  }
  return rows;
}

} // namespace heddle::batch
