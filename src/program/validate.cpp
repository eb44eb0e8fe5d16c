// The invariants of the model, checked one by one.
//
// Everything that the headers of this folder promise to engines is verified here after the front end and
// after each transformation in the tests: indices in range, widths that agree, the order of operations on
// an action. The first breach is described with the place in the model (thread function, action, step), so
// that the producer of a broken program is found at once instead of an engine that stumbles over it.
#include "program/program.hpp"

#include <algorithm>
#include <unordered_set>

namespace heddle::program {

namespace {

using Breach = std::optional<std::string>;

/// Operations after which nothing follows.
bool endsAction(const Operation &operation) {
  return std::holds_alternative<EndThread>(operation) || std::holds_alternative<EndProgram>(operation) ||
         std::holds_alternative<Halt>(operation);
}

/// Operations that leave no trace when a Guard behind them disables the action. An input that was chosen
/// is a trace, and so is a failed Assume or Check.
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

  Breach run() {
    if (!program_.expressions)
      return "the program has no expression pool";
    if (program_.cfas.empty())
      return "the program has no main";
    if (Breach breach = objects())
      return breach;
    for (const AllocationSite &site : program_.sites)
      if (site.type >= program_.types.size() || !isKnown(site.span))
        return "allocation site " + site.name + " has a type or span out of range";
    for (const Cfa &cfa : program_.cfas) {
      cfa_ = &cfa;
      checked_.clear();
      if (Breach breach = automaton())
        return "thread function " + cfa.name + ": " + *breach;
    }
    return std::nullopt;
  }

private:
  unsigned pointerWidth() const { return program_.pointers.width; }

  bool isKnown(SourceSpan span) const {
    return span.file < program_.sources.fileCount() && span.frame < program_.sources.frameCount();
  }

  Breach objects() const {
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
        return "object " + object.name + " is larger than an offset can say";
      if (object.type >= program_.types.size() || !isKnown(object.span))
        return "object " + object.name + " has a type or span out of range";
    }
    return std::nullopt;
  }

  Breach automaton() {
    if (Breach breach = registers())
      return breach;
    if (Breach breach = graph())
      return breach;
    for (ActionId id = 0; id < cfa_->actions.size(); ++id)
      if (Breach breach = action(cfa_->actions[id]))
        return "action " + std::to_string(id) + " from L" + std::to_string(cfa_->actions[id].from) + ", " + *breach;
    return std::nullopt;
  }

