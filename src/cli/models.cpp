// heddle models: the library functions that Heddle models, and what each of them does here. The text is the tables of
// doc/models.md, which are part of the binary.
#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/messages.hpp"
#include "cli/suggest.hpp"
#include "report/text_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>
#include <string_view>

namespace heddle::cli {

extern const std::string_view models; // doc/models.md

namespace {

constexpr std::size_t modelsWidth = 100;

/// A row of a table: several functions may share it.
struct ModelRow {
  std::string section;
  std::vector<std::string> functions;
  std::vector<std::pair<std::string, std::string>> columns; // title and text, without the first one
};

std::vector<std::string> cellsOf(const std::string &line) {
  std::vector<std::string> cells;
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const bool isEscaped = line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|';
    if (isEscaped) {
      cell += line[++i];
    } else if (line[i] == '|') {
      const std::size_t first = cell.find_first_not_of(' ');
      cells.push_back(first == std::string::npos ? "" : cell.substr(first, cell.find_last_not_of(' ') - first + 1));
      cell.clear();
    } else {
      cell += line[i];
    }
  }
  return cells;
}

/// The names in backquotes.
std::vector<std::string> namesIn(const std::string &cell) {
  std::vector<std::string> names;
  for (std::size_t begin = cell.find('`'); begin != std::string::npos;) {
    const std::size_t end = cell.find('`', begin + 1);
    if (end == std::string::npos)
      break;
    names.push_back(cell.substr(begin + 1, end - begin - 1));
    begin = cell.find('`', end + 1);
  }
  return names;
}

std::vector<ModelRow> readModels() {
  std::vector<ModelRow> rows;
  std::istringstream lines{std::string(models)};
  std::string section;
  std::vector<std::string> titles;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## "))
      section = line.substr(3);
    if (line.starts_with("| function"))
      titles = cellsOf(line);
    if (!line.starts_with("| `"))
      continue;
    const std::vector<std::string> cells = cellsOf(line);
    ModelRow row{section, namesIn(cells.front()), {}};
    for (std::size_t i = 1; i < cells.size() && i < titles.size(); ++i)
      row.columns.emplace_back(titles[i], cells[i]);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string listOf(const std::vector<ModelRow> &rows) {
  std::string text;
  std::string section;
  std::vector<std::string> names;
  const auto flush = [&] {
    if (!names.empty())
      text += fmt::format("{}:\n{}\n", section,
                          fmt::join(report::wrap(fmt::format("  {}", fmt::join(names, ", ")), modelsWidth, 2), "\n"));
    names.clear();
  };
  for (const ModelRow &row : rows) {
    if (row.section != section)
      flush();
    section = row.section;
    names.insert(names.end(), row.functions.begin(), row.functions.end());
  }
  flush();
  return text + "\nheddle models NAME says what a model does. A function that the program or --stub FILE defines "
                "replaces the model.\n";
}

std::string contractOf(const ModelRow &row) {
  std::string text = fmt::format("{} ({})\n", fmt::join(row.functions, ", "), row.section);
  const bool isUnsupported = std::ranges::all_of(
      row.columns, [](const auto &column) { return column.second.empty() || column.second == "unsupported"; });
  if (isUnsupported)
    return text + "  unsupported: an execution is not followed beyond a call, which rules out a proof\n";
  for (const auto &[title, content] : row.columns) {
    const std::string line = fmt::format("  {:<10} {}", title, content == "–" || content.empty() ? "nothing" : content);
    text += fmt::format("{}\n", fmt::join(report::wrap(line, modelsWidth, 13), "\n"));
  }
  return text;
}

int showModels(const std::vector<std::string> &wanted) {
  const std::vector<ModelRow> rows = readModels();
  if (wanted.empty()) {
    print(listOf(rows));
    return exitTrue;
  }
  for (const std::string &name : wanted) {
    const auto row = std::ranges::find_if(
        rows, [&](const ModelRow &candidate) { return std::ranges::count(candidate.functions, name) != 0; });
    if (row != rows.end()) {
      print(contractOf(*row));
      continue;
    }
    std::vector<std::string> all;
    for (const ModelRow &candidate : rows)
      all.insert(all.end(), candidate.functions.begin(), candidate.functions.end());
    return reportError(
        {fmt::format("{} has no model{}; heddle models lists those that have one", name, didYouMean(name, all))});
  }
  return exitTrue;
}

} // namespace

Command addModels(CLI::App &heddle) {
  auto names = std::make_shared<std::vector<std::string>>();
  CLI::App *command = heddle.add_subcommand("models", "list the library functions that have a model, or show some");
  command->add_option("functions", *names, "the functions to show; all names without it")->type_name("NAME");
  return {command, [names] { return showModels(*names); }};
}

} // namespace heddle::cli
