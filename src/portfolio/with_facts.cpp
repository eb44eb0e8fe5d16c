#include "portfolio/with_facts.hpp"

#include "engines/modular/facts.hpp"
#include "engines/modular/modular.hpp"

namespace heddle::portfolio {

std::uint64_t mostAnalysis(const program::Program &program) {
  constexpr std::uint64_t least = 200'000;
  constexpr std::uint64_t perLocation = 20;
  std::uint64_t most = least;
  for (const program::Cfa &cfa : program.cfas)
    most += perLocation * cfa.locations.size();
  return most;
}

engines::Option factsOption(bool &setting) {
  return engines::choice("--facts", setting, {{"on", true}, {"off", false}},
                         "bounds of values that engine modular has found and a checker has confirmed: on or off");
}

engines::OptionList WithFacts::options() {
  engines::OptionList list = inner_->options();
  list.push_back(factsOption(isAskedFor_));
  return list;
}

engines::Result WithFacts::run(const engines::Context &context) const {
  if (!isAskedFor_)
    return inner_->run(context);
  engines::Statistics statistics;
  const std::optional<engines::Facts> facts = engines::modular::findFacts(
      context.forEngine(engines::modular::engine.name), mostAnalysis(context.program), statistics);
  engines::Context own = context.with(context.cancellation);
  own.facts = facts ? &*facts : nullptr;
  engines::Result result = inner_->run(own);
  result.runs.push_back({std::string(engines::modular::engine.name), std::move(statistics)});
  return result;
}

} // namespace heddle::portfolio
