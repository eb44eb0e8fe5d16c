// The lean variant of coverability analysis by target-set widening (section 3.5): U keeps minimal
// configurations only.
//
// Every cover predecessor p of a vertex must be in ↑U. The vertex *claims* p, and the claim rests on a vertex x ≤ p: an
// existing one or, if there is none, a new one. The new vertex is a widening candidate, smaller than p, if there is one
// that is not known to be coverable, and p itself otherwise. Targets are claims without an owner. Invariants:
//
//   (1) U is an antichain, and disjoint from D;
//   (2) every target and every predecessor of an expanded vertex is claimed, and its claim rests on a vertex of U.
//
// When W is empty, ↑U is an uncoverability proof.
//
// When a vertex x is found to be coverable, it is removed from U, and the claims that rested on it are placed again.
// If x was the claimed predecessor itself, the claim fails and its owner is coverable, too; if p was larger, x was a
// bad choice of a candidate, and the claim is placed on another vertex. The paper uses its list L for this. The paper
// prunes all vertices found after x; this implementation prunes only vertices that no claim rests on any more, which
// keeps more vertices that are still useful. Claims in a cycle keep each other alive; a sweep from the targets, from
// time to time and before the proof is reported, removes them.
//
// A smaller vertex takes over the claims of the larger ones that it displaces.
#include "coverability/search.hpp"

#include <algorithm>
#include <utility>

namespace heddle::coverability {

namespace {

constexpr VertexId noOwner = UINT32_MAX;

struct Claim {
  VertexId owner = noOwner;
  std::uint32_t number = 0;  // of the transition; without an owner: of the target
  std::uint32_t variant = 0; // a transition with transfers may have several predecessors
};

struct Vertex {
  Configuration configuration;
  std::vector<Claim> claims;  // that rest here; some owners may have been removed
  std::vector<VertexId> rest; // vertices on which its own claims have rested
  std::uint32_t depth = 0;
  bool alive = true;
};

class LeanSearch final : public Search {
public:
  using Search::Search;

private:
  void begin() override {
    for (std::uint32_t target = 0; target < context_.system.targets.size(); ++target)
      unplaced_.push_back({noOwner, target, 0});
    placeAll();
  }

  std::vector<Configuration> proof() override {
    sweep();
    std::vector<Configuration> minimal;
    for (const Vertex &vertex : vertices_) {
      if (vertex.alive)
        minimal.push_back(vertex.configuration);
    }
    return minimal;
  }

  void expand(VertexId w) override {
    if (!vertices_[w].alive)
      return;
    context_.predecessors.compute(vertices_[w].configuration, found_);
    std::uint32_t variant = 0;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      variant = i > 0 && found_[i - 1].transition == found_[i].transition ? variant + 1 : 0;
      place({w, found_[i].transition, variant}, found_[i].configuration);
      placeAll();
      if (coverable_ || !vertices_[w].alive || context_.interrupted())
        return;
    }
  }

  /// The claimed configuration, recomputed.
  Configuration claimed(const Claim &claim) {
    if (claim.owner == noOwner)
      return context_.system.targets[claim.number];
    again_.clear();
    appendPredecessors(context_.system, claim.number, vertices_[claim.owner].configuration, again_);
    return std::move(again_[claim.variant].configuration);
  }

  void placeAll() {
    while (!unplaced_.empty() && !coverable_ && !context_.interrupted()) {
      const Claim claim = unplaced_.back();
      unplaced_.pop_back();
      if (claim.owner == noOwner || vertices_[claim.owner].alive)
        place(claim, claimed(claim));
    }
  }

  void place(const Claim &claim, const Configuration &p) {
    if (const auto member = context_.covered.find(p))
      return fail(claim, p, *member);
    if (const auto below = index_.findBelow(p, [](VertexId) { return true; }))
      return rest(claim, *below);
    if (context_.prune(p))
      return;
    auto candidate = context_.candidate(p);
    if (candidate)
      ++context_.statistics.candidates;
    insert(candidate ? *candidate : p, claim);
  }

  void rest(const Claim &claim, VertexId vertex) {
    if (claim.owner == vertex) // the vertex covers its own predecessor: no claim is needed
      return;
    vertices_[vertex].claims.push_back(claim);
    if (claim.owner != noOwner)
      vertices_[claim.owner].rest.push_back(vertex);
  }

