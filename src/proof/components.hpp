// Strongly connected components.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace heddle::proof {

/// By point: a number that is the same for all points of its strongly connected component (Kosaraju's algorithm). An
/// edge lies on a cycle if and only if both of its ends have the same number.
std::vector<std::size_t> componentsOf(std::size_t points,
                                      const std::vector<std::pair<std::size_t, std::size_t>> &edges);

} // namespace heddle::proof
