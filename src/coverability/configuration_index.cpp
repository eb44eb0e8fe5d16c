#include "coverability/configuration_index.hpp"

#include <cassert>

namespace heddle::coverability {

namespace {

template <typename Edges> auto place(Edges &edges, const Entry &entry) {
  return std::lower_bound(edges.begin(), edges.end(), entry,
                          [](const auto &edge, const Entry &wanted) { return edge.entry < wanted; });
}

} // namespace

ConfigurationIndex::Node ConfigurationIndex::newNode() {
  if (!free_.empty()) {
    const Node node = free_.back();
    free_.pop_back();
    return node;
  }
  nodes_.emplace_back();
  return static_cast<Node>(nodes_.size() - 1);
}

void ConfigurationIndex::insert(const Configuration &configuration, Id id) {
  if (roots_[configuration.shared] == none)
    roots_[configuration.shared] = newNode();
  Node node = roots_[configuration.shared];
  for (const Entry &entry : configuration.threads) {
    const auto found = place(nodes_[node].edges, entry);
    if (found != nodes_[node].edges.end() && found->entry == entry) {
      node = found->child;
      continue;
    }
    const auto position = found - nodes_[node].edges.begin();
    const Node child = newNode();
    nodes_[node].edges.insert(nodes_[node].edges.begin() + position, Edge{entry, child});
    node = child;
  }
  assert(nodes_[node].id == none && "configuration indexed twice");
  nodes_[node].id = id;
  ++size_;
}

void ConfigurationIndex::erase(const Configuration &configuration) {
  std::vector<Node> path{roots_[configuration.shared]};
  for (const Entry &entry : configuration.threads)
    path.push_back(place(nodes_[path.back()].edges, entry)->child);
  assert(nodes_[path.back()].id != none && "erasing a configuration that is not indexed");
  nodes_[path.back()].id = none;
  --size_;
  for (std::size_t depth = configuration.threads.size(); depth > 0; --depth) {
    const NodeData &data = nodes_[path[depth]];
    if (data.id != none || !data.edges.empty())
      return;
    auto &edges = nodes_[path[depth - 1]].edges;
    edges.erase(place(edges, configuration.threads[depth - 1]));
    free_.push_back(path[depth]);
  }
}

std::optional<ConfigurationIndex::Id> ConfigurationIndex::find(const Configuration &configuration) const {
  Node node = roots_[configuration.shared];
  if (node == none)
    return std::nullopt;
  for (const Entry &entry : configuration.threads) {
    const auto found = place(nodes_[node].edges, entry);
    if (found == nodes_[node].edges.end() || !(found->entry == entry))
      return std::nullopt;
    node = found->child;
  }
  if (nodes_[node].id == none)
    return std::nullopt;
  return nodes_[node].id;
}

} // namespace heddle::coverability
