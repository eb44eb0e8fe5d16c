// Builders of programs for tests: a few words per object, register and edge.
//
//   ProgramBuilder build;
//   const ObjectId x = build.global("x", 4);
//   CfaBuilder main = build.cfa("main");
//   const RegisterId r = main.reg("r", 32);
//   main.from(main.entry()).load(r, build.address(x), 32).store(build.address(x), main.use(r)).endProgram();
//
// `from` starts a Line: every call adds one action to a new location.
#pragma once

#include "program/program.hpp"

#include <string>
#include <utility>
#include <vector>

namespace heddle::testing {

using namespace heddle::program;

class ProgramBuilder;

/// A chain of actions with one operation each.
class Line {
public:
  Line(Program &program, CfaId cfa, LocationId at) : program_(&program), cfa_(cfa), at_(at) {}

  LocationId here() const { return at_; }

  /// One action with these operations to a new location.
  Line &action(std::vector<Operation> operations) {
    const LocationId next = cfa().addLocation({nextAtomic_, {}});
    return actionTo(next, std::move(operations));
  }
  Line &actionTo(LocationId target, std::vector<Operation> operations) {
    Action action{at_, target, {}};
    for (Operation &operation : operations)
      action.instructions.push_back({std::move(operation), {}});
    cfa().addAction(std::move(action));
    at_ = target;
    return *this;
  }
  /// The next action goes to an existing location: an action without operations.
  Line &jump(LocationId target) { return actionTo(target, {}); }

  Line &assign(RegisterId target, Expr value) { return action({Assign{target, value}}); }
  Line &havoc(RegisterId target) {
    const unsigned width = cfa().registers[target].width;
    return action({Havoc{target, 0, support::mask(width), InputKind::Nondet, "input"}});
  }
  Line &load(RegisterId target, Expr address, Access access = {}) {
    const unsigned width = (cfa().registers[target].width + 7) / 8 * 8;
    return action({Load{target, address, static_cast<std::uint16_t>(width), access}});
  }
  Line &store(Expr address, Expr value, Access access = {}) { return action({Store{address, value, access}}); }
  Line &guard(Expr condition) { return action({Guard{condition}}); }
  Line &assume(Expr condition) { return action({Assume{condition}}); }
  Line &check(Expr condition) {
    return action({Check{condition, Property::UnreachCall, "assertion fails", AfterFailure::Stop}});
  }
  Line &allocate(RegisterId target, SiteId site, std::uint64_t size, bool zeroed = false) {
    const Expr bytes = program_->expressions->constant(size, program_->pointers.width);
    return action({Allocate{target, bytes, program_->sites[site].storage, zeroed, site}});
  }
  Line &release(Expr address, Storage storage = Storage::Heap) { return action({Free{address, storage, {}}}); }
  Line &spawn(RegisterId target, CfaId thread, Expr argument) { return action({Spawn{target, thread, argument}}); }
  Line &join(Expr thread, RegisterId target = noRegister) { return action({Join{thread, target}}); }
  Line &endThread(Expr result) { return actionTo(cfa().exit, {EndThread{result}}); }
  Line &endThread() { return endThread(program_->expressions->constant(0, program_->pointers.width)); }
  Line &endProgram() { return actionTo(cfa().exit, {EndProgram{}}); }

  /// The following actions lead to atomic locations, until `endAtomic`; the last action of the block must follow
  /// `endAtomic`, because its target lies outside.
  Line &beginAtomic() {
    nextAtomic_ = true;
    return action({AtomicBegin{}});
  }
  Line &insideAtomic() {
    nextAtomic_ = true;
    return *this;
  }
  Line &endAtomic() {
    nextAtomic_ = false;
    return *this;
  }

private:
  Cfa &cfa() { return program_->cfas[cfa_]; }

  Program *program_;
  CfaId cfa_;
  LocationId at_;
  bool nextAtomic_ = false;
};

class CfaBuilder {
public:
  CfaBuilder(Program &program, CfaId id) : program_(program), id_(id) {}

  CfaId id() const { return id_; }
  LocationId entry() const { return program_.cfas[id_].entry; }
  LocationId exit() const { return program_.cfas[id_].exit; }
  LocationId location(bool atomic = false) { return program_.cfas[id_].addLocation({atomic, {}}); }

  RegisterId reg(const std::string &name, unsigned width) {
    return program_.cfas[id_].addRegister({name, width, unknownType, true});
  }
  RegisterId pointer(const std::string &name) { return reg(name, program_.pointers.width); }
  /// The register that holds Spawn's argument.
  RegisterId argument() {
    Cfa &cfa = program_.cfas[id_];
    if (cfa.argument == noRegister)
      cfa.argument = cfa.addRegister({"argument", program_.pointers.width, unknownType, false});
    return cfa.argument;
  }
  Expr use(RegisterId id) const { return program_.expressions->reg(id, program_.cfas[id_].registers[id].width); }
  Expr plus(RegisterId id, std::uint64_t constant) const {
    const Expr value = use(id);
    return program_.expressions->add(value, program_.expressions->constant(constant, value->width));
  }

  Line from(LocationId location) { return {program_, id_, location}; }
  Line fromEntry() { return from(entry()); }

private:
  Program &program_;
  CfaId id_;
};

class ProgramBuilder {
public:
  Program program;

  ObjectId global(const std::string &name, std::uint64_t size) { return global(name, std::vector<std::uint8_t>(size)); }
  ObjectId global(const std::string &name, std::vector<std::uint8_t> initial) {
    StaticObject object;
    object.name = name;
    object.size = initial.size();
    object.initial = std::move(initial);
    program.objects.push_back(std::move(object));
    return static_cast<ObjectId>(program.objects.size() - 1);
  }
  /// A global pointer variable whose initial value is the address of `target`.
  ObjectId globalPointer(const std::string &name, ObjectId target, std::uint64_t offset = 0) {
    const unsigned size = program.pointers.width / 8;
    std::vector<std::uint8_t> bytes;
    Bits value = program.pointers.pointer(target, offset);
    for (unsigned i = 0; i < size; ++i, value >>= 8)
      bytes.push_back(static_cast<std::uint8_t>(value & 0xff));
    return global(name, std::move(bytes));
  }
  SiteId site(const std::string &name, Storage storage = Storage::Heap) {
    program.sites.push_back({name, storage, unknownType, {}});
    return static_cast<SiteId>(program.sites.size() - 1);
  }
  CfaBuilder cfa(const std::string &name) {
    Cfa cfa;
    cfa.name = name;
    cfa.entry = cfa.addLocation({});
    cfa.exit = cfa.addLocation({});
    program.cfas.push_back(std::move(cfa));
    return {program, static_cast<CfaId>(program.cfas.size() - 1)};
  }

  ExprPool &pool() { return *program.expressions; }
  Expr address(ObjectId object, std::uint64_t offset = 0) {
    return pool().constant(program.pointers.pointer(object, offset), program.pointers.width);
  }
  Expr constant(Bits value, unsigned width) { return pool().constant(value, width); }
  Expr word(Bits value) { return pool().constant(value, program.pointers.width); }
};

} // namespace heddle::testing
