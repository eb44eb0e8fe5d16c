// The outcome of one tool on one task.
#pragma once

#include "batch/tool.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::batch {

using Json = nlohmann::ordered_json;

enum class Judgement : std::uint8_t { Right, Undecided, Wrong }; // from good to bad

std::string_view name(Judgement judgement); // "right", "undecided", "WRONG"

struct Record {
  std::string tool;
  std::string task; // the label
  std::string property;
  std::string content; // of the files of the task, as a hash: a record of other files is not one of this task
  std::optional<bool> expected;
  Verdict verdict = Verdict::Unknown;
  std::string reason;            // of unknown and error, and why a proof was not checked
  std::string engine;            // of Heddle, that has decided
  std::optional<bool> isChecked; // the proof
  std::string cached;            // when the verdict was found, if it is from Heddle's cache; times are those of then
  double seconds = 0;            // by the wall clock
  double processorSeconds = 0;
  std::uint64_t memory = 0; // bytes
  int exitCode = 0;

  bool operator==(const Record &) const = default;
};

/// Undecided also if no verdict is expected.
Judgement judge(Verdict verdict, std::optional<bool> expected);
Judgement judge(const Record &record);

/// SV-COMP's points: 2 for a right `true`, 1 for a right `false`, -32 for a wrong `true`, -16 for a wrong `false`.
int scoreOf(const Record &record);

Json toJson(const Record &record);
/// Nothing if it is no record.
std::optional<Record> recordOf(const Json &json);

/// Whether two records answer the same question.
bool isSameRun(const Record &a, const Record &b);

} // namespace heddle::batch
