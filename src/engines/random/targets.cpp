#include "engines/random/targets.hpp"

#include "analysis/flow_order.hpp"
#include "analysis/points_to.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>

namespace heddle::engines::random {

using analysis::AbstractObject;
using interpreter::Target;
using program::ActionId;
using program::CfaId;
using program::LocationId;

namespace {

using SpanKey = std::tuple<program::FileId, std::uint32_t, std::uint32_t, program::FrameId>;

SpanKey keyOf(const program::SourceSpan &span) { return {span.file, span.line, span.column, span.frame}; }

bool isLocated(const Suspect &suspect) {
  return std::ranges::any_of(suspect.places, [](const Suspect::Place &place) { return place.span.known(); });
}

bool writes(const program::Operation &operation) {
  return std::holds_alternative<program::Store>(operation) || std::holds_alternative<program::Free>(operation);
}

bool reads(const program::Operation &operation) { return std::holds_alternative<program::Load>(operation); }

bool fits(const program::Operation &operation, Suspect::Kind kind) {
  switch (kind) {
  case Suspect::Kind::Read:
    return reads(operation) && program::isVisible(operation);
  case Suspect::Kind::Write:
    return writes(operation) && program::isVisible(operation);
  case Suspect::Kind::Other:
    break;
  }
  return true;
}

} // namespace

bool areLocated(const Suspects &suspects) { return std::ranges::any_of(suspects.list, isLocated); }

class Targets::Builder {
public:
  explicit Builder(const program::Program &program);

  Target build(const Suspect &suspect);

private:
  struct Position {
    CfaId cfa = 0;
    ActionId action = 0;
    std::size_t instruction = 0;
  };

  const program::Instruction &at(const Position &position) const {
    return program_.cfas[position.cfa].actions[position.action].instructions[position.instruction];
  }
  std::vector<Position> positionsOf(const Suspect::Place &place) const;
  std::set<LocationId> restsBefore(const Position &position);
  void addPoints(Target &target, const Position &position, std::uint8_t sides);
  Target::Distances distancesTo(const std::vector<Position> &positions);
  void addConflicts(Target &target, const std::vector<Position> &positions);
  std::set<AbstractObject> sourcesOf(const std::vector<Position> &positions);
  void findTransfers();

  const program::Program &program_;
  std::vector<analysis::FlowOrder> flows_; // by CFA
  std::map<SpanKey, std::vector<Position>> positions_;
  /// A register that is loaded, or a value that is stored, and the objects of the access.
  struct Transfer {
    Position position;
    program::RegisterId loaded = program::noRegister;
    program::Expr stored = nullptr;
    std::vector<AbstractObject> objects;
  };
  std::optional<std::vector<Transfer>> transfers_; // of all accesses, once they are needed
};

Targets::Builder::Builder(const program::Program &program) : program_(program) {
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa) {
    flows_.emplace_back(program.cfas[cfa]);
    for (ActionId action = 0; action < program.cfas[cfa].actions.size(); ++action) {
      const std::vector<program::Instruction> &instructions = program.cfas[cfa].actions[action].instructions;
      for (std::size_t i = 0; i < instructions.size(); ++i)
        positions_[keyOf(program.sources.userSpan(instructions[i].span))].push_back({cfa, action, i});
    }
  }
}

std::vector<Targets::Builder::Position> Targets::Builder::positionsOf(const Suspect::Place &place) const {
  std::vector<Position> found;
  const auto add = [&](const program::SourceSpan &span) {
    const auto known = positions_.find(keyOf(span));
    if (!span.known() || known == positions_.end())
      return;
    std::ranges::copy_if(known->second, std::back_inserter(found),
                         [&](const Position &position) { return fits(at(position).operation, place.kind); });
  };
  add(place.span);
  std::ranges::for_each(place.alike, add);
  return found;
}

/// Where the steps begin that may come to the instruction.
std::set<LocationId> Targets::Builder::restsBefore(const Position &position) {
  const program::Cfa &cfa = program_.cfas[position.cfa];
  std::set<LocationId> rests;
  std::set<ActionId> seen{position.action};
  std::vector<ActionId> pending{position.action};
  while (!pending.empty()) {
    const program::Action &action = cfa.actions[pending.back()];
    pending.pop_back();
    if (program::isVisible(action) && !cfa.locations[action.from].atomic) {
      rests.insert(action.from);
      continue;
    }
    for (const ActionId before : flows_[position.cfa].incoming(action.from))
      if (seen.insert(before).second)
        pending.push_back(before);
  }
  return rests;
}

void Targets::Builder::addPoints(Target &target, const Position &position, std::uint8_t sides) {
  for (const LocationId location : restsBefore(position)) {
    std::vector<Target::Point> &points = target.points[{position.cfa, location}];
    const auto known = std::ranges::find_if(points, [&](const Target::Point &point) {
      return point.action == position.action && point.instruction == position.instruction;
    });
    if (known != points.end())
      known->sides |= sides;
    else
      points.push_back({sides, position.action, position.instruction, writes(at(position).operation)});
  }
}

