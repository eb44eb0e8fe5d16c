// Threads must not wait on a condition variable with different mutexes at the same time. The model of waiting stores
// the address of the mutex in the condition variable, and compares it with that of the last wait (runtime/condvar.c).
// In almost all programs a condition variable has one mutex, and the pair is a pair of static variables, or of members
// of one struct: then these accesses are removed.
//
// Of mutexes in the same array, or in objects of the same allocation site, points-to analysis cannot tell that they are
// different. They count as the same: a wait with the mutex of another object of the same kind is not noticed.
#include "transform/condition_mutexes.hpp"

#include "analysis/escape.hpp"
#include "analysis/points_to.hpp"

#include <algorithm>
#include <optional>

namespace heddle::transform {

using namespace program;
using analysis::RegionSet;

namespace {

bool isBinding(const Program &program, const Access &access, SourceSpan span) {
  return access.isVolatile && access.order == MemoryOrder::SequentiallyConsistent &&
         program.sources.isRuntime(span.file);
}

const Load *bindingLoad(const Program &program, const Instruction &instruction) {
  const auto *load = std::get_if<Load>(&instruction.operation);
  return load != nullptr && isBinding(program, load->access, instruction.span) ? load : nullptr;
}

const Store *bindingStore(const Program &program, const Instruction &instruction) {
  const auto *store = std::get_if<Store>(&instruction.operation);
  return store != nullptr && isBinding(program, store->access, instruction.span) ? store : nullptr;
}

/// A wait: the condition variable and the mutex.
struct Binding {
  RegionSet condition;
  RegionSet mutex;
  std::optional<Bits> distance; // from one to the other, if it is known
};

/// An address as a base and a number of bytes.
std::pair<Expr, Bits> split(Expr address) {
  if (address->kind == ExprKind::Add)
    for (const unsigned i : {0U, 1U})
      if (address->args[i]->isConstant())
        return {address->args[1 - i], address->args[i]->value};
  return {address, 0};
}

std::optional<Bits> distance(ExprPool &pool, Expr from, Expr to) {
  const Expr difference = pool.sub(to, from);
  if (difference->isConstant())
    return difference->value;
  const auto [base, begin] = split(from);
  const auto [otherBase, end] = split(to);
  if (base != otherBase)
    return std::nullopt;
  return pool.sub(pool.constant(end, from->width), pool.constant(begin, from->width))->value;
}

std::vector<Binding> bindingsOf(const Program &program) {
  const analysis::PointsTo pointsTo(program);
  std::vector<Binding> bindings;
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
    for (const Action &action : program.cfas[cfa].actions)
      for (const Instruction &instruction : action.instructions)
        if (const Store *store = bindingStore(program, instruction))
          bindings.push_back({pointsTo.regions(cfa, store->address, 1), pointsTo.regions(cfa, store->value, 1),
                              distance(*program.expressions, store->address, store->value)});
  return bindings;
}

/// Whether both are in one object, or in objects of one site, and the offset of one of them is not known.
bool mayBeTheSame(const RegionSet &a, const RegionSet &b) {
  RegionSet both = a;
  both.insert(both.end(), b.begin(), b.end());
  return std::ranges::all_of(both,
                             [&](const analysis::Region &region) {
                               return region.kind == both.front().kind && region.id == both.front().id;
                             }) &&
         std::ranges::any_of(both, [](const analysis::Region &region) { return region.end - region.begin > 1; });
}

bool mayDiffer(const Binding &a, const Binding &b) {
  if (!mayOverlap(a.condition, b.condition) || (a.distance && a.distance == b.distance))
    return false;
  return (a.mutex.size() != 1 || a.mutex != b.mutex) && !mayBeTheSame(a.mutex, b.mutex);
}

bool hasBindings(const Program &program) {
  return std::ranges::any_of(program.cfas, [&](const Cfa &cfa) {
    return std::ranges::any_of(cfa.actions, [&](const Action &action) {
      return std::ranges::any_of(action.instructions, [&](const Instruction &instruction) {
        return bindingStore(program, instruction) != nullptr;
      });
    });
  });
}

} // namespace

bool removeNeedlessBindingChecks(Program &program) {
  if (!hasBindings(program))
    return false;
  const std::vector<Binding> bindings = bindingsOf(program);
  const bool isNeeded = std::ranges::any_of(bindings, [&](const Binding &a) {
    return std::ranges::any_of(bindings, [&](const Binding &b) { return mayDiffer(a, b); });
  });
  const auto relax = [](Access &access) {
    access.isVolatile = false;
    access.order = MemoryOrder::Relaxed;
  };
  for (Cfa &cfa : program.cfas)
    for (Action &action : cfa.actions) {
      if (!isNeeded)
        std::erase_if(action.instructions, [&](const Instruction &i) { return bindingStore(program, i) != nullptr; });
      for (Instruction &instruction : action.instructions)
        if (const Load *load = bindingLoad(program, instruction)) {
          const Assign none{load->target, program.expressions->constant(0, load->width)};
          if (isNeeded)
            relax(std::get<Load>(instruction.operation).access);
          else
            instruction.operation = none;
        } else if (bindingStore(program, instruction) != nullptr) {
          relax(std::get<Store>(instruction.operation).access);
        }
    }
  analysis::keepBlockEntriesVisible(program);
  return !isNeeded;
}

} // namespace heddle::transform
