// Cube and conquer (Heule, Kullmann, Wieringa, Biere: "Cube and Conquer", HVC 2011) on programs instead of formulas: a
// cube fixes what an execution does at some points, and each cube is a program of its own, for any engine.
//
// Every execution must be in a cube. A point is passed at most once: by a function that at most one thread runs, at a
// location that is on no cycle. So an execution passes it with a value of the one half or of the other, or not at all,
// and then it is in both. (A point within a loop could be passed with values of both halves, by an execution that is in
// no cube.) The halves of an input are those of its range. Those of a read are the initial value of the variable and
// all others: whether the read comes before the writes of other threads. This is where the order of threads is
// observable, without additional shared state, which would make steps dependent that are not.
//
// A thread that reads a value of the other half stops after the read (Assume), where the other threads cannot notice a
// difference to a thread that is not scheduled any more. For this, the read must be the only visible operation of its
// action, outside of atomic blocks.
#include "portfolio/cubes.hpp"

#include "analysis/parallel.hpp"
#include "analysis/strong_components.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <deque>
#include <optional>

namespace heddle::portfolio {

using program::Action;
using program::ActionId;
using program::Assume;
using program::Bits;
using program::Cfa;
using program::Havoc;
using program::Instruction;
using program::Load;
using program::LocationId;
using program::Operation;
using program::Program;

namespace {

/// The value of the variable that is read at a fixed address, before it is written.
std::optional<Bits> initialValue(const Program &program, const Load &load) {
  if (!load.address->isConstant())
    return std::nullopt;
  const program::ObjectId object = program.pointers.object(load.address->value);
  const std::uint64_t offset = program.pointers.offset(load.address->value);
  const std::size_t bytes = load.width / 8U;
  if (object == program::nullObject || object >= program.objects.size())
    return std::nullopt;
  const program::StaticObject &variable = program.objects[object];
  if (variable.kind != program::StaticObject::Kind::Variable || !variable.initial ||
      offset + bytes > variable.initial->size())
    return std::nullopt;
  Bits value = 0;
  for (std::size_t i = bytes; i-- > 0;)
    value = value << 8U | (*variable.initial)[offset + i];
  return value;
}

bool isSame(const Load &a, const Load &b) {
  return a.target == b.target && a.address == b.address && a.width == b.width && a.access.order == b.access.order;
}

bool isSame(const Havoc &a, const Havoc &b) {
  return a.target == b.target && a.low == b.low && a.high == b.high && a.kind == b.kind && a.name == b.name;
}

/// Where the Assume on what the instruction has read goes: after all Guards. None if the value is overwritten before.
std::optional<std::size_t> placeOfAssume(const Action &action, std::size_t instruction) {
  const auto &instructions = action.instructions;
  const program::RegisterId target = std::get<Load>(instructions[instruction].operation).target;
  std::size_t place = instruction + 1;
  for (std::size_t i = place; i < instructions.size(); ++i)
    if (std::holds_alternative<program::Guard>(instructions[i].operation))
      place = i + 1;
  for (std::size_t i = instruction + 1; i < place; ++i)
    if (program::writtenRegister(instructions[i].operation) == target)
      return std::nullopt;
  return place;
}

class Candidates {
public:
  explicit Candidates(const Program &program) : program_(program), parallelism_(program) {}

  void collect(std::deque<SplitPoint> &reads, std::deque<SplitPoint> &inputs) const {
    for (program::CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa) {
      if (parallelism_.instances(cfa) != analysis::Instances::One)
        continue;
      const std::vector<bool> repeated = onCycles(program_.cfas[cfa]);
      for (LocationId location = 0; location < repeated.size(); ++location) {
        if (repeated[location] || program_.cfas[cfa].outgoing[location].empty())
          continue;
        // One for each location: the restriction of a read moves what follows it.
        if (const std::optional<SplitPoint> read = find<Load>(cfa, location))
          reads.push_back(*read);
        else if (const std::optional<SplitPoint> input = find<Havoc>(cfa, location))
          inputs.push_back(*input);
      }
    }
  }

private:
  static std::vector<bool> onCycles(const Cfa &cfa) {
    const analysis::StrongComponents components(cfa);
    std::vector<bool> isCycle(components.count(), false);
    for (const Action &action : cfa.actions)
      if (components.of(action.from) == components.of(action.to))
        isCycle[components.of(action.from)] = true;
    std::vector<bool> result(cfa.locations.size());
    for (LocationId location = 0; location < result.size(); ++location)
      result[location] = isCycle[components.of(location)];
    return result;
  }

