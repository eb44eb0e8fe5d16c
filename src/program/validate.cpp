// The invariants of the model, checked one by one.
//
// Everything that the headers of this folder promise to engines is checked here, after the front end and after
// each transformation: indices in range, widths that agree, the order of operations in an action. The first
// defect is described with its program point (thread function, action, instruction), so that a broken program
// is attributed to the pass that produced it and not to the engine that fails on it.
#include "program/program.hpp"

#include <algorithm>
#include <unordered_set>

namespace heddle::program {

namespace {

using Defect = std::optional<std::string>;

/// Operations that must be the last of their action.
bool endsAction(const Operation &operation) {
  return std::holds_alternative<EndThread>(operation) || std::holds_alternative<EndProgram>(operation) ||
         std::holds_alternative<Halt>(operation);
}

/// Operations without an effect that would remain if a later Guard disables the action. A chosen input is such an
/// effect, and so is a failed Assume or Check.
bool mayPrecedeGuard(const Operation &operation) {
  return std::holds_alternative<Guard>(operation) || std::holds_alternative<Assign>(operation) ||
         std::holds_alternative<Load>(operation) || std::holds_alternative<ObjectSize>(operation) ||
         std::holds_alternative<Sync>(operation) || std::holds_alternative<AtomicBegin>(operation);
}

bool isCopyOf(const Operation &operation, RegisterId reg) {
  const auto *store = std::get_if<Store>(&operation);
  return store != nullptr && store->access.copy && store->value != nullptr && store->value->isRegister() &&
         store->value->index == reg;
}

class Validator {
public:
  explicit Validator(const Program &program) : program_(program) {}

  Defect run() {
    if (!program_.expressions)
      return "the program has no expression pool";
    if (program_.cfas.empty())
      return "the program has no main";
    if (Defect defect = objects())
      return defect;
    for (const AllocationSite &site : program_.sites)
      if (site.type >= program_.types.size() || !isKnown(site.span))
        return "allocation site " + site.name + " has a type or span out of range";
    for (const Cfa &cfa : program_.cfas) {
      cfa_ = &cfa;
      checked_.clear();
      if (Defect defect = automaton())
        return "thread function " + cfa.name + ": " + *defect;
    }
    return std::nullopt;
  }

private:
  unsigned pointerWidth() const { return program_.pointers.width; }

  bool isKnown(SourceSpan span) const {
    return span.file < program_.sources.fileCount() && span.frame < program_.sources.frameCount();
  }

  Defect objects() const {
    const PointerLayout &layout = program_.pointers;
    if (layout.width > 64 || layout.offsetBits == 0 || layout.offsetBits >= layout.width)
      return "the pointer layout leaves no room for object or offset";
    if (program_.objects.empty() || program_.objects[nullObject].size != 0)
      return "object 0 is not the null object";
    if (program_.objects.size() > std::uint64_t{layout.maxObject()} + 1)
      return "more objects than pointers can name";
    for (const StaticObject &object : program_.objects) {
      if (object.initial && object.initial->size() != object.size)
        return "object " + object.name + " has " + std::to_string(object.initial->size()) + " initial bytes for " +
               std::to_string(object.size);
      if (object.size > layout.maxObjectSize())
        return "object " + object.name + " is larger than an offset can express";
      if (object.type >= program_.types.size() || !isKnown(object.span))
        return "object " + object.name + " has a type or span out of range";
    }
    return std::nullopt;
  }

  Defect automaton() {
    if (Defect defect = registers())
      return defect;
    if (Defect defect = graph())
      return defect;
    for (ActionId id = 0; id < cfa_->actions.size(); ++id)
      if (Defect defect = action(cfa_->actions[id]))
        return "action " + std::to_string(id) + " from L" + std::to_string(cfa_->actions[id].from) + ", " + *defect;
    return std::nullopt;
  }

