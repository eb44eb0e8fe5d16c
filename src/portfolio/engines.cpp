#include "portfolio/engines.hpp"

#include "engines/bmc/bmc.hpp"
#include "engines/cegar/cegar.hpp"
#include "engines/explore/explore.hpp"
#include "engines/lazy/lazy.hpp"
#include "engines/modular/modular.hpp"
#include "engines/parametric/parametric.hpp"
#include "engines/random/random.hpp"
#include "engines/trace/trace.hpp"
#include "portfolio/portfolio.hpp"
#include "portfolio/with_facts.hpp"

#include <algorithm>

namespace heddle::portfolio {

using engines::Engine;

const std::vector<const Engine *> &allEngines() {
  static const Engine bmc = withFacts<engines::bmc::engine>();
  static const Engine lazy = withFacts<engines::lazy::engine>();
  static const Engine cegar = withFacts<engines::cegar::engine>();
  static const std::vector<const Engine *> table{
      &engine, // auto
      &bmc,
      &lazy,
      &cegar,
      &engines::trace::engine,
      &engines::parametric::engine,
      &engines::modular::engine,
      &engines::explore::engine,
      &engines::random::engine,
  };
  return table;
}

const Engine *findEngine(std::string_view name) {
  const auto found = std::find_if(allEngines().begin(), allEngines().end(),
                                  [name](const Engine *candidate) { return candidate->name == name; });
  return found == allEngines().end() ? nullptr : *found;
}

std::vector<std::string> engineNames() {
  std::vector<std::string> names;
  for (const Engine *candidate : allEngines())
    names.emplace_back(candidate->name);
  return names;
}

std::vector<std::string> enginesWith(std::string_view option) {
  std::vector<std::string> names;
  for (const Engine *candidate : allEngines()) {
    const std::unique_ptr<engines::Configuration> configuration = candidate->configure();
    const engines::OptionList options = configuration->options();
    if (std::any_of(options.begin(), options.end(), [option](const auto &known) { return known.name == option; }))
      names.emplace_back(candidate->name);
  }
  return names;
}

} // namespace heddle::portfolio
