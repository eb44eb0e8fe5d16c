// The structure of a SARIF log, as far as Heddle uses it: what the standard's schema requires and its prose demands.
#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string>
#include <vector>

namespace heddle::report {

class SarifChecker {
public:
  using Json = nlohmann::json;

  /// What is wrong with the log; empty if nothing is.
  static std::vector<std::string> problemsOf(const std::string &text) {
    SarifChecker checker;
    const Json log = Json::parse(text, nullptr, false);
    checker.expect(log.is_object(), "the log is an object");
    if (log.is_object())
      checker.checkLog(log);
    return checker.problems_;
  }

private:
  void expect(bool condition, const std::string &what) {
    if (!condition)
      problems_.push_back("not so: " + what);
  }
  static bool has(const Json &object, const char *field, Json::value_t type) {
    return object.is_object() && object.contains(field) && object[field].type() == type;
  }
  static bool isOneOf(const Json &object, const char *field, std::initializer_list<const char *> values) {
    return has(object, field, Json::value_t::string) &&
           std::ranges::any_of(values, [&](const char *value) { return object[field] == value; });
  }
  /// The schema allows no other fields in any object.
  void onlyHas(const Json &object, const std::set<std::string> &fields, const std::string &what) {
    for (const auto &entry : object.items())
      expect(fields.contains(entry.key()), what + " has no " + entry.key());
  }

  void checkLog(const Json &log) {
    onlyHas(log, {"$schema", "version", "runs"}, "a log");
    expect(log.value("version", "") == "2.1.0", "version is 2.1.0");
    expect(log.value("$schema", "").ends_with("sarif-schema-2.1.0.json"), "$schema is that of 2.1.0");
    expect(has(log, "runs", Json::value_t::array) && log["runs"].size() == 1, "there is one run");
    if (has(log, "runs", Json::value_t::array))
      for (const Json &run : log["runs"])
        checkRun(run);
  }

  void checkRun(const Json &run) {
    onlyHas(run, {"tool", "originalUriBaseIds", "columnKind", "invocations", "results"}, "a run");
    const Json driver = run.value("/tool/driver"_json_pointer, Json());
    expect(driver.value("name", "") == "Heddle", "tool.driver.name is Heddle");
    expect(has(driver, "rules", Json::value_t::array) && !driver["rules"].empty(), "there are rules");
    for (const Json &rule : driver["rules"]) {
      expect(has(rule, "id", Json::value_t::string), "a rule has an id");
      expect(!rule.value("/shortDescription/text"_json_pointer, "").empty(), "a rule has a description");
      rules_.push_back(rule.value("id", ""));
    }
    expect(isOneOf(run, "columnKind", {"utf16CodeUnits", "unicodeCodePoints"}), "columnKind is known");
    if (run.contains("originalUriBaseIds"))
      for (const auto &base : run["originalUriBaseIds"].items()) {
        const std::string uri = base.value().value("uri", "");
        expect(uri.starts_with("file:///") && uri.ends_with("/"), "a base is a directory");
        bases_.insert(base.key());
      }
    expect(has(run, "results", Json::value_t::array), "there are results");
    for (const Json &result : run["results"])
      checkResult(result);
    expect(has(run, "invocations", Json::value_t::array) && !run["invocations"].empty(), "there are invocations");
    for (const Json &invocation : run["invocations"]) {
      onlyHas(invocation, {"executionSuccessful", "toolExecutionNotifications"}, "an invocation");
      expect(has(invocation, "executionSuccessful", Json::value_t::boolean), "executionSuccessful is given");
      for (const Json &notification : invocation["toolExecutionNotifications"]) {
        onlyHas(notification, {"level", "message", "locations"}, "a notification");
        expect(isOneOf(notification, "level", {"none", "note", "warning", "error"}), "its level is known");
        checkMessage(notification);
        checkLocations(notification, "locations");
      }
    }
  }

