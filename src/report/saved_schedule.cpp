#include "report/saved_schedule.hpp"

#include "report/json_text.hpp"

#include <fmt/format.h>

#include <utility>

namespace heddle::report {

using support::Error;
using support::Expected;

namespace {

Error missing(const char *field, const char *what) {
  return {fmt::format("\"{}\" of \"origin\" is missing, or is not {}", field, what)};
}

bool readText(const Json &object, const char *field, std::string &text) {
  if (!object.is_object() || !object.contains(field) || !object[field].is_string())
    return false;
  text = object[field].get<std::string>();
  return true;
}

Expected<Origin> parseOrigin(const Json &json) {
  Origin origin;
  for (const auto &[field, text] :
       {std::pair{"heddle", &origin.heddle}, std::pair{"directory", &origin.directory},
        std::pair{"fingerprint", &origin.fingerprint}, std::pair{"violation", &origin.violation}})
    if (!readText(json, field, *text))
      return missing(field, "a text");
  if (!json.contains("command") || !json["command"].is_array())
    return missing("command", "a list of words");
  for (const Json &word : json["command"]) {
    if (!word.is_string())
      return missing("command", "a list of words");
    origin.command.push_back(word.get<std::string>());
  }
  if (!json.contains("sources") || !json["sources"].is_array())
    return missing("sources", "a list of files with their hashes");
  for (const Json &entry : json["sources"]) {
    Origin::Source source;
    if (!readText(entry, "file", source.path) || !readText(entry, "hash", source.hash))
      return missing("sources", "a list of files with their hashes");
    origin.sources.push_back(std::move(source));
  }
  return origin;
}

} // namespace

std::string toJson(const SavedSchedule &saved, const program::Program &program) {
  std::string text = interpreter::toJson(saved.schedule, program);
  if (!saved.origin)
    return text;
  const Origin &origin = *saved.origin;
  Json sources = Json::array();
  for (const Origin::Source &source : origin.sources)
    sources.push_back({{"file", source.path}, {"hash", source.hash}});
  text.erase(text.rfind("\n}")); // one more field
  return text + fmt::format(",\n  \"origin\": {{\n    \"heddle\": {},\n    \"directory\": {},\n    \"command\": {},\n"
                            "    \"fingerprint\": {},\n    \"violation\": {},\n    \"sources\": {}\n  }}\n}}\n",
                            compactJsonText(origin.heddle), compactJsonText(origin.directory),
                            compactJsonText(origin.command), compactJsonText(origin.fingerprint),
                            compactJsonText(origin.violation), compactJsonText(sources));
}

Expected<SavedSchedule> parseSavedSchedule(const std::string &json) {
  Json document = Json::parse(json, nullptr, false);
  if (document.is_array() && !document.empty() && document.front().contains("verdict"))
    return Error{"it is a list of reports; --counterexample writes a file for each property"};
  if (document.is_object() && document.contains("verdict")) {
    if (!document.contains("schedule"))
      return Error{"it is a report without a violation"};
    document = Json(document["schedule"]);
  }
  // What is not JSON is described there.
  Expected<interpreter::Schedule> schedule =
      interpreter::parseSchedule(document.is_discarded() ? json : compactJsonText(document));
  if (!schedule)
    return schedule.error();
  SavedSchedule saved{std::move(*schedule), std::nullopt};
  if (document.contains("origin")) {
    Expected<Origin> origin = parseOrigin(document["origin"]);
    if (!origin)
      return origin.error();
    saved.origin = std::move(*origin);
  }
  return saved;
}

} // namespace heddle::report
