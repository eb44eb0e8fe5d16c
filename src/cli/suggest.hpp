// Suggestions for misspelt words.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

/// The candidate that is closest to `word`, if it is close enough to be meant.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string> &candidates);

/// " (did you mean --seed?)", or nothing.
std::string didYouMean(std::string_view word, const std::vector<std::string> &candidates);

} // namespace heddle::cli