  void checkResult(const Json &result) {
    onlyHas(result,
            {"ruleId", "ruleIndex", "kind", "level", "message", "locations", "relatedLocations", "stacks", "codeFlows",
             "properties"},
            "a result");
    const bool isKnown =
        isOneOf(result, "kind", {"notApplicable", "pass", "fail", "review", "open", "informational"}) &&
        isOneOf(result, "level", {"none", "note", "warning", "error"});
    expect(isKnown, "kind and level are known");
    expect(!isKnown || result["kind"] == "fail" || result["level"] == "none", "only failures have a level");
    expect(!isKnown || result["kind"] != "fail" || result["level"] == "error", "a failure is an error");
    const std::size_t index = result.value("ruleIndex", rules_.size());
    expect(index < rules_.size() && rules_[index] == result.value("ruleId", ""), "ruleIndex is that of ruleId");
    checkMessage(result);
    checkLocations(result, "locations");
    checkLocations(result, "relatedLocations");
    std::set<int> ids;
    if (result.contains("relatedLocations"))
      for (const Json &location : result["relatedLocations"])
        expect(ids.insert(location.value("id", -1)).second && location.value("id", -1) >= 0, "ids are distinct");
    if (result.contains("stacks"))
      for (const Json &stack : result["stacks"])
        for (const Json &frame : stack["frames"])
          checkLocation(frame["location"]);
    if (!result.contains("codeFlows"))
      return;
    expect(!result["codeFlows"].empty(), "there is a code flow");
    for (const Json &flow : result["codeFlows"])
      checkCodeFlow(flow);
  }

  void checkCodeFlow(const Json &flow) {
    expect(has(flow, "threadFlows", Json::value_t::array) && !flow["threadFlows"].empty(), "there are thread flows");
    std::set<std::string> threads;
    std::set<int> orders; // of an interleaving: total
    for (const Json &thread : flow["threadFlows"]) {
      onlyHas(thread, {"id", "locations"}, "a thread flow");
      expect(threads.insert(thread.value("id", "")).second, "a thread has one flow");
      expect(has(thread, "locations", Json::value_t::array) && !thread["locations"].empty(), "a flow has locations");
      int last = -1;
      for (const Json &step : thread["locations"]) {
        onlyHas(step, {"location", "executionOrder", "importance"}, "a location of a flow");
        expect(isOneOf(step, "importance", {"important", "essential", "unimportant"}), "its importance is known");
        const int order = step.value("executionOrder", -1);
        expect(order > last && orders.insert(order).second, "executionOrder is that of the interleaving");
        last = order;
        checkLocation(step["location"]);
        checkMessage(step["location"]);
      }
    }
  }

  void checkMessage(const Json &owner) {
    expect(!owner.value("/message/text"_json_pointer, "").empty(), "there is a message");
  }

  void checkLocations(const Json &owner, const char *field) {
    if (owner.contains(field))
      for (const Json &location : owner[field])
        checkLocation(location);
  }

  void checkLocation(const Json &location) {
    onlyHas(location, {"id", "physicalLocation", "logicalLocations", "message"}, "a location");
    if (!location.contains("physicalLocation"))
      return;
    const Json &physical = location["physicalLocation"];
    onlyHas(physical, {"artifactLocation", "region"}, "a physical location");
    const std::string uri = physical.value("/artifactLocation/uri"_json_pointer, "");
    const std::string base = physical.value("/artifactLocation/uriBaseId"_json_pointer, "");
    expect(!uri.empty(), "there is a uri");
    expect(base.empty() || (bases_.contains(base) && !uri.starts_with("/") && !uri.starts_with("..") &&
                            uri.find(':') == std::string::npos),
           "a uri with a base is relative: " + uri);
    expect(std::ranges::none_of(uri, [](char c) { return c == ' ' || static_cast<unsigned char>(c) >= 0x80; }),
           "a uri is encoded");
    if (!physical.contains("region"))
      return;
    onlyHas(physical["region"], {"startLine", "startColumn"}, "a region");
    expect(physical["region"].value("startLine", 0) >= 1, "startLine is at least 1");
    expect(physical["region"].value("startColumn", 1) >= 1, "startColumn is at least 1");
  }

  std::vector<std::string> problems_;
  std::vector<std::string> rules_;
  std::set<std::string> bases_;
};

} // namespace heddle::report
