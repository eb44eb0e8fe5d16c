// Whether a verdict is correct.
#pragma once

#include "heddle_command.hpp"

#include <optional>
#include <string_view>

namespace heddle::bench {

enum class Result { Right, Unknown, Wrong }; // from good to bad

std::string_view name(Result result);
std::optional<Result> parseResult(std::string_view text);

/// Unknown also if there is no expected verdict.
Result judge(const Run &run, const std::optional<bool> &expected);

} // namespace heddle::bench
