// "Did you mean …?"
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

/// The candidate that is only a slip of the fingers away from `word`, if there is one.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string> &candidates);

/// " (did you mean --seed?)", or nothing.
std::string didYouMean(std::string_view word, const std::vector<std::string> &candidates);

} // namespace heddle::cli