  /// Adds a vertex for the claim and removes those above it.
  void insert(Configuration configuration, const Claim &claim) {
    const auto id = static_cast<VertexId>(vertices_.size());
    Vertex vertex;
    vertex.depth = claim.owner == noOwner ? 0 : vertices_[claim.owner].depth + 1;
    context_.count(configuration, vertex.depth);
    std::vector<VertexId> displaced;
    index_.forEachAbove(configuration, [&](VertexId above) { displaced.push_back(above); });
    enqueue(id, configuration);
    index_.insert(configuration, id);
    vertex.configuration = std::move(configuration);
    vertices_.push_back(std::move(vertex));
    rest(claim, id);
    for (const VertexId above : displaced) {
      for (const Claim &moved : std::exchange(vertices_[above].claims, {})) {
        if (moved.owner == noOwner || vertices_[moved.owner].alive)
          rest(moved, id);
      }
    }
    for (const VertexId above : displaced)
      remove(above);
  }

  /// The claimed configuration p is in D, so the owner is coverable.
  void fail(const Claim &claim, const Configuration &p, CoveredId member) {
    if (claim.owner == noOwner) {
      coverable_ = claim.number;
      return;
    }
    ++context_.statistics.backtracks;
    context_.covered.add(vertices_[claim.owner].configuration, {Reason::Kind::Step, claim.number, member, p});
    removeCovered(claim.owner);
  }

  void listen() override {
    context_.listen([&](CoveredId member) {
      const Configuration known = context_.covered.configuration(member);
      while (const auto below = index_.findBelow(known, [](VertexId) { return true; })) {
        if (context_.interrupted())
          return;
        ++context_.statistics.oracleHits;
        removeCovered(*below);
      }
    });
    placeAll();
  }

  void removeCovered(VertexId vertex) {
    ++removals_;
    for (const Claim &claim : std::exchange(vertices_[vertex].claims, {}))
      unplaced_.push_back(claim);
    remove(vertex);
    if (removals_ > 1000 && removals_ > index_.size() / 2)
      sweep();
  }

  /// Removes the vertex from U, and all vertices on which only claims of removed vertices rest.
  void remove(VertexId first) {
    std::vector<VertexId> leaving{first};
    while (!leaving.empty() && !context_.interrupted()) {
      Vertex &vertex = vertices_[leaving.back()];
      leaving.pop_back();
      if (!vertex.alive)
        continue;
      index_.erase(vertex.configuration);
      vertex.alive = false;
      vertex.claims = {};
      for (const VertexId holder : std::exchange(vertex.rest, {})) {
        if (!vertices_[holder].alive)
          continue;
        auto &claims = vertices_[holder].claims;
        std::erase_if(claims,
                      [&](const Claim &claim) { return claim.owner != noOwner && !vertices_[claim.owner].alive; });
        if (claims.empty())
          leaving.push_back(holder);
      }
    }
  }

  /// Removes the vertices that no chain of claims connects with a target.
  void sweep() {
    removals_ = 0;
    std::vector<bool> needed(vertices_.size());
    std::vector<VertexId> open;
    const auto need = [&](VertexId id) {
      if (!needed[id]) {
        needed[id] = true;
        open.push_back(id);
      }
    };
    // A claim that is to be placed again keeps its owner, but no other vertex: it rests nowhere yet.
    for (VertexId id = 0; id < vertices_.size(); ++id) {
      const auto &claims = vertices_[id].claims;
      if (vertices_[id].alive &&
          std::any_of(claims.begin(), claims.end(), [](const Claim &claim) { return claim.owner == noOwner; }))
        need(id);
    }
    for (const Claim &claim : unplaced_) {
      if (claim.owner != noOwner && vertices_[claim.owner].alive)
        need(claim.owner);
    }
    while (!open.empty()) {
      const VertexId owner = open.back();
      open.pop_back();
      for (const VertexId holder : vertices_[owner].rest) {
        const auto &claims = vertices_[holder].claims;
        if (vertices_[holder].alive &&
            std::any_of(claims.begin(), claims.end(), [&](const Claim &claim) { return claim.owner == owner; }))
          need(holder);
      }
    }
    for (VertexId id = 0; id < vertices_.size(); ++id) {
      if (vertices_[id].alive && !needed[id])
        remove(id);
    }
  }

  std::vector<Vertex> vertices_;
  std::vector<Claim> unplaced_;
  std::uint64_t removals_ = 0; // of coverable vertices since the last sweep
  std::vector<Predecessor> found_;
  std::vector<Predecessor> again_;
};

} // namespace

SearchResult searchLean(SearchContext &context) { return LeanSearch(context).run(); }

} // namespace heddle::coverability
