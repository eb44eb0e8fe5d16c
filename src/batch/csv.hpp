// Tables of measurements as comma-separated values.
#pragma once

#include "support/expected.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::batch {

/// With its line break.
std::string csvLine(const std::vector<std::string> &fields);

/// Columns are found by their names.
class CsvRow {
public:
  CsvRow(std::size_t line, std::map<std::string, std::string, std::less<>> fields)
      : line_(line), fields_(std::move(fields)) {}

  std::size_t line() const { return line_; }
  /// Empty if there is no such column.
  std::string operator[](std::string_view column) const;
  std::optional<std::uint64_t> count(std::string_view column) const;
  std::optional<double> seconds(std::string_view column) const;

private:
  std::size_t line_; // of the file
  std::map<std::string, std::string, std::less<>> fields_;
};

/// An error if the first line does not name all required columns.
support::Expected<std::vector<CsvRow>> readCsvRows(const std::string &path, const std::vector<std::string> &needed);

} // namespace heddle::batch
