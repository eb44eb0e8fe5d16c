#include "portfolio/with_facts.hpp"

#include "engines/modular/facts.hpp"
#include "engines/modular/modular.hpp"

namespace heddle::portfolio {

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
  const std::optional<engines::Facts> facts =
      engines::modular::findFacts(context.forEngine(engines::modular::engine.name), mostAnalysis, statistics);
  engines::Context own = context.with(context.cancellation);
  own.facts = facts ? &*facts : nullptr;
  engines::Result result = inner_->run(own);
  result.runs.push_back({std::string(engines::modular::engine.name), std::move(statistics)});
  return result;
}

} // namespace heddle::portfolio