  Defect registers() const {
    for (RegisterId id = 0; id < cfa_->registers.size(); ++id) {
      const Register &reg = cfa_->registers[id];
      if (reg.width < 1 || reg.width > support::maxWidth || reg.type >= program_.types.size())
        return "register " + std::to_string(id) + " (" + reg.name + ") has a bad width or type";
    }
    if (cfa_->self != noRegister && !hasWidth(cfa_->self, 32))
      return "the register of the own handle is not a register of 32 bits";
    if (cfa_->argument != noRegister && !hasWidth(cfa_->argument, pointerWidth()))
      return "the register of the argument is not a pointer-wide register";
    return std::nullopt;
  }

  Defect graph() const {
    const std::size_t locations = cfa_->locations.size();
    if (cfa_->entry >= locations || cfa_->exit >= locations)
      return "entry or exit out of range";
    if (cfa_->outgoing.size() != locations)
      return "the lists of outgoing actions do not match the locations";
    if (!cfa_->outgoing[cfa_->exit].empty())
      return "an action leaves the exit";
    if (std::any_of(cfa_->locations.begin(), cfa_->locations.end(),
                    [this](const Location &location) { return !isKnown(location.span); }))
      return "a location has a span out of range";
    std::vector<bool> listed(cfa_->actions.size());
    for (LocationId from = 0; from < locations; ++from)
      for (const ActionId id : cfa_->outgoing[from]) {
        if (id >= cfa_->actions.size() || cfa_->actions[id].from != from)
          return "L" + std::to_string(from) + " lists an action that does not leave it";
        if (listed[id])
          return "action " + std::to_string(id) + " is listed twice";
        listed[id] = true;
      }
    if (std::find(listed.begin(), listed.end(), false) != listed.end())
      return "an action is missing from its location's outgoing list";
    return std::nullopt;
  }

  Defect action(const Action &action) {
    if (action.from >= cfa_->locations.size() || action.to >= cfa_->locations.size())
      return "which has a location out of range";
    bool hasEffect = false;
    for (std::size_t i = 0; i < action.instructions.size(); ++i) {
      const Instruction &instruction = action.instructions[i];
      const auto at = [i](const std::string &text) { return "instruction " + std::to_string(i) + ": " + text; };
      if (!isKnown(instruction.span))
        return at("span out of range");
      if (Defect defect = expressions(instruction.operation))
        return at(*defect);
      if (Defect defect = std::visit([this](const auto &op) { return check(op); }, instruction.operation))
        return at(*defect);
      if (std::holds_alternative<Guard>(instruction.operation) && hasEffect)
        return at("a Guard after an operation with an effect");
      hasEffect |= !mayPrecedeGuard(instruction.operation);
      if (endsAction(instruction.operation) && i + 1 != action.instructions.size())
        return at("an operation after the end of the thread or program");
      if (const auto *load = std::get_if<Load>(&instruction.operation); load != nullptr && load->access.copy)
        if (!isFollowedByCopy(action, i, load->target))
          return at("a copying Load without its copying Store");
    }
    const bool ends = !action.instructions.empty() && endsAction(action.instructions.back().operation);
    if (action.to == cfa_->exit && !ends)
      return "which reaches the exit without ending the thread";
    if (ends && std::holds_alternative<EndThread>(action.instructions.back().operation) && action.to != cfa_->exit)
      return "which ends the thread but does not lead to the exit";
    return std::nullopt;
  }

  bool isFollowedByCopy(const Action &action, std::size_t load, RegisterId reg) const {
    if (load + 1 < action.instructions.size())
      return isCopyOf(action.instructions[load + 1].operation, reg);
    const std::vector<ActionId> &next = cfa_->outgoing[action.to];
    return !next.empty() && std::all_of(next.begin(), next.end(), [this, reg](ActionId id) {
      const std::vector<Instruction> &instructions = cfa_->actions[id].instructions;
      return !instructions.empty() && isCopyOf(instructions.front().operation, reg);
    });
  }

  bool hasWidth(RegisterId reg, unsigned width) const {
    return reg < cfa_->registers.size() && cfa_->registers[reg].width == width;
  }

  /// Every expression exists, and its registers are registers of the automaton with the same width.
  Defect expressions(const Operation &operation) {
    Defect defect;
    forEachExpression(operation, [this, &defect](Expr e) {
      if (!defect)
        defect = expression(e);
    });
    return defect;
  }

