#include "engines/lazy/tree_graph.hpp"

#include "engines/lazy/impact.hpp"
#include "reachability/graphviz.hpp"

namespace heddle::engines::lazy {

std::string treeAsGraphviz(const Context &context, const Options &options) {
  Impact impact(context, options);
  impact.run();
  return reachability::toGraphviz(impact.tree(), impact.semantics(),
                                  {.error = impact.error().node, .violation = impact.error().transition});
}

} // namespace heddle::engines::lazy