  Breach registers() const {
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

  Breach graph() const {
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

  Breach action(const Action &action) {
    if (action.from >= cfa_->locations.size() || action.to >= cfa_->locations.size())
      return "which has a location out of range";
    bool hasEffect = false;
    for (std::size_t i = 0; i < action.steps.size(); ++i) {
      const Step &step = action.steps[i];
      const auto at = [i](const std::string &text) { return "step " + std::to_string(i) + ": " + text; };
      if (!isKnown(step.span))
        return at("span out of range");
      if (Breach breach = expressions(step.operation))
        return at(*breach);
      if (Breach breach = std::visit([this](const auto &op) { return check(op); }, step.operation))
        return at(*breach);
      if (std::holds_alternative<Guard>(step.operation) && hasEffect)
        return at("a Guard behind an operation with an effect");
      hasEffect |= !mayPrecedeGuard(step.operation);
      if (endsAction(step.operation) && i + 1 != action.steps.size())
        return at("an operation behind the end of the thread or program");
      if (const auto *load = std::get_if<Load>(&step.operation); load != nullptr && load->access.copy)
        if (!isFollowedByCopy(action, i, load->target))
          return at("a copying Load without its copying Store");
    }
    const bool ends = !action.steps.empty() && endsAction(action.steps.back().operation);
    if (action.to == cfa_->exit && !ends)
      return "which reaches the exit without ending the thread";
    if (ends && std::holds_alternative<EndThread>(action.steps.back().operation) && action.to != cfa_->exit)
      return "which ends the thread somewhere else than at the exit";
    return std::nullopt;
  }

  bool isFollowedByCopy(const Action &action, std::size_t load, RegisterId reg) const {
    if (load + 1 < action.steps.size())
      return isCopyOf(action.steps[load + 1].operation, reg);
    const std::vector<ActionId> &next = cfa_->outgoing[action.to];
    return !next.empty() && std::all_of(next.begin(), next.end(), [this, reg](ActionId id) {
      const std::vector<Step> &steps = cfa_->actions[id].steps;
      return !steps.empty() && isCopyOf(steps.front().operation, reg);
    });
  }

  bool hasWidth(RegisterId reg, unsigned width) const {
    return reg < cfa_->registers.size() && cfa_->registers[reg].width == width;
  }

  /// Every expression exists, and its registers are the automaton's with their widths.
  Breach expressions(const Operation &operation) {
    Breach breach;
    forEachExpression(operation, [this, &breach](Expr e) {
      if (!breach)
        breach = expression(e);
    });
    return breach;
  }

  Breach expression(Expr root) {
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

  Breach wide(Expr e, unsigned width, const char *what) const {
    if (e->width == width)
      return std::nullopt;
    return std::string(what) + " has " + std::to_string(e->width) + " bits, not " + std::to_string(width);
  }

  Breach target(RegisterId reg, unsigned width) const {
    if (hasWidth(reg, width))
      return std::nullopt;
    return "target register " + std::to_string(reg) + " does not exist with " + std::to_string(width) + " bits";
  }

  Breach check(const Assign &op) const { return target(op.target, op.value->width); }
  Breach check(const Havoc &op) const {
    if (op.target >= cfa_->registers.size())
      return "target register out of range";
    if (op.low > op.high || op.high > support::mask(cfa_->registers[op.target].width))
      return "the range of the input is empty or exceeds its register";
    return std::nullopt;
  }
  Breach check(const Load &op) const {
    if (op.target >= cfa_->registers.size())
      return "target register out of range";
    if (op.width == 0 || op.width % 8 != 0 || op.width != (cfa_->registers[op.target].width + 7) / 8 * 8)
      return "a Load of " + std::to_string(op.width) + " bits into a register of " +
             std::to_string(cfa_->registers[op.target].width);
    return wide(op.address, pointerWidth(), "the address");
  }
  Breach check(const Store &op) const {
    if (op.value->width % 8 != 0)
      return "a Store of " + std::to_string(op.value->width) + " bits";
    return wide(op.address, pointerWidth(), "the address");
  }
  Breach check(const Guard &op) const { return wide(op.condition, 1, "the condition"); }
  Breach check(const Assume &op) const { return wide(op.condition, 1, "the condition"); }
  Breach check(const Check &op) const { return wide(op.condition, 1, "the condition"); }
  Breach check(const Allocate &op) const {
    if (op.site >= program_.sites.size() || program_.sites[op.site].storage != op.storage)
      return "the allocation site does not exist or has another storage";
    if (Breach breach = target(op.target, pointerWidth()))
      return breach;
    return wide(op.size, pointerWidth(), "the size");
  }
  Breach check(const Free &op) const { return wide(op.address, pointerWidth(), "the address"); }
  Breach check(const ObjectSize &op) const {
    if (Breach breach = target(op.target, pointerWidth()))
      return breach;
    return wide(op.address, pointerWidth(), "the address");
  }
  Breach check(const Spawn &op) const {
    if (op.cfa >= program_.cfas.size())
      return "the thread function does not exist";
    if (op.target >= cfa_->registers.size())
      return "target register out of range";
    return wide(op.argument, pointerWidth(), "the argument");
  }
  Breach check(const Join &op) const {
    return op.target == noRegister ? std::nullopt : target(op.target, pointerWidth());
  }
  Breach check(const EndThread &op) const { return wide(op.result, pointerWidth(), "the result"); }
  Breach check(const Sync &op) const { return wide(op.object, pointerWidth(), "the object"); }
  Breach check(const Fence &) const { return std::nullopt; }
  Breach check(const AtomicBegin &) const { return std::nullopt; }
  Breach check(const Detach &) const { return std::nullopt; }
  Breach check(const EndProgram &) const { return std::nullopt; }
  Breach check(const Halt &) const { return std::nullopt; }

  const Program &program_;
  const Cfa *cfa_ = nullptr;
  std::unordered_set<Expr> checked_; // expressions found good in this automaton
};

} // namespace

std::optional<std::string> validate(const Program &program) { return Validator(program).run(); }

} // namespace heddle::program
