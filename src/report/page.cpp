// The viewer is a file of HTML with a mark where the data belongs. The data is JSON in a script element of a type that
// browsers do not execute. Such an element ends at the first `</script`, whatever the JSON around it means, so no `<`
// may remain in it: JSON allows \u003c in its place.
#include "report/page.hpp"

#include "support/files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cassert>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace heddle::report {

extern const std::string_view viewer; // web/dist/viewer.html

namespace {

// The places in the viewer, in their order.
constexpr std::string_view scriptsMark = "@HEDDLE_SCRIPTS@"; // from where scripts may be loaded
constexpr std::string_view liveMark = "@HEDDLE_LIVE@";
constexpr std::string_view dataMark = "@HEDDLE_DATA@";

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

/// JSON as it may stand in a script element.
std::string inScript(std::string json) {
  json = replaceAll(std::move(json), "<", "\\u003c");
  // JavaScript that is older than ES2019 ends a line at these.
  return replaceAll(replaceAll(std::move(json), "\u2028", "\\u2028"), "\u2029", "\\u2029");
}

/// A page of which parts are filled in from its beginning to its end.
class Template {
public:
  explicit Template(std::string_view page) : rest_(page) {}

  void fill(std::string_view mark, std::string_view value) {
    const std::size_t at = rest_.find(mark);
    assert(at != std::string_view::npos && "the page has no place for the data");
    text_ += rest_.substr(0, at);
    text_ += value;
    rest_.remove_prefix(at + mark.size());
  }
  std::string finish() { return text_ + std::string(rest_); }

private:
  std::string text_;
  std::string_view rest_;
};

} // namespace

std::string pagePart(Json report) {
  std::set<std::string> files;
  for (const Json &file : report.value("files", Json::array()))
    files.insert(file.get<std::string>());
  collectFiles(report, files);
  Json sources = Json::object();
  for (const std::string &file : files)
    if (std::optional<std::string> text = support::readFile(file))
      sources[file] = std::move(*text);
  return compactJsonText({{"report", std::move(report)}, {"sources", std::move(sources)}});
}

std::string pageWith(std::string_view page, const std::string &json) {
  Template result(page);
  result.fill(dataMark, inScript(json));
  return result.finish();
}

std::string page(const std::vector<std::string> &parts, const std::optional<LivePage> &live) {
  const Json liveData = live ? Json{{"version", live->version}, {"script", live->script}} : Json();
  Template result(viewer);
  result.fill(scriptsMark, live ? " file:" : "");
  result.fill(liveMark, inScript(compactJsonText(liveData)));
  result.fill(dataMark, inScript(fmt::format("[{}]", fmt::join(parts, ",\n"))));
  return result.finish();
}

} // namespace heddle::report
