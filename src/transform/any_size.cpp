// A limit is a Halt of an action that does not lead to the exit, but to where the execution would continue. So it is
// removed.
//
// The front end gives main up to three arguments of up to seven characters (ThreadLowering::commandLine). Here they
// become any number of arguments of any length:
//
//   A string is an object of n bytes, for an arbitrary n, whose last byte is zero.
//   The array is as it was if argc is at most four. Otherwise it has argc + 1 elements, of which those after the first
//   four have any content, so that no proof relies on a pointer that is read there.
//
// Whether an argument is given depends on argc, and what argv has there depends on it as well. The initialisation is
// split into cases, by the number of arguments if there are few; a register says which case it is, and wherever main
// uses argc, it uses that register too. An analysis that keeps its values apart (engines/modular/selectors) knows in
// each case which arguments there are, as long as main still uses argc.
//
// The initialisation is recognised as the front end emits it: one action has the allocations and stores. If it is not
// recognised, there is no result.
#include "transform/any_size.hpp"

#include "transform/compact.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace heddle::transform {

namespace {

using namespace program;

constexpr Bits longest = Bits{1} << 32; // bytes of a string; no system passes more

bool endsInLimit(const Cfa &cfa, const Action &action) {
  if (action.instructions.empty() || action.to == cfa.exit)
    return false;
  const auto *halt = std::get_if<Halt>(&action.instructions.back().operation);
  return halt != nullptr && halt->reason == HaltReason::Resource;
}

class CommandLine {
public:
  explicit CommandLine(Program &program) : program_(program), main_(program.cfas[0]) {}

  bool isThere() const { return std::ranges::any_of(program_.warnings, &Warning::isOfLongArguments); }

  /// Whether the initialisation is recognised.
  bool find();
  void generalise();

private:
  struct Text {
    std::size_t allocation = 0; // in the action; the store of its end follows
    RegisterId reg = noRegister;
  };

  bool isOfFrontEnd(const Instruction &instruction, bool zeroed) const;
  bool isEndOf(const Text &text, const Instruction &instruction) const;
  Expr pointer(Bits value) const { return pool().constant(value, program_.pointers.width); }
  ExprPool &pool() const { return *program_.expressions; }
  Action caseOf(LocationId from, std::uint64_t number, const std::vector<RegisterId> &lengths, RegisterId which) const;

