// Contents of cells in all reachable states, by the same constraints as in quiescence.hpp, but with threads anywhere.
#include "engines/modular/quiescence.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::engines::modular {

using program::CfaId;
using program::LocationId;

namespace {

struct Anywhere {
  std::vector<Flows::Present> places;
  std::vector<Registers> registers;
};

/// Every location, with what the states there say of registers.
Anywhere anywhere(const program::Program &program, const Runs &runs) {
  Anywhere all;
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
    for (LocationId location = 0; location < program.cfas[cfa].locations.size(); ++location) {
      std::optional<Registers> common;
      for (const State *state : runs.statesAt(cfa, location)) {
        Registers here = registersIn(*state);
        if (!common) {
          common = std::move(here);
          continue;
        }
        std::erase_if(*common, [&](const auto &entry) { return !here.contains(entry.first); });
        for (auto &[reg, bounds] : *common)
          bounds = join(bounds, here.at(reg));
      }
      if (!common && location != program.cfas[cfa].exit)
        continue;
      all.places.push_back({cfa, location, {}, nullptr});
      all.registers.push_back(common.value_or(Registers{}));
    }
  for (std::size_t i = 0; i < all.places.size(); ++i)
    all.places[i].registers = &all.registers[i];
  return all;
}

} // namespace

void Quiescence::findBounds(support::Cancellation &cancellation) {
  const Anywhere all = anywhere(program_, runs_);
  const auto isPossible = [&](const std::function<void(Counting &)> &restrict) {
    Counting system(program_, fixpoint_, runs_, *flows_, mutation_);
    system.addThreads(all.places);
    restrict(system);
    system.addContents({});
    return system.clauses.solve(cancellation) != Clauses::Answer::Unsatisfiable;
  };
  // Main alone is another case: the global invariant is not about it.
  std::map<Cell, std::set<SignedBits>> limits;
  for (const RestingPoint &point : points_)
    if (point.condition)
      for (const auto &[cell, content] : point.condition->cells)
        limits[cell].insert({content.least - 1, content.most + 1});
  for (const auto &[cell, values] : limits) {
    const unsigned width = cell.bytes * 8;
    Interval bounds = Interval::full(width);
    constexpr unsigned widest = 32;
    if (width > widest || !runs_.isCounted(cell))
      continue;
    for (const SignedBits value : values)
      for (const bool isUpper : {true, false}) {
        const std::optional<Interval> beyond = isUpper ? Interval::ofSigned(value + 1, bounds.most, width)
                                                       : Interval::ofSigned(bounds.least, value - 1, width);
        if (!beyond || isPossible([&](Counting &system) { system.require(Tally{1, {}}, cell, *beyond); }))
          continue;
        const std::optional<Interval> rest =
            isUpper ? Interval::ofSigned(bounds.least, value, width) : Interval::ofSigned(value, bounds.most, width);
        bounds = rest.value_or(bounds);
      }
    bounds_.insert_or_assign(cell, bounds);
  }
  // Halts that need contents which cells do not get.
  std::map<decltype(excluded_)::value_type, bool> isReached;
  for (const HaltRun &halt : runs_.halts()) {
    const program::SourceSpan span = program_.sources.userSpan(halt.instruction->span);
    const auto &operation = std::get<program::Halt>(halt.instruction->operation);
    bool &reached = isReached[{span.file, span.line, span.column, span.frame,
                               fmt::format("the execution may reach what is not supported: {}", operation.message)}];
    reached = reached || halt.state.mode != Mode::Shared || halt.isAfterStore || isPossible([&](Counting &system) {
                Tally there{-1, {}};
                for (std::size_t i = 0; i < all.places.size(); ++i)
                  if (all.places[i].cfa == halt.cfa && all.places[i].location == halt.location)
                    there.add(system.at(i));
                system.clauses.atLeastZero(there);
                for (const auto &[cell, knowledge] : halt.state.known)
                  if (knowledge.value.isNumber() && cell.bytes <= 8 && runs_.isShared(cell))
                    system.require(Tally{1, {}}, cell, *knowledge.value.number);
              });
  }
  for (const auto &[place, reached] : isReached)
    if (!reached)
      excluded_.insert(place);
}

} // namespace heddle::engines::modular
