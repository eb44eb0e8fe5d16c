// What main may do between a branch that the checker cannot decide and the place where all ways meet, if it starts and
// joins no threads on the way, and allocates nothing.
#pragma once

#include "program/program.hpp"

#include <optional>
#include <vector>

namespace heddle::proof {

struct MainDetour {
  std::vector<program::ActionId> actions; // all that main may take
  std::optional<program::LocationId> end; // none: main starts and joins no threads any more
};

/// By one of the actions; none if there is no such place.
std::optional<MainDetour> mainDetour(const program::Cfa &main, const std::vector<program::ActionId> &first);

} // namespace heddle::proof
