// An index of configurations that finds one below v, or all above v, without comparing v with all of them: a trie per
// shared state, whose edges are (local state, count) pairs in order. Each stored configuration carries a number.
//
// A search below v follows only edges whose local state v has, with at most v's count. A search above v follows edges
// up to the next local state of v and abandons the node after it.
#pragma once

#include "coverability/configuration.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::coverability {

class ConfigurationIndex {
public:
  using Id = std::uint32_t;

  explicit ConfigurationIndex(SharedState sharedStates) : roots_(sharedStates, none) {}

  void insert(const Configuration &configuration, Id id);
  void erase(const Configuration &configuration);
  std::optional<Id> find(const Configuration &configuration) const;

  /// The first stored configuration below (or equal to) v for which `accept(id)` holds.
  template <typename Accept> std::optional<Id> findBelow(const Configuration &v, Accept accept) const {
    const Node root = roots_[v.shared];
    Id found = none;
    if (root == none || !below(root, v.threads.data(), v.threads.data() + v.threads.size(), accept, found))
      return std::nullopt;
    return found;
  }

  /// Calls visit(id) for each stored configuration above (or equal to) v.
  template <typename Visit> void forEachAbove(const Configuration &v, Visit visit) const {
    const Node root = roots_[v.shared];
    if (root != none)
      above(root, v.threads.data(), v.threads.data() + v.threads.size(), visit);
  }

  std::size_t size() const { return size_; }

private:
  using Node = std::uint32_t;
  static constexpr std::uint32_t none = UINT32_MAX;

  struct Edge {
    Entry entry;
    Node child = none;
  };

  struct NodeData {
    Id id = none;            // of the configuration that ends here
    std::vector<Edge> edges; // sorted by entry
  };

  template <typename Accept>
  bool below(Node node, const Entry *next, const Entry *end, Accept &accept, Id &found) const {
    const NodeData &data = nodes_[node];
    if (data.id != none && accept(data.id)) {
      found = data.id;
      return true;
    }
    auto edge = data.edges.begin();
    for (; next != end && edge != data.edges.end(); ++next) {
      edge = std::lower_bound(edge, data.edges.end(), next->local,
                              [](const Edge &e, LocalState local) { return e.entry.local < local; });
      for (; edge != data.edges.end() && edge->entry.local == next->local && edge->entry.count <= next->count; ++edge) {
        if (below(edge->child, next + 1, end, accept, found))
          return true;
      }
    }
    return false;
  }

  template <typename Visit> void above(Node node, const Entry *next, const Entry *end, Visit &visit) const {
    const NodeData &data = nodes_[node];
    if (next == end && data.id != none)
      visit(data.id);
    for (const Edge &edge : data.edges) {
      if (next == end || edge.entry.local < next->local)
        above(edge.child, next, end, visit);
      else if (edge.entry.local > next->local)
        return;
      else if (edge.entry.count >= next->count)
        above(edge.child, next + 1, end, visit);
    }
  }

  Node newNode();

  std::vector<Node> roots_; // by shared state
  std::vector<NodeData> nodes_;
  std::vector<Node> free_;
  std::size_t size_ = 0;
};

} // namespace heddle::coverability
