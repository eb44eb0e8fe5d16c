#include "analysis/value_numbers.hpp"

#include <algorithm>
#include <set>

namespace heddle::analysis {

using program::ActionId;
using program::Expr;
using program::LocationId;
using program::RegisterId;

namespace {

/// Values that are kept, of all locations together.
constexpr std::size_t mostValues = 4'000'000;

} // namespace

std::optional<ValueNumbers> ValueNumbers::of(const program::Program &program, program::CfaId cfa,
                                             const ControlFlow &flow, const LoopInfo &loops) {
  const program::Cfa &automaton = program.cfas[cfa];
  if (automaton.locations.size() * automaton.registers.size() > mostValues ||
      !std::ranges::all_of(loops.loops(), [](const Loop &loop) { return loop.isNatural; }))
    return std::nullopt;
  ValueNumbers result(program, cfa);
  result.run(flow, loops);
  return result;
}

ValueNumbers::ValueNumbers(const program::Program &program, program::CfaId cfa)
    : pool_(program.expressions.get()), cfa_(&program.cfas[cfa]), environments_(cfa_->locations.size()) {
  for (const program::Register &reg : cfa_->registers)
    widths_.push_back(reg.width);
  findVariables();
  firstSymbol_ = static_cast<RegisterId>(widths_.size());
}

void ValueNumbers::findVariables() {
  std::map<RegisterId, unsigned> found; // the width of all loads and stores, or 0
  for (const program::Action &action : cfa_->actions)
    for (const program::Instruction &instruction : action.instructions)
      if (const auto *allocate = std::get_if<program::Allocate>(&instruction.operation);
          allocate != nullptr && allocate->storage == program::Storage::Stack)
        found.emplace(allocate->target, 0);
  std::set<RegisterId> others;
  for (const program::Action &action : cfa_->actions)
    for (const program::Instruction &instruction : action.instructions) {
      const program::Operation &operation = instruction.operation;
      Expr address = nullptr;
      unsigned width = 0;
      if (const auto *load = std::get_if<program::Load>(&operation)) {
        address = load->address;
        width = load->width;
      } else if (const auto *store = std::get_if<program::Store>(&operation)) {
        address = store->address;
        width = store->value->width;
      } else if (const auto *release = std::get_if<program::Free>(&operation)) {
        address = release->address;
      }
      const bool isDirect = address != nullptr && address->isRegister();
      if (isDirect && width != 0)
        if (const auto variable = found.find(address->index); variable != found.end()) {
          if (variable->second != 0 && variable->second != width)
            others.insert(address->index);
          variable->second = width;
        }
      program::forEachExpression(operation, [&](Expr e) {
        if (!isDirect || e != address)
          program::forEachRegister(e, [&](RegisterId reg) { others.insert(reg); });
      });
      if (const auto *store = std::get_if<program::Store>(&operation); store != nullptr && store->value == address)
        others.insert(address->index);
      if (const RegisterId target = program::writtenRegister(operation);
          target != program::noRegister && !std::holds_alternative<program::Allocate>(operation))
        others.insert(target);
    }
  for (const auto &[reg, width] : found)
    if (width != 0 && !others.contains(reg)) {
      variables_.emplace(reg, static_cast<RegisterId>(widths_.size()));
      widths_.push_back(width);
    }
}

std::optional<RegisterId> ValueNumbers::variableAt(Expr address) const {
  if (!address->isRegister())
    return std::nullopt;
  const auto found = variables_.find(address->index);
  return found == variables_.end() ? std::nullopt : std::optional(found->second);
}

RegisterId ValueNumbers::assignedBy(const program::Operation &operation) const {
  if (const auto *store = std::get_if<program::Store>(&operation))
    return variableAt(store->address).value_or(program::noRegister);
  return program::writtenRegister(operation);
}

void ValueNumbers::run(const ControlFlow &flow, const LoopInfo &loops) {
  std::map<LocationId, std::vector<bool>> assigned; // by head of a loop, by register
  for (const Loop &loop : loops.loops()) {
    std::vector<bool> &registers = assigned[loop.head];
    registers.resize(widths_.size());
    for (const LocationId location : loop.body)
      for (const ActionId id : cfa_->outgoing[location])
        for (const program::Instruction &instruction : cfa_->actions[id].instructions)
          if (const RegisterId reg = assignedBy(instruction.operation); reg != program::noRegister) {
            registers[reg] = true;
            if (const auto variable = variables_.find(reg); variable != variables_.end())
              registers[variable->second] = true; // a new one
          }
  }
  for (const LocationId location : flow.order()) {
    std::optional<Environment> merged;
    if (location == cfa_->entry) {
      merged.emplace();
      for (RegisterId reg = 0; reg < widths_.size(); ++reg)
        merged->push_back(reg == cfa_->self || reg == cfa_->argument
                              ? symbolAt(location, reg, Definition::Kind::Initial)
                              : pool_->constant(0, widths_[reg]));
    }
    const Loop *const loop = loops.loopAt(location);
    for (const ActionId id : flow.incoming(location)) {
      // In an automaton of natural loops, all that precedes a location comes before it in the order, except for what
      // leads back from the body of a loop to its head.
      if (!flow.isReachable(cfa_->actions[id].from) || (loop != nullptr && loop->contains(cfa_->actions[id].from)))
        continue;
      Environment next = after(id);
      if (!merged) {
        merged = std::move(next);
        continue;
      }
      for (RegisterId reg = 0; reg < next.size(); ++reg)
        if ((*merged)[reg] != next[reg])
          (*merged)[reg] = symbolAt(location, reg, Definition::Kind::Merge);
    }
    if (loop != nullptr) {
      entries_.emplace(location, *merged);
      for (RegisterId reg = 0; reg < merged->size(); ++reg)
        if (assigned[location][reg])
          (*merged)[reg] = symbolAt(location, reg, Definition::Kind::LoopHead);
    }
    environments_[location] = std::move(*merged);
  }
}

ValueNumbers::Environment ValueNumbers::after(ActionId id, const Visit &visit) {
  const program::Action &action = cfa_->actions[id];
  Environment environment = environments_[action.from];
  bool isFirst = true;
  for (const program::Instruction &instruction : action.instructions) {
    if (visit)
      visit(instruction, environment);
    execute(instruction.operation, action.from, isFirst, environment);
    isFirst = isFirst && (std::holds_alternative<program::Assign>(instruction.operation) ||
                          std::holds_alternative<program::Guard>(instruction.operation) ||
                          std::holds_alternative<program::Load>(instruction.operation));
  }
  return environment;
}

void ValueNumbers::execute(const program::Operation &operation, LocationId from, bool isFirst,
                           Environment &environment) {
  const RegisterId target = assignedBy(operation);
  if (target == program::noRegister)
    return;
  const unsigned width = widths_[target];
  if (const auto *store = std::get_if<program::Store>(&operation)) {
    environment[target] = valueOf(store->value, environment);
    return;
  }
  if (const auto *assign = std::get_if<program::Assign>(&operation)) {
    environment[target] = valueOf(assign->value, environment);
    return;
  }
  if (const auto *load = std::get_if<program::Load>(&operation)) {
    if (const std::optional<RegisterId> variable = variableAt(load->address)) {
      environment[target] = pool_->resize(environment[*variable], width);
      return;
    }
    const Expr address = valueOf(load->address, environment);
    Expr &symbol = isFirst ? firstLoads_[{from, address, load->width}] : results_[&operation];
    if (symbol == nullptr)
      symbol = define(load->width, {.kind = Definition::Kind::Load,
                                    .location = from,
                                    .reg = target,
                                    .address = address,
                                    .operation = &operation});
    environment[target] = pool_->resize(symbol, width);
    return;
  }
  Expr &symbol = results_[&operation];
  if (symbol == nullptr)
    symbol = define(width, {.kind = Definition::Kind::Other, .location = from, .reg = target, .operation = &operation});
  environment[target] = symbol;
  if (const auto variable = variables_.find(target); variable != variables_.end()) // it is uninitialised
    environment[variable->second] = symbolAt(from, variable->second, Definition::Kind::Merge);
}

Expr ValueNumbers::define(unsigned width, Definition definition) {
  definitions_.push_back(definition);
  return pool_->reg(firstSymbol_ + static_cast<RegisterId>(definitions_.size() - 1), width);
}

Expr ValueNumbers::symbolAt(LocationId location, RegisterId reg, Definition::Kind kind) {
  const auto [entry, isNew] = merged_.try_emplace({location, reg});
  if (isNew)
    entry->second = define(widths_[reg], {.kind = kind, .location = location, .reg = reg});
  return entry->second;
}

Expr ValueNumbers::valueOf(Expr e, const Environment &environment) const {
  return pool_->substitute(e, [&](Expr reg) { return reg->index < firstSymbol_ ? environment[reg->index] : nullptr; });
}

void ValueNumbers::forEachSymbol(Expr e, const std::function<void(Expr)> &visit) const {
  program::forEachRegister(e, [&](RegisterId reg) {
    if (reg < firstSymbol_)
      return;
    const Definition &definition = definitions_[reg - firstSymbol_];
    unsigned width = 0;
    if (definition.kind == Definition::Kind::Load)
      width = std::get<program::Load>(*definition.operation).width;
    else
      width = widths_[definition.reg];
    visit(pool_->reg(reg, width));
  });
}

} // namespace heddle::analysis
