// Algorithm 3: coverability analysis by target-set widening, CAT (sections 3.2 to 3.4), with its routines
// Widen and Backtrack (Algorithm 2).
//
// The vertices U form a graph; its edges E lead from cover predecessors to successors. ζ maps each vertex to the
// candidate from which it was found: a target, or a smaller configuration that was added to the targets under the
// assumption that it is uncoverable. The vertices of one candidate are its partition. Vertices that are not minimal
// stay in U, but only minimal ones are expanded. If a vertex is found to be coverable, so are its successors up to its
// candidate; these candidates were bad choices, and Backtrack removes their partitions, except for vertices that other
// partitions need. At the end, ↑U is closed under predecessors.
//
// Departures from the paper:
// - Widen is tried again when a vertex is selected, instead of for all of min U after every Backtrack. A vertex becomes
//   minimal by the removal of the smaller vertices that it waits for, and is then selected again.
// - A predecessor p of w is skipped if a vertex below p already leads to the partition of w. That is sound only while
//   w stays in that partition. Vertices that change their partition, by Backtrack or because a vertex becomes a
//   candidate itself, are therefore expanded again.
// - Backtrack keeps every vertex that leads to a remaining partition over any number of edges, not just over one.
#include "coverability/search.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace heddle::coverability {

namespace {

struct Edge {
  VertexId successor = 0;
  TransitionId transition = 0;
};

struct Vertex {
  Configuration configuration;
  VertexId root = 0;                  // ζ
  std::vector<Edge> successors;       // E
  std::vector<VertexId> predecessors; // E reversed; some may have been removed
  std::vector<VertexId> members;      // of a root: its partition; some may have left it
  std::vector<VertexId> waiting;      // larger vertices that are not expanded while this one is in U
  std::size_t target = noTarget;
  std::uint32_t depth = 0;
  bool alive = true;
  bool queued = false; // in W

  static constexpr std::size_t noTarget = SIZE_MAX;
};

class WidenSearch final : public Search {
public:
  using Search::Search;

private:
  void begin() override {
    addTargets([this](std::size_t target) { addTarget(target); });
  }

  std::vector<Configuration> proof() override {
    std::vector<Configuration> minimal;
    for (VertexId id = 0; id < vertices_.size(); ++id) {
      if (vertices_[id].alive && !smallerThan(id))
        minimal.push_back(vertices_[id].configuration);
    }
    return minimal;
  }

  void addTarget(std::size_t target) {
    const Configuration &configuration = context_.system.targets[target];
    const auto known = index_.find(configuration); // a candidate below another target
    const VertexId q = known ? *known : add(configuration, std::nullopt);
    vertices_[q].target = target;
    widen(q);
  }

  /// Adds a vertex to the partition of w or, without w, as a candidate.
  VertexId add(Configuration configuration, std::optional<VertexId> w) {
    const auto id = static_cast<VertexId>(vertices_.size());
    Vertex vertex;
    vertex.root = w ? vertices_[*w].root : id;
    vertex.depth = w ? vertices_[*w].depth + 1 : 0;
    context_.count(configuration, vertex.depth);
    index_.insert(configuration, id);
    vertex.configuration = std::move(configuration);
    vertices_.push_back(std::move(vertex));
    vertices_[vertices_[id].root].members.push_back(id);
    enqueueOnce(id);
    return id;
  }

  void enqueueOnce(VertexId id) {
    if (!std::exchange(vertices_[id].queued, true))
      enqueue(id, vertices_[id].configuration);
  }

  std::optional<VertexId> smallerThan(VertexId v) const {
    return index_.findBelow(vertices_[v].configuration, [&](VertexId id) { return id != v; });
  }

  /// Tries to add a candidate below u.
  void widen(VertexId u) {
    auto candidate = context_.candidate(vertices_[u].configuration);
    if (!candidate)
      return;
    const auto known = index_.find(*candidate);
    if (!known) {
      ++context_.statistics.candidates;
      add(std::move(*candidate), std::nullopt);
    } else if (vertices_[*known].root != *known) {
      ++context_.statistics.candidates;
      moveSubtree(*known, *known, [old = vertices_[*known].root](VertexId root) { return root == old; });
    }
  }

  /// Moves v, and all vertices that lead to it within partitions for which `leaves` holds, to the partition of `root`.
  /// Other candidates are not moved.
  template <typename Leaves> void moveSubtree(VertexId v, VertexId root, Leaves leaves) {
    std::vector<VertexId> open{v};
    while (!open.empty() && !context_.interrupted()) {
      const VertexId id = open.back();
      open.pop_back();
      Vertex &vertex = vertices_[id];
      if (!vertex.alive || vertex.root == root || !leaves(vertex.root) || (id != v && vertex.root == id))
        continue;
      vertex.root = root;
      vertices_[root].members.push_back(id);
      enqueueOnce(id);
      open.insert(open.end(), vertex.predecessors.begin(), vertex.predecessors.end());
    }
  }