Target::Distances Targets::Builder::distancesTo(const std::vector<Position> &positions) {
  Target::Distances distances;
  std::deque<std::pair<CfaId, LocationId>> pending;
  distances.resize(program_.cfas.size());
  for (const Position &position : positions)
    for (const LocationId location : restsBefore(position)) {
      distances[position.cfa].resize(program_.cfas[position.cfa].locations.size(), Target::unreachable);
      distances[position.cfa][location] = 0;
      pending.emplace_back(position.cfa, location);
    }
  while (!pending.empty()) {
    const auto [cfa, location] = pending.front();
    pending.pop_front();
    for (const ActionId id : flows_[cfa].incoming(location)) {
      const program::Action &action = program_.cfas[cfa].actions[id];
      const std::uint32_t length = program::isVisible(action) ? 1 : 0;
      const std::uint32_t distance = distances[cfa][location] + length;
      if (distance >= distances[cfa][action.from])
        continue;
      distances[cfa][action.from] = distance;
      if (length == 0)
        pending.emplace_front(cfa, action.from);
      else
        pending.emplace_back(cfa, action.from);
    }
  }
  return distances;
}

/// The objects from which the values at the positions may come, through registers and memory. Addresses do not count:
/// from where a value is read matters less than what is written there.
std::set<AbstractObject> Targets::Builder::sourcesOf(const std::vector<Position> &positions) {
  std::set<AbstractObject> sources;
  std::set<std::pair<CfaId, program::RegisterId>> registers;
  const auto addRegisters = [&](CfaId cfa, program::Expr expression) {
    bool isNew = false;
    program::forEachRegister(expression,
                             [&](program::RegisterId id) { isNew = registers.emplace(cfa, id).second || isNew; });
    return isNew;
  };
  for (const Position &position : positions)
    program::forEachExpression(at(position).operation,
                               [&](program::Expr expression) { addRegisters(position.cfa, expression); });
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa)
      for (const program::Action &action : program_.cfas[cfa].actions)
        for (const program::Instruction &instruction : action.instructions)
          if (const auto *assign = std::get_if<program::Assign>(&instruction.operation))
            if (registers.contains({cfa, assign->target}))
              isChanged = addRegisters(cfa, assign->value) || isChanged;
    for (const auto &[position, loaded, stored, objects] : *transfers_) {
      if (loaded != program::noRegister && registers.contains({position.cfa, loaded}))
        for (const AbstractObject object : objects)
          isChanged = sources.insert(object).second || isChanged;
      if (stored != nullptr &&
          std::ranges::any_of(objects, [&](AbstractObject each) { return sources.contains(each); }))
        isChanged = addRegisters(position.cfa, stored) || isChanged;
    }
  }
  return sources;
}

void Targets::Builder::findTransfers() {
  const analysis::PointsTo pointsTo(program_);
  transfers_.emplace();
  for (const auto &[span, positions] : positions_)
    for (const Position &position : positions) {
      const program::Operation &operation = at(position).operation;
      Transfer transfer{.position = position, .objects = {}};
      program::Expr address = nullptr;
      if (const auto *load = std::get_if<program::Load>(&operation)) {
        transfer.loaded = load->target;
        address = load->address;
      } else if (const auto *store = std::get_if<program::Store>(&operation)) {
        transfer.stored = store->value;
        address = store->address;
      } else if (const auto *release = std::get_if<program::Free>(&operation)) {
        address = release->address;
      } else {
        continue;
      }
      for (const analysis::Target &target : pointsTo.targets(position.cfa, address))
        transfer.objects.push_back(target.object);
      transfers_->push_back(std::move(transfer));
    }
}

void Targets::Builder::addConflicts(Target &target, const std::vector<Position> &positions) {
  if (!transfers_)
    findTransfers();
  const std::set<AbstractObject> sources = sourcesOf(positions);
  for (const Transfer &transfer : *transfers_)
    if (program::isVisible(at(transfer.position).operation) &&
        std::ranges::any_of(transfer.objects, [&](AbstractObject object) { return sources.contains(object); }))
      addPoints(target, transfer.position, Target::first | Target::second);
}

Target Targets::Builder::build(const Suspect &suspect) {
  Target target;
  target.isRace = suspect.suspicion == Suspicion::Race && suspect.places.size() == 2;
  std::uint8_t side = Target::first;
  for (const Suspect::Place &place : suspect.places) {
    const std::vector<Position> positions = positionsOf(place);
    if (positions.empty())
      continue;
    for (const Position &position : positions)
      addPoints(target, position, target.isRace ? side : 0);
    target.aims.push_back(distancesTo(positions));
    side = Target::second;
    if (suspect.suspicion != Suspicion::Race && suspect.suspicion != Suspicion::Deadlock)
      addConflicts(target, positions);
  }
  return target;
}

Targets::Targets(const program::Program &program, const Suspects &suspects)
    : builder_(std::make_unique<Builder>(program)) {
  constexpr std::size_t most = 100;
  for (const Suspect &suspect : suspects.list)
    if (isLocated(suspect) && suspects_.size() < most)
      suspects_.push_back(&suspect);
  targets_.resize(suspects_.size());
}

Targets::~Targets() = default;

const Target *Targets::forExecution(std::size_t n) {
  if (suspects_.empty())
    return nullptr;
  // 0; 0, 1; 0, 1, 2; …
  std::size_t rounds = 1;
  while (n >= rounds) {
    n -= rounds;
    rounds = std::min(rounds + 1, suspects_.size());
  }
  std::optional<Target> &target = targets_[n];
  if (!target)
    target = builder_->build(*suspects_[n]);
  return &*target;
}

} // namespace heddle::engines::random
