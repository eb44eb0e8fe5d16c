// Algorithm 1: the classical backward search of well-structured systems (section 3.1).
//
// U contains the minimal configurations found so far that lead to a target or above; W ⊆ U contains those whose cover
// predecessors are still to be computed, smallest first. If a predecessor is in D, which initially contains the initial
// configurations, the target is coverable. If W is empty, ↑U is closed under predecessors and is an uncoverability
// proof.
//
// The oracle adds further configurations to D. Predecessors that the pruner shows to be uncoverable are left out of U;
// the certificate then contains the reason.
#include "coverability/search.hpp"

namespace heddle::coverability {

namespace {

struct Vertex {
  Configuration configuration;
  TransitionId transition = 0; // leads from this vertex to `next` or above
  VertexId next = 0;
  std::size_t target = 0; // the target that the vertex leads to
  std::uint64_t depth = 0;
  bool minimal = true; // still in U
};

class BackwardSearch final : public Search {
public:
  using Search::Search;

private:
  void begin() override {
    addTargets(
        [this](std::size_t target) { insert({.configuration = context_.system.targets[target], .target = target}); });
  }

  void expand(VertexId w) override {
    if (!vertices_[w].minimal)
      return;
    context_.predecessors.compute(vertices_[w].configuration, found_);
    for (Predecessor &p : found_) {
      if (context_.interrupted())
        return;
      if (index_.findBelow(p.configuration, [](VertexId) { return true; }))
        continue;
      const Vertex vertex{.configuration = std::move(p.configuration),
                          .transition = p.transition,
                          .next = w,
                          .target = vertices_[w].target,
                          .depth = vertices_[w].depth + 1};
      if (const auto member = context_.covered.find(vertex.configuration)) {
        explain(vertex, *member);
        coverable_ = vertex.target;
        return;
      }
      if (!context_.prune(vertex.configuration))
        insert(vertex);
    }
  }

  std::vector<Configuration> proof() override {
    std::vector<Configuration> minimal;
    for (const Vertex &vertex : vertices_) {
      if (vertex.minimal)
        minimal.push_back(vertex.configuration);
    }
    return minimal;
  }

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
    enqueue(id, configuration);
    vertices_.push_back(std::move(vertex));
  }

  void listen() override {
    context_.listen([&](CoveredId member) {
      if (coverable_)
        return;
      const auto below = index_.findBelow(context_.covered.configuration(member), [](VertexId) { return true; });
      if (!below)
        return;
      ++context_.statistics.oracleHits;
      coverable_ = vertices_[*below].target;
      explain(vertices_[*below], member);
    });
  }

  /// The vertex is below a member of D. Adds all its successors up to the target to D, each with the step to it.
  void explain(Vertex vertex, CoveredId member) {
    while (vertex.depth != 0) {
      const Vertex &next = vertices_[vertex.next];
      Reason reason{Reason::Kind::Step, vertex.transition, member, vertex.configuration};
      member = context_.covered.add(next.configuration, std::move(reason));
      vertex = next;
    }
  }

  std::vector<Vertex> vertices_;
  std::vector<Predecessor> found_;
};

} // namespace

SearchResult searchBackward(SearchContext &context) { return BackwardSearch(context).run(); }

} // namespace heddle::coverability