  void expand(VertexId w) override {
    if (!vertices_[w].alive || !std::exchange(vertices_[w].queued, false))
      return;
    widen(w);
    if (const auto smaller = smallerThan(w)) {
      vertices_[*smaller].waiting.push_back(w);
      return;
    }
    const VertexId root = vertices_[w].root;
    const auto leadsToPartition = [&](VertexId id) {
      const auto &edges = vertices_[id].successors;
      return id == root || std::any_of(edges.begin(), edges.end(),
                                       [&](const Edge &edge) { return vertices_[edge.successor].root == root; });
    };
    context_.predecessors.compute(vertices_[w].configuration, found_);
    for (Predecessor &p : found_) {
      if (context_.interrupted())
        return;
      if (index_.findBelow(p.configuration, leadsToPartition)) // p is not ζ(w)-minimal
        continue;
      if (const auto member = context_.covered.find(p.configuration)) {
        cover(w, {Reason::Kind::Step, p.transition, *member, std::move(p.configuration)});
        return backtrack();
      }
      const auto known = index_.find(p.configuration);
      if (!known && context_.prune(p.configuration))
        continue;
      const VertexId v = known ? *known : add(std::move(p.configuration), w);
      vertices_[v].successors.push_back({w, p.transition});
      vertices_[w].predecessors.push_back(v);
      if (!known)
        widen(v);
    }
  }

  void listen() override {
    bool found = false;
    context_.listen([&](CoveredId member) { found = coverBelow(member) || found; });
    if (found)
      backtrack();
  }

  /// Marks w as coverable for the given reason, and all vertices whose coverability follows: the set ⇊ of Definition 6.
  void cover(VertexId w, Reason reason) {
    std::vector<std::pair<VertexId, Reason>> open{{w, std::move(reason)}};
    while (!open.empty() && !context_.interrupted()) {
      auto [v, why] = std::move(open.back());
      open.pop_back();
      if (covered_.contains(v))
        continue;
      const CoveredId member = context_.covered.add(vertices_[v].configuration, std::move(why));
      coverBelow(member, &open);
    }
  }

  /// Marks the vertices below a new member of D as coverable. Returns whether there are any.
  bool coverBelow(CoveredId member, std::vector<std::pair<VertexId, Reason>> *open = nullptr) {
    std::vector<VertexId> below;
    index_.findBelow(context_.covered.configuration(member), [&](VertexId id) {
      if (!covered_.contains(id))
        below.push_back(id);
      return false;
    });
    for (const VertexId id : below)
      covered_.insert(id);
    std::vector<std::pair<VertexId, Reason>> next;
    for (const VertexId id : below) {
      const Vertex &vertex = vertices_[id];
      if (vertex.target != Vertex::noTarget)
        coverable_ = vertex.target;
      if (open == nullptr)
        ++context_.statistics.oracleHits;
      for (const Edge &edge : vertex.successors)
        next.emplace_back(edge.successor, Reason{Reason::Kind::Step, edge.transition, member, vertex.configuration});
    }
    if (open != nullptr) {
      open->insert(open->end(), std::make_move_iterator(next.begin()), std::make_move_iterator(next.end()));
    } else {
      for (auto &[successor, reason] : next)
        cover(successor, std::move(reason));
    }
    return !below.empty();
  }

  /// Algorithm 2: prunes the partitions of coverable candidates.
  void backtrack() {
    ++context_.statistics.backtracks;
    std::unordered_set<VertexId> roots; // P
    for (const VertexId id : covered_)
      roots.insert(vertices_[id].root);
    const auto pruned = [&](VertexId root) { return roots.contains(root); };
    std::vector<VertexId> leaving;
    for (const VertexId root : roots) {
      for (const VertexId id : std::vector<VertexId>(vertices_[root].members)) {
        if (!vertices_[id].alive || vertices_[id].root != root)
          continue;
        for (const Edge &edge : vertices_[id].successors) {
          if (pruned(vertices_[edge.successor].root))
            continue;
          moveSubtree(id, vertices_[edge.successor].root, pruned);
          break;
        }
      }
    }
    for (const VertexId root : roots) {
      for (const VertexId id : vertices_[root].members) {
        if (vertices_[id].alive && vertices_[id].root == root)
          leaving.push_back(id);
      }
    }
    for (const VertexId id : leaving) {
      if (context_.interrupted())
        return;
      remove(id);
    }
    covered_.clear();
  }

  void remove(VertexId id) {
    Vertex &vertex = vertices_[id];
    index_.erase(vertex.configuration);
    vertex.alive = false;
    for (const VertexId predecessor : vertex.predecessors)
      std::erase_if(vertices_[predecessor].successors, [&](const Edge &edge) { return edge.successor == id; });
    for (const Edge &edge : vertex.successors)
      std::erase(vertices_[edge.successor].predecessors, id);
    for (const VertexId larger : vertex.waiting) {
      if (vertices_[larger].alive)
        enqueueOnce(larger);
    }
    vertex.successors = {};
    vertex.predecessors = {};
    vertex.members = {};
    vertex.waiting = {};
  }

  std::vector<Vertex> vertices_;
  std::unordered_set<VertexId> covered_; // vertices known to be coverable and not yet pruned
  std::vector<Predecessor> found_;
};

} // namespace

SearchResult searchWiden(SearchContext &context) { return WidenSearch(context).run(); }

} // namespace heddle::coverability
