// The Load stays, for data races and the validity of its address, but what it has loaded is replaced by an input. If
// the address may also be that of another object, only where it is not.
#include "transform/outside_values.hpp"

#include "analysis/points_to.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::transform {

using namespace program;

namespace {

bool isDefinedOutside(const StaticObject &object) {
  return object.kind != StaticObject::Kind::Function && !object.initial && object.size != 0;
}

bool hasVolatileLoads(const Program &program) {
  return std::ranges::any_of(program.cfas, [](const Cfa &cfa) {
    return std::ranges::any_of(cfa.actions, [](const Action &action) {
      return std::ranges::any_of(action.instructions, [](const Instruction &instruction) {
        const auto *load = std::get_if<Load>(&instruction.operation);
        return load != nullptr && load->access.isVolatile;
      });
    });
  });
}

class OutsideValues {
public:
  explicit OutsideValues(Program &program) : program_(program), pointsTo_(program) {}

  void replace() {
    for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa) {
      const std::size_t count = program_.cfas[cfa].actions.size();
      for (ActionId action = 0; action < count; ++action)
        replaceIn(cfa, action);
    }
  }

private:
  /// What the Load may read: static objects that are defined outside, and whether there is anything else.
  struct Read {
    std::vector<ObjectId> outside;
    bool isMixed = false;
  };

  Read readBy(CfaId cfa, const Load &load) const {
    Read result;
    for (const analysis::Target &target : pointsTo_.targets(cfa, load.address)) {
      const bool isOutside = pointsTo_.isStatic(target.object) && isDefinedOutside(program_.objects[target.object]);
      if (isOutside && std::ranges::count(result.outside, target.object) == 0)
        result.outside.push_back(target.object);
      result.isMixed = result.isMixed || !isOutside;
    }
    return result;
  }

  void replaceIn(CfaId id, ActionId action) {
    for (std::size_t i = program_.cfas[id].actions[action].instructions.size(); i-- > 0;) {
      const Instruction instruction = program_.cfas[id].actions[action].instructions[i];
      const auto *load = std::get_if<Load>(&instruction.operation);
      if (load == nullptr || !load->access.isVolatile)
        continue;
      const Read read = readBy(id, *load);
      if (read.outside.empty())
        continue;
      const std::vector<Instruction> &line = program_.cfas[id].actions[action].instructions;
      const bool isAwaited =
          std::any_of(line.begin() + static_cast<std::ptrdiff_t>(i), line.end(),
                      [](const auto &other) { return std::holds_alternative<Guard>(other.operation); });
      // No input may precede a guard. An input must not become an address of the program, and the padding of a copy
      // is none.
      if (isAwaited || load->access.copy || load->width == program_.pointers.width)
        refuseProof(instruction, read);
      else
        replaceValue(id, action, i, *load, read);
    }
  }

  void replaceValue(CfaId id, ActionId action, std::size_t index, const Load &load, const Read &read) {
    Cfa &cfa = program_.cfas[id];
    ExprPool &pool = *program_.expressions;
    const std::string &name = program_.objects[read.outside.front()].name;
    const unsigned width = cfa.registers[load.target].width;
    const SourceSpan span = cfa.actions[action].instructions[index].span;
    const RegisterId input = cfa.addRegister({"%outside", width, unknownType, false});
    const RegisterId address = cfa.addRegister({"%address", program_.pointers.width, unknownType, false});
    Expr isOutside = pool.boolean(!read.isMixed);
    if (read.isMixed)
      for (const ObjectId object : read.outside)
        isOutside = pool.disjunction(isOutside, isIn(pool.reg(address, program_.pointers.width), object));
    const Expr value = pool.ite(isOutside, pool.reg(input, width), pool.reg(load.target, width));
    std::vector<Instruction> &line = cfa.actions[action].instructions;
    Load kept = load;
    if (!read.isMixed) // no value is chosen that would not be used
      kept.access.padding = static_cast<std::uint16_t>((1U << (load.width / 8U)) - 1);
    line[index].operation = kept;
    const std::vector<Instruction> after{
        {Havoc{input, 0, support::mask(width), InputKind::Nondet, name}, span},
        {Assign{load.target, value}, span},
    };
    line.insert(line.begin() + static_cast<std::ptrdiff_t>(index) + 1, after.begin(), after.end());
    if (read.isMixed) // the Load may overwrite a register of its address
      line.insert(line.begin() + static_cast<std::ptrdiff_t>(index), {Assign{address, load.address}, span});
  }

  void refuseProof(const Instruction &instruction, const Read &read) {
    program_.warnings.push_back({fmt::format("{} is volatile and defined elsewhere, and may change at any time, so no "
                                             "proof can rest on its value",
                                             program_.objects[read.outside.front()].name),
                                 program_.sources.userSpan(instruction.span), true});
  }

  Expr isIn(Expr address, ObjectId object) const {
    ExprPool &pool = *program_.expressions;
    const unsigned offsetBits = program_.pointers.offsetBits;
    const unsigned width = program_.pointers.width - offsetBits;
    return pool.eq(pool.extract(address, offsetBits, width), pool.constant(object, width));
  }

  Program &program_;
  analysis::PointsTo pointsTo_;
};

} // namespace

void readOutsideValues(Program &program) {
  if (std::ranges::any_of(program.objects, isDefinedOutside) && hasVolatileLoads(program))
    OutsideValues(program).replace();
}

} // namespace heddle::transform
