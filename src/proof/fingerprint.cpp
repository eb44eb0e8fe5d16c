// Everything that determines the semantics of a program is added to a hash, in a fixed order. Expressions are numbered
// when they are first met, so that shared parts are added once and the pool's own numbers have no influence.
#include "proof/fingerprint.hpp"

#include "support/hash.hpp"
#include "support/overloaded.hpp"

#include <fmt/format.h>

#include <unordered_map>

namespace heddle::proof {

using program::Expr;

namespace {

class Digest {
public:
  std::string of(const program::Program &program) {
    add(static_cast<std::uint64_t>(program.dataModel), program.pointers.width, program.pointers.offsetBits);
    add(program.objects.size(), program.sites.size(), program.cfas.size());
    for (const program::StaticObject &object : program.objects) {
      add(static_cast<std::uint64_t>(object.kind), object.size, object.initial.has_value());
      if (object.initial)
        add(support::hashBytes(object.initial->data(), object.initial->size()));
    }
    for (const program::AllocationSite &site : program.sites)
      add(static_cast<std::uint64_t>(site.storage));
    for (const program::Cfa &cfa : program.cfas)
      addCfa(cfa);
    return fmt::format("{:016x}{:016x}", first_, second_);
  }

private:
  template <typename... Values> void add(Values... values) { (addOne(values), ...); }
  void addOne(std::uint64_t value) {
    first_ = support::combine(first_, value);
    second_ = support::combine(second_, ~value);
  }
  void addBits(program::Bits value) { add(static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)); }

  void addCfa(const program::Cfa &cfa) {
    add(cfa.registers.size(), cfa.locations.size(), cfa.actions.size(), cfa.entry, cfa.exit, cfa.self, cfa.argument);
    for (const program::Register &reg : cfa.registers)
      add(reg.width);
    for (program::LocationId location = 0; location < cfa.locations.size(); ++location) {
      add(cfa.locations[location].atomic, cfa.outgoing[location].size());
      for (const program::ActionId action : cfa.outgoing[location])
        add(action);
    }
    for (const program::Action &action : cfa.actions) {
      add(action.from, action.to, action.instructions.size());
      for (const program::Instruction &instruction : action.instructions)
        addOperation(instruction.operation);
    }
  }

  void addAccess(const program::Access &access) {
    add(static_cast<std::uint64_t>(access.order), access.shared, access.copy, access.isVolatile, access.padding);
  }

  void addOperation(const program::Operation &operation) {
    add(operation.index(), program::writtenRegister(operation));
    program::forEachExpression(operation, [this](Expr expression) { addExpression(expression); });
    // What is neither an expression nor the written register.
    std::visit(
        support::Overloaded{
            [](const program::Assign &) {},
            [this](const program::Havoc &op) {
              addBits(op.low);
              addBits(op.high);
              add(static_cast<std::uint64_t>(op.kind), op.visible);
            },
            [this](const program::Load &op) {
              add(op.width);
              addAccess(op.access);
            },
            [this](const program::Store &op) { addAccess(op.access); },
            [this](const program::Fence &op) { add(static_cast<std::uint64_t>(op.order)); },
            [](const program::AtomicBegin &) {},
            [](const program::Guard &) {},
            [](const program::Assume &) {},
            [this](const program::Check &op) {
              add(static_cast<std::uint64_t>(op.property), static_cast<std::uint64_t>(op.after));
            },
            [this](const program::Allocate &op) { add(static_cast<std::uint64_t>(op.storage), op.zeroed, op.site); },
            [this](const program::Free &op) {
              add(static_cast<std::uint64_t>(op.storage));
              addAccess(op.access);
            },
            [](const program::ObjectSize &) {},
            [this](const program::Spawn &op) { add(op.cfa); },
            [](const program::Join &) {},
            [](const program::Detach &) {},
            [](const program::EndThread &) {},
            [this](const program::EndProgram &op) { add(op.aborted); },
            [this](const program::Halt &op) { add(static_cast<std::uint64_t>(op.reason)); },
            [this](const program::Sync &op) { add(static_cast<std::uint64_t>(op.kind)); },
        },
        operation);
  }

  /// Adds the parts that were not met before, operands first, and the number of the expression.
  void addExpression(Expr root) {
    std::vector<Expr> pending{root};
    while (!pending.empty()) {
      const Expr e = pending.back();
      const std::size_t before = pending.size();
      if (!numbers_.contains(e))
        for (unsigned i = 0; i < program::arity(e->kind); ++i)
          if (!numbers_.contains(e->args[i]))
            pending.push_back(e->args[i]);
      if (pending.size() != before)
        continue;
      pending.pop_back();
      if (!numbers_.try_emplace(e, numbers_.size()).second)
        continue;
      add(static_cast<std::uint64_t>(e->kind), e->width, e->index);
      addBits(e->value);
      for (unsigned i = 0; i < program::arity(e->kind); ++i)
        add(numbers_.at(e->args[i]));
    }
    add(numbers_.at(root));
  }

  std::uint64_t first_ = 0;
  std::uint64_t second_ = 0;
  std::unordered_map<Expr, std::uint64_t> numbers_;
};

} // namespace

std::string fingerprint(const program::Program &program) { return Digest().of(program); }

} // namespace heddle::proof