  Defect expression(Expr root) {
    if (root == nullptr)
      return "an expression is missing";
    std::vector<Expr> stack{root};
    while (!stack.empty()) {
      const Expr e = stack.back();
      stack.pop_back();
      if (!checked_.insert(e).second)
        continue;
      if (e->isRegister() && !hasWidth(e->index, e->width))
        return "register " + std::to_string(e->index) + " does not exist with " + std::to_string(e->width) + " bits";
      for (const Expr arg : e->args)
        if (arg != nullptr)
          stack.push_back(arg);
    }
    return std::nullopt;
  }

  Defect wide(Expr e, unsigned width, const char *what) const {
    if (e->width == width)
      return std::nullopt;
    return std::string(what) + " has " + std::to_string(e->width) + " bits, not " + std::to_string(width);
  }

  Defect target(RegisterId reg, unsigned width) const {
    if (hasWidth(reg, width))
      return std::nullopt;
    return "target register " + std::to_string(reg) + " does not exist with " + std::to_string(width) + " bits";
  }

  Defect check(const Assign &op) const { return target(op.target, op.value->width); }
  Defect check(const Havoc &op) const {
    if (op.target >= cfa_->registers.size())
      return "target register out of range";
    if (op.low > op.high || op.high > support::mask(cfa_->registers[op.target].width))
      return "the range of the input is empty or exceeds its register";
    return std::nullopt;
  }
  Defect check(const Load &op) const {
    if (op.target >= cfa_->registers.size())
      return "target register out of range";
    if (op.width == 0 || op.width % 8 != 0 || op.width != (cfa_->registers[op.target].width + 7) / 8 * 8)
      return "a Load of " + std::to_string(op.width) + " bits into a register of " +
             std::to_string(cfa_->registers[op.target].width);
    return wide(op.address, pointerWidth(), "the address");
  }
  Defect check(const Store &op) const {
    if (op.value->width % 8 != 0)
      return "a Store of " + std::to_string(op.value->width) + " bits";
    return wide(op.address, pointerWidth(), "the address");
  }
  Defect check(const Guard &op) const { return wide(op.condition, 1, "the condition"); }
  Defect check(const Assume &op) const { return wide(op.condition, 1, "the condition"); }
  Defect check(const Check &op) const { return wide(op.condition, 1, "the condition"); }
  Defect check(const Allocate &op) const {
    if (op.site >= program_.sites.size() || program_.sites[op.site].storage != op.storage)
      return "the allocation site does not exist or has another storage";
    if (Defect defect = target(op.target, pointerWidth()))
      return defect;
    return wide(op.size, pointerWidth(), "the size");
  }
  Defect check(const Free &op) const { return wide(op.address, pointerWidth(), "the address"); }
  Defect check(const ObjectSize &op) const {
    if (Defect defect = target(op.target, pointerWidth()))
      return defect;
    return wide(op.address, pointerWidth(), "the address");
  }
  Defect check(const Spawn &op) const {
    if (op.cfa >= program_.cfas.size())
      return "the thread function does not exist";
    if (op.target >= cfa_->registers.size())
      return "target register out of range";
    return wide(op.argument, pointerWidth(), "the argument");
  }
  Defect check(const Join &op) const {
    return op.target == noRegister ? std::nullopt : target(op.target, pointerWidth());
  }
  Defect check(const EndThread &op) const { return wide(op.result, pointerWidth(), "the result"); }
  Defect check(const Sync &op) const { return wide(op.object, pointerWidth(), "the object"); }
  Defect check(const Fence &) const { return std::nullopt; }
  Defect check(const AtomicBegin &) const { return std::nullopt; }
  Defect check(const Detach &) const { return std::nullopt; }
  Defect check(const EndProgram &) const { return std::nullopt; }
  Defect check(const Halt &) const { return std::nullopt; }

  const Program &program_;
  const Cfa *cfa_ = nullptr;
  std::unordered_set<Expr> checked_; // expressions of this automaton without a defect
};

} // namespace

std::optional<std::string> validate(const Program &program) { return Validator(program).run(); }

} // namespace heddle::program
