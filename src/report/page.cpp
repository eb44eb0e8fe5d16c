// The viewer is a file of HTML with a mark where the data belongs. The data is JSON in a script element of a type that
// browsers do not execute. Such an element ends at the first `</script`, whatever the JSON around it means, so no `<`
// may remain in it: JSON allows \u003c in its place.
#include "report/page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cassert>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>

namespace heddle::report {

extern const std::string_view viewer; // web/dist/viewer.html

namespace {

constexpr std::string_view mark = "@HEDDLE_DATA@";

/// The files in all locations of the report.
void collectFiles(const Json &json, std::set<std::string> &files) {
  if (json.is_object() && json.contains("file") && json.contains("line"))
    files.insert(json["file"].get<std::string>());
  if (json.is_structured())
    for (const Json &part : json)
      collectFiles(part, files);
}

std::string replaceAll(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

} // namespace

std::string pagePart(Json report) {
  std::set<std::string> files;
  for (const Json &file : report.value("files", Json::array()))
    files.insert(file.get<std::string>());
  collectFiles(report, files);
  Json sources = Json::object();
  for (const std::string &file : files)
    if (std::ifstream stream(file, std::ios::binary); stream)
      sources[file] = std::string(std::istreambuf_iterator<char>(stream), {});
  return compactJsonText({{"report", std::move(report)}, {"sources", std::move(sources)}});
}

std::string pageWith(std::string_view page, std::string json) {
  const std::size_t at = page.find(mark);
  assert(at != std::string_view::npos && "the page has no place for the data");
  std::string data = replaceAll(std::move(json), "<", "\\u003c");
  // JavaScript that is older than ES2019 ends a line at these.
  data = replaceAll(replaceAll(std::move(data), "\u2028", "\\u2028"), "\u2029", "\\u2029");
  return fmt::format("{}{}{}", page.substr(0, at), data, page.substr(at + mark.size()));
}

std::string page(const std::vector<std::string> &parts) {
  return pageWith(viewer, fmt::format("[{}]", fmt::join(parts, ",\n")));
}

} // namespace heddle::report