  bool divides(const Cfa & /*cfa*/, const Action & /*action*/, std::size_t /*instruction*/, const Havoc &havoc) const {
    return havoc.low < havoc.high && !program::isOfUnknownFunction(havoc.kind);
  }

  bool divides(const Cfa &cfa, const Action &action, std::size_t instruction, const Load &load) const {
    const auto visible = std::ranges::count_if(
        action.instructions, [](const Instruction &each) { return program::isVisible(each.operation); });
    return load.access.shared && !load.access.copy && visible == 1 && !program::isInsideAtomicBlock(cfa, action) &&
           initialValue(program_, load) && placeOfAssume(action, instruction);
  }

  /// The first such operation that all outgoing actions have in the same place.
  template <typename Op> std::optional<SplitPoint> find(program::CfaId id, LocationId location) const {
    const Cfa &cfa = program_.cfas[id];
    const std::vector<ActionId> &outgoing = cfa.outgoing[location];
    const std::vector<Instruction> &first = cfa.actions[outgoing.front()].instructions;
    for (std::size_t i = 0; i < first.size(); ++i) {
      const auto *operation = std::get_if<Op>(&first[i].operation);
      if (operation == nullptr)
        continue;
      const bool isCommon = std::ranges::all_of(outgoing, [&](ActionId action) {
        const std::vector<Instruction> &other = cfa.actions[action].instructions;
        const Op *same = i < other.size() ? std::get_if<Op>(&other[i].operation) : nullptr;
        return same != nullptr && isSame(*operation, *same) && divides(cfa, cfa.actions[action], i, *same);
      });
      if (isCommon)
        return SplitPoint{id, location, i};
    }
    return std::nullopt;
  }

  const Program &program_;
  analysis::Parallelism parallelism_;
};

void restrictTo(bool half, std::size_t instruction, const Cfa &cfa, Action &action, Program &program) {
  Operation &operation = action.instructions[instruction].operation;
  if (auto *havoc = std::get_if<Havoc>(&operation)) {
    const Bits middle = havoc->low + (havoc->high - havoc->low) / 2;
    (half ? havoc->low : havoc->high) = half ? middle + 1 : middle;
    return;
  }
  const auto &load = std::get<Load>(operation);
  const unsigned width = cfa.registers[load.target].width;
  program::ExprPool &pool = *program.expressions;
  const Bits initial = *initialValue(program, load) & support::mask(width);
  const program::Expr isInitial = pool.eq(pool.reg(load.target, width), pool.constant(initial, width));
  const auto place = static_cast<std::ptrdiff_t>(*placeOfAssume(action, instruction));
  const Instruction assume{Assume{half ? pool.negate(isInitial) : isInitial}, action.instructions[instruction].span};
  action.instructions.insert(action.instructions.begin() + place, assume);
}

} // namespace

std::vector<SplitPoint> splitPoints(const Program &program, std::size_t most) {
  std::deque<SplitPoint> reads;
  std::deque<SplitPoint> inputs;
  Candidates(program).collect(reads, inputs);
  // Reads of main are often those of the results, after all threads have ended.
  std::ranges::stable_sort(reads, {}, [](const SplitPoint &point) { return point.cfa == 0; });
  std::vector<SplitPoint> points(reads.begin(), reads.end());
  points.insert(points.end(), inputs.begin(), inputs.end());
  points.resize(std::min(points.size(), most));
  return points;
}

std::vector<Cube> cubes(std::size_t count, std::size_t points) {
  std::deque<Cube> leaves{{}}; // the shortest first
  while (leaves.size() < count && leaves.front().size() < points) {
    Cube cube = std::move(leaves.front());
    leaves.pop_front();
    for (const bool half : {false, true}) {
      cube.push_back(half);
      leaves.push_back(cube);
      cube.pop_back();
    }
  }
  return {leaves.begin(), leaves.end()};
}

void restrictTo(const Cube &cube, const std::vector<SplitPoint> &points, Program &program) {
  assert(cube.size() <= points.size() && "a cube has a half for each of the first points");
  for (std::size_t i = 0; i < cube.size(); ++i) {
    Cfa &cfa = program.cfas[points[i].cfa];
    for (const ActionId action : cfa.outgoing[points[i].location])
      restrictTo(cube[i], points[i].instruction, cfa, cfa.actions[action], program);
  }
}

} // namespace heddle::portfolio
