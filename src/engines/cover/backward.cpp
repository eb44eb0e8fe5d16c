// Algorithm 1: the classical backward search of well-structured systems (section 3.1).
//
// U holds the minimal configurations that lead to a target or above, W ⊆ U those whose cover predecessors
// are still to be looked at, the smallest first. A predecessor in D (initial, to begin with) means that the
// target is coverable; when W is empty, U is closed under predecessors, and ↑U is the proof that it is not.
//
// With an oracle, D has more than the initial configurations. With a pruner, predecessors that it knows to
// be uncoverable are left out; the certificate then says why.
#include "engines/cover/configuration_index.hpp"
#include "engines/cover/search.hpp"

#include <queue>

namespace heddle::engines::cover {

namespace {

using VertexId = std::uint32_t;

struct Vertex {
  Configuration configuration;
  TransitionId transition = 0; // leads from here to `next` or above
  VertexId next = 0;
  std::size_t target = 0; // that it leads to
  std::uint64_t depth = 0;
  bool minimal = true; // still in U
};

class BackwardSearch {
public:
  explicit BackwardSearch(SearchContext &context) : context_(context), index_(context.system.sharedStates()) {}

  SearchResult run() {
    const auto &targets = context_.system.targets;
    for (std::size_t target = 0; target < targets.size(); ++target) {
      if (context_.covered.contains(targets[target]))
        return {SearchResult::Kind::Coverable, target, {}};
      if (!context_.excluded(targets[target]))
        insert({.configuration = targets[target], .target = target});
    }
    std::vector<Predecessor> found;
    while (!work_.empty()) {
      if (context_.stopped(index_.size()))
        return {};
      if (context_.targetsExcluded())
        return {SearchResult::Kind::Uncoverable, 0, {}};
      if (const auto target = listen())
        return {SearchResult::Kind::Coverable, *target, {}};
      const VertexId w = work_.top().vertex;
      work_.pop();
      if (!vertices_[w].minimal)
        continue;
      context_.predecessors.compute(vertices_[w].configuration, found);
      for (Predecessor &p : found) {
        if (context_.interrupted())
          return {};
        if (index_.findBelow(p.configuration, [](VertexId) { return true; }))
          continue;
        const Vertex vertex{.configuration = std::move(p.configuration),
                            .transition = p.transition,
                            .next = w,
                            .target = vertices_[w].target,
                            .depth = vertices_[w].depth + 1};
        if (const auto member = context_.covered.find(vertex.configuration)) {
          explain(vertex, *member);
          return {SearchResult::Kind::Coverable, vertex.target, {}};
        }
        if (!context_.excluded(vertex.configuration))
          insert(vertex);
      }
    }
    SearchResult result{SearchResult::Kind::Uncoverable, 0, {}};
    for (const Vertex &vertex : vertices_) {
      if (vertex.minimal)
        result.minimal.push_back(vertex.configuration);
    }
    return result;
  }

private:
  struct Work {
    std::uint64_t dimension = 0;
    VertexId vertex = 0;
    bool operator>(const Work &other) const {
      return dimension != other.dimension ? dimension > other.dimension : vertex > other.vertex;
    }
  };

  void insert(Vertex vertex) {
    const Configuration &configuration = vertex.configuration;
    context_.count(configuration, vertex.depth);
    std::vector<VertexId> above;
    index_.forEachAbove(configuration, [&](VertexId id) { above.push_back(id); });
    for (const VertexId id : above) {
      index_.erase(vertices_[id].configuration);
      vertices_[id].minimal = false;
    }
    const auto id = static_cast<VertexId>(vertices_.size());
    index_.insert(configuration, id);
    work_.push({finiteDimension(configuration.threads), id});
    vertices_.push_back(std::move(vertex));
  }

  /// The target that is coverable by what the oracle has found.
  std::optional<std::size_t> listen() {
    std::optional<std::size_t> target;
    context_.listen([&](CoveredId member) {
      const Configuration &known = context_.covered.configuration(member);
      if (target)
        return;
      const auto below = index_.findBelow(known, [](VertexId) { return true; });
      if (!below)
        return;
      ++context_.statistics.oracleHits;
      target = vertices_[*below].target;
      explain(vertices_[*below], member);
    });
    return target;
  }

  /// The vertex is below a member of D: so are, step by step, all on the way to the target.
  void explain(Vertex vertex, CoveredId member) {
    while (vertex.depth != 0) {
      const Vertex &next = vertices_[vertex.next];
      Reason reason{Reason::Kind::Step, vertex.transition, member, vertex.configuration};
      member = context_.covered.add(next.configuration, std::move(reason));
      vertex = next;
    }
  }

  SearchContext &context_;
  std::vector<Vertex> vertices_;
  ConfigurationIndex index_; // U
  std::priority_queue<Work, std::vector<Work>, std::greater<>> work_;
};

} // namespace

SearchResult searchBackward(SearchContext &context) { return BackwardSearch(context).run(); }

} // namespace heddle::engines::cover
