#include "batch/record.hpp"

#include <tuple>

namespace heddle::batch {

std::string_view name(Judgement judgement) {
  switch (judgement) {
  case Judgement::Right:
    return "right";
  case Judgement::Undecided:
    return "undecided";
  case Judgement::Wrong:
    return "WRONG";
  }
  return "";
}

Judgement judge(Verdict verdict, std::optional<bool> expected) {
  if (!expected || (verdict != Verdict::True && verdict != Verdict::False))
    return Judgement::Undecided;
  return (verdict == Verdict::True) == *expected ? Judgement::Right : Judgement::Wrong;
}

Judgement judge(const Record &record) { return judge(record.verdict, record.expected); }

int scoreOf(const Record &record) {
  const bool saysTrue = record.verdict == Verdict::True;
  switch (judge(record)) {
  case Judgement::Right:
    return saysTrue ? 2 : 1;
  case Judgement::Undecided:
    return 0;
  case Judgement::Wrong:
    return saysTrue ? -32 : -16;
  }
  return 0;
}

Json toJson(const Record &record) {
  Json json{{"tool", record.tool}, {"task", record.task}, {"property", record.property}};
  if (!record.content.empty())
    json["content"] = record.content;
  if (record.expected)
    json["expected"] = *record.expected;
  json["verdict"] = name(record.verdict);
  json["judgement"] = name(judge(record));
  if (!record.reason.empty())
    json["reason"] = record.reason;
  if (!record.engine.empty())
    json["engine"] = record.engine;
  if (record.isChecked)
    json["checked"] = *record.isChecked;
  if (!record.cached.empty())
    json["cached"] = record.cached;
  json["seconds"] = record.seconds;
  json["processorSeconds"] = record.processorSeconds;
  json["memory"] = record.memory;
  json["exitCode"] = record.exitCode;
  return json;
}

std::optional<Record> recordOf(const Json &json) {
  try {
    const std::optional<Verdict> verdict = parseVerdict(json.at("verdict").get<std::string>());
    if (!verdict)
      return std::nullopt;
    Record record;
    record.tool = json.at("tool").get<std::string>();
    record.task = json.at("task").get<std::string>();
    record.property = json.at("property").get<std::string>();
    record.content = json.value("content", "");
    if (json.contains("expected"))
      record.expected = json["expected"].get<bool>();
    record.verdict = *verdict;
    record.reason = json.value("reason", "");
    record.engine = json.value("engine", "");
    if (json.contains("checked"))
      record.isChecked = json["checked"].get<bool>();
    record.cached = json.value("cached", "");
    record.seconds = json.at("seconds").get<double>();
    record.processorSeconds = json.value("processorSeconds", 0.0);
    record.memory = json.value("memory", std::uint64_t{0});
    record.exitCode = json.value("exitCode", 0);
    return record;
  } catch (const Json::exception &) {
    return std::nullopt;
  }
}

bool isSameRun(const Record &a, const Record &b) {
  return std::tie(a.tool, a.task, a.property) == std::tie(b.tool, b.task, b.property);
}

} // namespace heddle::batch
