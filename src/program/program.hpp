// The verification model: what the front end produces and every engine consumes.
//
// A Program is a set of control-flow automata, one for main and one for each function that a thread may
// start in, with every call inlined, over a common memory of objects. Threads interleave at actions.
// A location marked `atomic` lies inside an atomic block: while a thread is enabled there, it does not rest
// but continues to the end of the block in the same step. Only a thread that blocks inside the block (an
// await) rests there; then other threads run, and once it is enabled again it is scheduled like any other.
//
// Pointers are (object, offset) pairs in one bit-vector: the offset in the low bits, the object's id
// above it. Id 0 is the null object. Static objects have the ids 1 … n; dynamic ones follow.
#pragma once

#include "program/action.hpp"
#include "program/expression.hpp"
#include "program/source.hpp"
#include "program/type.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle::program {

enum class DataModel : std::uint8_t { LP64, ILP32 };

using ObjectId = std::uint32_t;
constexpr ObjectId nullObject = 0;

struct PointerLayout {
  unsigned width = 64;
  unsigned offsetBits = 32;

  Bits pointer(ObjectId object, std::uint64_t offset = 0) const { return (Bits{object} << offsetBits) + offset; }
  ObjectId object(Bits pointer) const { return static_cast<ObjectId>(pointer >> offsetBits); }
  std::uint64_t offset(Bits pointer) const { return static_cast<std::uint64_t>(pointer & support::mask(offsetBits)); }
  std::uint64_t maxObjectSize() const { return (std::uint64_t{1} << (offsetBits - 1)); }
  ObjectId maxObject() const { return static_cast<ObjectId>(support::mask(width - offsetBits)); }
};

/// A global or static variable, a string literal, or a function (whose address may be taken).
struct StaticObject {
  enum class Kind : std::uint8_t { Variable, Constant, Function };
  Kind kind = Kind::Variable;
  std::string name;
  std::uint64_t size = 0;
  /// The initial bytes (`size` of them); without a value, the content is unknown (an undefined `extern`).
  std::optional<std::vector<std::uint8_t>> initial;
  TypeId type = unknownType;
  SourceSpan span;
  /// Code outside of the program can set the variable, and is likely to: the program itself never writes it, or has an
  /// external table or an uncalled external function that leads there (frontend/outside).
  bool setOutside = false;
};

/// The origin of dynamic objects: a call of malloc, or the declaration of a local whose address is taken.
struct AllocationSite {
  std::string name; // the variable, or "malloc"
  Storage storage = Storage::Heap;
  TypeId type = unknownType; // unknown for most of the heap
  SourceSpan span;
};

struct Register {
  std::string name; // the C variable, or "%12" for an intermediate value
  unsigned width = 0;
  TypeId type = unknownType;
  bool isVariable = false; // a variable of the C source
};

struct Location {
  bool atomic = false;
  SourceSpan span;
};

/// A thread function. Location ids and action ids are dense; terminated threads are at `exit`.
struct Cfa {
  std::string name;
  std::vector<Register> registers;
  std::vector<Location> locations;
  std::vector<Action> actions;
  std::vector<std::vector<ActionId>> outgoing; // by location, in order of evaluation
  LocationId entry = 0;
  LocationId exit = 0;
  RegisterId self = noRegister;     // initially the thread's own handle (width 32), if used
  RegisterId argument = noRegister; // initially Spawn's argument, if used

  RegisterId addRegister(Register reg) {
    registers.push_back(std::move(reg));
    return static_cast<RegisterId>(registers.size() - 1);
  }
  LocationId addLocation(Location location) {
    locations.push_back(location);
    outgoing.emplace_back();
    return static_cast<LocationId>(locations.size() - 1);
  }
  ActionId addAction(Action action) {
    const auto id = static_cast<ActionId>(actions.size());
    outgoing[action.from].push_back(id);
    actions.push_back(std::move(action));
    return id;
  }
};

/// Something that the user should know although it is not a violation.
struct Warning {
  std::string message;
  SourceSpan span;
  /// The verdict `true` would rest on the assumption that this warning states (e.g. that an unknown function
  /// with a pointer to shared data does not write it): engines must answer `unknown` instead.
  bool blocksProof = false;
  /// What transform/any_size adds again: command lines with longer arguments.
  bool isOfLongArguments = false;
};

/// Whether the action belongs to an atomic block: as its first, its last or an inner action.
bool isInsideAtomicBlock(const Cfa &cfa, const Action &action);

struct Program {
  std::shared_ptr<ExprPool> expressions = std::make_shared<ExprPool>();
  DataModel dataModel = DataModel::LP64;
  PointerLayout pointers;
  SourceMap sources;
  TypeTable types;
  std::vector<StaticObject> objects = std::vector<StaticObject>(1); // by ObjectId; [0] is null
  std::vector<AllocationSite> sites;
  std::vector<Cfa> cfas; // [0] is main
  std::vector<Warning> warnings;
  /// What every proof about this model takes for granted, as it is named to the user: "extern:lib_open=fresh".
  std::vector<std::string> assumptions;
  /// What is checked. Costly instrumentation (overflow checks) is present only for these.
  PropertySet properties;
  /// The program compares pointers by their order, or makes numbers of them.
  bool ordersAddresses = false;
  /// Functions of which nothing is known may write what they can reach. Otherwise they have no effect.
  bool unknownWrites = false;
};

/// Checks the invariants stated in action.hpp and above; returns a description of the first defect.
std::optional<std::string> validate(const Program &program);

/// The model as text for people (`heddle dump --program`), and as Graphviz (`heddle dump --cfa`).
std::string toText(const Program &program);
std::string toGraphviz(const Program &program);
std::string toText(Expr expression, const Cfa &cfa);
std::string toText(const Operation &operation, const Cfa &cfa, const Program &program);

} // namespace heddle::program
