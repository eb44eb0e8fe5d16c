#include "engines/cegar/cegar.hpp"

#include "engines/cegar/loop.hpp"
#include "engines/cegar/weakening.hpp"

namespace heddle::engines::cegar {

OptionList Options::list() {
  OptionList options{
      choice("--domain", domain,
             {{"explicit", Domain::Explicit},
              {"cartesian", Domain::Cartesian},
              {"boolean", Domain::Boolean},
              {"product", Domain::Product}},
             "explicit (values of variables), cartesian or boolean (predicates), or product (values and predicates)"),
      number("--values", "N", values, "values of an unknown that are distinguished; with more, it stays unknown", 1,
             1'000'000),
      choice("--precision", localPrecision, {{"global", false}, {"local", true}},
             "one for all control locations (global), or one for each (local)"),
      choice("--search", search,
             {{"dfs", Search::Depth},
              {"bfs", Search::Breadth},
              {"mixed", Search::Mixed},
              {"error-distance", Search::ErrorDistance}},
             "dfs, bfs, mixed (both in turn), or error-distance (nearest to an error location first)"),
      choice("--refinement", refinement,
             {{"sequence", Refinement::Sequence}, {"backward", Refinement::Backward}, {"core", Refinement::Core}},
             "sequence (interpolants of the whole path), backward (of its shortest infeasible suffix) or core (as few "
             "variables as refute it)"),
      choice("--pruning", lazyPruning, {{"full", false}, {"lazy", true}},
             "after a refinement discard all nodes (full), or keep those that it does not concern (lazy)"),
      choice("--reduction", reduction,
             {{"aware", Reduction::Aware}, {"persistent", Reduction::Persistent}, {"none", Reduction::None}},
             "aware (persistent sets that ignore memory the precision does not track), persistent or none"),
      choice("--reads", readsCommute, {{"commute", true}, {"conflict", false}},
             "two reads of the same memory are independent (commute) or dependent (conflict)"),
      choice("--block", largeBlocks, {{"large", true}, {"single", false}},
             "large blocks, or single operations (implies --no-large-blocks)")};
  for (Option &option : tree.list())
    options.push_back(std::move(option));
  return options;
}

Outcome runWeakened(const Context &context, const Options &options, const Weakening &weakening) {
  return tree::run(context, options.tree, [&] { return std::make_unique<Loop>(context, options, weakening); });
}

Outcome run(const Context &context, const Options &options) { return runWeakened(context, options, {}); }

const Engine engine{.name = "cegar",
                    .description = "abstraction refinement with abstraction-aware partial-order reduction",
                    .finds = program::PropertySet::all() - tree::unsupported,
                    .proves = program::PropertySet::all() - tree::unsupported,
                    .makesProofs = true,
                    .configure = Configured<engine, Options, run>::make};

} // namespace heddle::engines::cegar
