#include "batch/outputs.hpp"

#include "batch/csv.hpp"
#include "report/json_text.hpp"
#include "report/page.hpp"
#include "report/xml_text.hpp"

#include <fmt/format.h>

#include <fstream>

namespace heddle::batch {

using report::xmlEscaped;
using support::Error;
using support::Expected;

extern const std::string_view bench; // web/dist/bench.html

namespace {

Json resultAsJson(const BatchResult &result) {
  Json limits{{"wallSeconds", static_cast<double>(result.limits.wall.count()) / 1000}};
  if (result.limits.processor)
    limits["processorSeconds"] = static_cast<double>(result.limits.processor->count()) / 1000;
  if (result.limits.memory)
    limits["memory"] = *result.limits.memory;
  Json json{{"format", "heddle-bench-1"}, {"heddle", result.heddleVersion},
            {"started", result.started},  {"machine", result.machine},
            {"limits", limits},           {"parallel", result.parallel}};
  json["versions"] = result.versions;
  json["summary"] = Json::array();
  for (const Summary &summary : summarize(result.records))
    json["summary"].push_back(toJson(summary));
  if (json["summary"].size() > 1)
    json["common"] = toJson(commonTimes(result.records));
  json["records"] = Json::array();
  for (const Record &record : result.records)
    json["records"].push_back(toJson(record));
  if (result.comparedWith.empty())
    return json;
  json["comparedWith"] = result.comparedWith;
  json["differences"] = Json::array();
  for (const Difference &difference : result.differences)
    json["differences"].push_back({{"before", toJson(difference.before)}, {"now", toJson(difference.now)}});
  return json;
}

std::string testCase(const Record &record) {
  std::string content;
  const std::string reason = xmlEscaped(record.reason);
  if (judge(record) == Judgement::Wrong)
    content = fmt::format("<failure message=\"{}, but {} is expected\"/>", name(record.verdict),
                          *record.expected ? "true" : "false");
  else if (record.verdict == Verdict::Error)
    content = fmt::format("<error message=\"{}\"/>", reason);
  else if (record.verdict == Verdict::Unknown)
    content = fmt::format("<skipped message=\"{}\"/>", reason);
  return fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">{}</testcase>\n",
                     xmlEscaped(record.property), xmlEscaped(record.task), record.seconds, content);
}

} // namespace

std::string jsonText(const BatchResult &result) { return report::jsonText(resultAsJson(result)); }

std::string csvText(const BatchResult &result) {
  std::string text = csvLine({"tool", "task", "property", "expected", "verdict", "judgement", "reason", "engine",
                              "checked", "seconds", "processorSeconds", "memory", "exitCode", "cached"});
  const auto flag = [](const std::optional<bool> &value) {
    return !value ? std::string() : *value ? std::string("true") : std::string("false");
  };
  for (const Record &record : result.records)
    text +=
        csvLine({record.tool, record.task, record.property, flag(record.expected), std::string(name(record.verdict)),
                 std::string(name(judge(record))), record.reason, record.engine, flag(record.isChecked),
                 fmt::format("{:.3f}", record.seconds), fmt::format("{:.3f}", record.processorSeconds),
                 std::to_string(record.memory), std::to_string(record.exitCode), record.cached});
  return text;
}

std::string junitText(const BatchResult &result) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (const Summary &summary : summarize(result.records)) {
    double seconds = 0;
    std::size_t skipped = 0;
    for (const Record &record : result.records)
      if (record.tool == summary.tool) {
        seconds += record.seconds;
        skipped += record.verdict == Verdict::Unknown ? 1 : 0;
      }
    text += fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" "
                        "time=\"{:.3f}\" timestamp=\"{}\">\n",
                        xmlEscaped(summary.tool), summary.runs, summary.wrong(), summary.errors, skipped, seconds,
                        result.started);
    for (const Record &record : result.records)
      if (record.tool == summary.tool)
        text += testCase(record);
    text += "  </testsuite>\n";
  }
  return text + "</testsuites>\n";
}

std::string pageText(const BatchResult &result) {
  return report::pageWith(bench, report::compactJsonText(resultAsJson(result)));
}

Expected<std::vector<Record>> readRecords(const std::string &path) {
  std::ifstream file(path);
  if (!file)
    return Error{fmt::format("{}: cannot be read", path)};
  const Json json = Json::parse(file, nullptr, false);
  if (!json.is_object() || json.value("format", "") != "heddle-bench-1" || !json.contains("records"))
    return Error{fmt::format("{}: not the results of `heddle bench`", path)};
  std::vector<Record> records;
  for (const Json &entry : json["records"]) {
    std::optional<Record> record = recordOf(entry);
    if (!record)
      return Error{fmt::format("{}: record {} is malformed", path, records.size() + 1)};
    records.push_back(std::move(*record));
  }
  return records;
}

} // namespace heddle::batch
