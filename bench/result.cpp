#include "result.hpp"

namespace heddle::bench {

std::string_view name(Result result) {
  switch (result) {
  case Result::Right:
    return "right";
  case Result::Unknown:
    return "unknown";
  case Result::Wrong:
    return "WRONG";
  }
  return "";
}

std::optional<Result> parseResult(std::string_view text) {
  for (const Result result : {Result::Right, Result::Unknown, Result::Wrong})
    if (text == name(result))
      return result;
  return std::nullopt;
}

Result judge(const Run &run, const std::optional<bool> &expected) {
  if (!expected || (run.verdict != "true" && run.verdict != "false"))
    return Result::Unknown;
  return (run.verdict == "true") == *expected ? Result::Right : Result::Wrong;
}

} // namespace heddle::bench