  Program &program_;
  Cfa &main_;
  ActionId action_ = 0;
  std::size_t array_ = 0; // the allocation of argv, in the action
  std::vector<Text> texts_;
  RegisterId count_ = noRegister;
};

/// An object that no line of the source makes.
bool CommandLine::isOfFrontEnd(const Instruction &instruction, bool zeroed) const {
  const auto *allocate = std::get_if<Allocate>(&instruction.operation);
  return allocate != nullptr && allocate->storage == Storage::Stack && allocate->zeroed == zeroed &&
         !instruction.span.known();
}

bool CommandLine::isEndOf(const Text &text, const Instruction &instruction) const {
  const auto *store = std::get_if<Store>(&instruction.operation);
  const auto &allocate = std::get<Allocate>(main_.actions[action_].instructions[text.allocation].operation);
  return store != nullptr && allocate.size->isConstant() && store->value->isConstant() && store->value->value == 0 &&
         store->value->width == 8 &&
         store->address == pool().add(pool().reg(text.reg, program_.pointers.width), pointer(allocate.size->value - 1));
}

bool CommandLine::find() {
  std::size_t arrays = 0;
  std::size_t strings = 0;
  for (ActionId id = 0; id < main_.actions.size(); ++id)
    for (std::size_t i = 0; i < main_.actions[id].instructions.size(); ++i) {
      const Instruction &instruction = main_.actions[id].instructions[i];
      strings += isOfFrontEnd(instruction, false) ? 1 : 0;
      // The environment (main's third parameter) has one element, and follows.
      if (!isOfFrontEnd(instruction, true) || arrays++ != 0)
        continue;
      action_ = id;
      array_ = i;
    }
  if (arrays == 0)
    return false;
  const std::vector<Instruction> &instructions = main_.actions[action_].instructions;
  std::set<RegisterId> counts;
  for (std::size_t i = array_ + 1; i < instructions.size(); ++i) {
    if (!isOfFrontEnd(instructions[i], false))
      continue;
    const Text text{i, std::get<Allocate>(instructions[i].operation).target};
    if (i + 2 >= instructions.size() || !isEndOf(text, instructions[i + 1]))
      return false;
    // argv[i] = i < argc ? text : 0
    const auto *store = std::get_if<Store>(&instructions[i + 2].operation);
    if (store == nullptr || store->value->kind != ExprKind::Ite)
      return false;
    forEachRegister(store->value->args[0], [&](RegisterId reg) { counts.insert(reg); });
    texts_.push_back(text);
  }
  const auto &array = std::get<Allocate>(instructions[array_].operation);
  const Bits pointerBytes = program_.pointers.width / 8;
  if (texts_.empty() || texts_.size() != strings || counts.size() != 1 || !array.size->isConstant() ||
      array.size->value != (texts_.size() + 1) * pointerBytes)
    return false;
  count_ = *counts.begin();
  std::size_t assignments = 0;
  for (const Action &action : main_.actions)
    for (const Instruction &instruction : action.instructions)
      assignments += writtenRegister(instruction.operation) == count_ ? 1 : 0;
  return assignments == 1;
}

/// The initialisation, from the allocation of argv on, if argc is the number, or greater than the number of strings for
/// zero. One of the cases is enabled, as everywhere in an automaton.
Action CommandLine::caseOf(LocationId from, std::uint64_t number, const std::vector<RegisterId> &lengths,
                           RegisterId which) const {
  const Action &before = main_.actions[action_];
  const unsigned width = main_.registers[count_].width;
  const Expr count = pool().reg(count_, width);
  const Expr most = pool().constant(texts_.size(), width);
  Action result{from, before.to, {}};
  for (std::size_t i = array_; i < before.instructions.size(); ++i) {
    Instruction instruction = before.instructions[i];
    const SourceSpan span = instruction.span;
    if (i > array_ && number != 0)
      mapExpressions(instruction.operation, [&](Expr e) {
        return pool().substitute(e, [&](Expr reg) { return reg == count ? pool().constant(number, width) : nullptr; });
      });
    if (i == array_) {
      const Expr isCase =
          number != 0 ? pool().eq(count, pool().constant(number, width)) : pool().make(ExprKind::Ult, most, count);
      result.instructions.push_back({Guard{isCase}, span});
      if (number != 0) {
        result.instructions.push_back({Assign{which, pool().constant(number, width)}, span});
      } else { // the register keeps its initial value, zero
        auto &array = std::get<Allocate>(instruction.operation);
        const Expr bytes = pointer(program_.pointers.width / 8);
        array.size = pool().add(pool().mul(pool().zext(count, program_.pointers.width), bytes), bytes);
        array.zeroed = false;
      }
    }
    const auto text =
        std::ranges::find_if(texts_, [&](const Text &one) { return one.allocation == i || one.allocation + 1 == i; });
    if (text != texts_.end()) {
      const RegisterId reg = lengths[static_cast<std::size_t>(text - texts_.begin())];
      const Expr length = pool().reg(reg, program_.pointers.width);
      if (text->allocation == i) {
        result.instructions.push_back({Havoc{reg, 1, longest, InputKind::Nondet, "length"}, span});
        std::get<Allocate>(instruction.operation).size = length;
      } else {
        std::get<Store>(instruction.operation).address =
            pool().add(pool().reg(text->reg, program_.pointers.width), pool().sub(length, pointer(1)));
      }
    }
    result.instructions.push_back(std::move(instruction));
  }
  return result;
}

void CommandLine::generalise() {
  const unsigned width = main_.registers[count_].width;
  const auto addRegister = [&](const std::string &name, unsigned bits) {
    main_.registers.push_back({name, bits});
    return static_cast<RegisterId>(main_.registers.size() - 1);
  };
  const RegisterId which = addRegister("arguments", width);
  std::vector<RegisterId> lengths;
  for (std::size_t i = 0; i < texts_.size(); ++i)
    lengths.push_back(addRegister("length", program_.pointers.width));
  const LocationId decision = main_.addLocation(main_.locations[main_.actions[action_].from]);
  std::vector<Action> actions;
  std::vector<Action> cases;
  for (ActionId id = 0; id < main_.actions.size(); ++id) {
    actions.push_back(main_.actions[id]);
    if (id != action_)
      continue;
    for (std::uint64_t number = 0; number <= texts_.size(); ++number)
      cases.push_back(caseOf(decision, number, lengths, which));
    Action &before = actions.back();
    before.to = decision;
    before.instructions.resize(array_);
  }
  const Expr count = pool().reg(count_, width);
  Expr known = count;
  for (std::uint64_t number = 1; number <= texts_.size(); ++number) {
    const Expr constant = pool().constant(number, width);
    known = pool().ite(pool().eq(pool().reg(which, width), constant), constant, known);
  }
  for (Action &action : actions)
    for (Instruction &instruction : action.instructions)
      mapExpressions(instruction.operation, [&](Expr e) {
        return pool().substitute(e, [&](Expr reg) { return reg == count ? known : nullptr; });
      });
  actions.insert(actions.end(), cases.begin(), cases.end());
  replaceActions(main_, std::move(actions));
}

} // namespace

std::optional<Program> withoutLimits(const Program &program) {
  const bool hasLimits = std::ranges::any_of(program.cfas, [](const Cfa &cfa) {
    return std::ranges::any_of(cfa.actions, [&](const Action &action) { return endsInLimit(cfa, action); });
  });
  if (!hasLimits)
    return std::nullopt;
  Program result = program;
  CommandLine commandLine(result);
  if (commandLine.isThere()) {
    if (!commandLine.find())
      return std::nullopt;
    commandLine.generalise();
  }
  for (Cfa &cfa : result.cfas)
    for (Action &action : cfa.actions)
      if (endsInLimit(cfa, action))
        action.instructions.pop_back();
  std::erase_if(result.warnings, [](const Warning &warning) { return warning.isOfLongArguments; });
  return result;
}

} // namespace heddle::transform
