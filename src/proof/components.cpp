#include "proof/components.hpp"

#include <cstdint>

namespace heddle::proof {

namespace {

using Graph = std::vector<std::vector<std::size_t>>;
constexpr std::size_t none = SIZE_MAX;

/// Depth-first search over points without a component; appends them to `left` in post-order.
void walk(const Graph &graph, std::size_t root, std::size_t name, std::vector<std::size_t> &component,
          std::vector<std::size_t> &left) {
  if (component[root] != none)
    return;
  std::vector<std::pair<std::size_t, std::size_t>> path{{root, 0}};
  component[root] = name;
  while (!path.empty()) {
    const std::size_t at = path.back().first;
    if (path.back().second == graph[at].size()) {
      left.push_back(at);
      path.pop_back();
      continue;
    }
    const std::size_t to = graph[at][path.back().second++];
    if (component[to] != none)
      continue;
    component[to] = name;
    path.emplace_back(to, 0);
  }
}

} // namespace

std::vector<std::size_t> componentsOf(std::size_t points,
                                      const std::vector<std::pair<std::size_t, std::size_t>> &edges) {
  Graph onward(points);
  Graph backward(points);
  for (const auto &[from, to] : edges) {
    onward[from].push_back(to);
    backward[to].push_back(from);
  }
  std::vector<std::size_t> order;
  std::vector<std::size_t> seen(points, none);
  for (std::size_t point = 0; point < points; ++point)
    walk(onward, point, 0, seen, order);
  std::vector<std::size_t> result(points, none);
  std::vector<std::size_t> ignored;
  for (auto point = order.rbegin(); point != order.rend(); ++point)
    walk(backward, *point, *point, result, ignored);
  return result;
}

} // namespace heddle::proof
