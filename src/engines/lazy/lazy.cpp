#include "engines/lazy/lazy.hpp"

#include "engines/lazy/impact.hpp"
#include "engines/lazy/weakening.hpp"

namespace heddle::engines::lazy {

OptionList Options::list() {
  OptionList options{
      choice("--reduction", reduction, {{"monotonic", Reduction::Monotonic}, {"local", Reduction::Local}},
             "monotonic (partial-order reduction) or local (threads interleave at every shared access)"),
      choice("--force-cover", forceCover, {{"on", true}, {"off", false}},
             "strengthen nodes so that older nodes cover them: on or off"),
      choice("--interpolants", interpolants,
             {{"wp", Interpolants::WeakestPreconditions}, {"facts", Interpolants::Facts}},
             "wp (weakest preconditions) or facts (equations of the path)"),
      choice("--search", search, {{"dfs", Search::Depth}, {"bfs", Search::Breadth}, {"switches", Search::Switches}},
             "dfs, bfs, or switches (fewest context switches first)")};
  for (Option &option : tree.list())
    options.push_back(std::move(option));
  return options;
}

Outcome runWeakened(const Context &context, const Options &options, const Weakening &weakening) {
  return tree::run(context, options.tree, [&] { return std::make_unique<Impact>(context, options, weakening); });
}

Outcome run(const Context &context, const Options &options) { return runWeakened(context, options, {}); }

const Engine engine{.name = "lazy",
                    .description = "lazy abstraction with interpolants (Impact) and monotonic partial-order reduction",
                    .finds = program::PropertySet::all() - tree::unsupported,
                    .proves = program::PropertySet::all() - tree::unsupported,
                    .makesProofs = true,
                    .configure = Configured<engine, Options, run>::make};

} // namespace heddle::engines::lazy
