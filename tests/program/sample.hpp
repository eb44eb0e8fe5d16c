// A small program for the tests of this folder: main starts a worker that increments a global and joins it.
#pragma once

#include "program/program.hpp"

namespace heddle::program {

struct Sample {
  Program program;
  FileId file = program.sources.addFile("sample.c");
  ObjectId counter = 1;

  SourceSpan at(std::uint32_t line) const { return {file, line, 1, noFrame}; }
  ExprPool &pool() { return *program.expressions; }
  Expr pointer(ObjectId object, std::uint64_t offset = 0) {
    return pool().constant(program.pointers.pointer(object, offset), program.pointers.width);
  }
  Cfa &main() { return program.cfas[0]; }
  Cfa &worker() { return program.cfas[1]; }

  /// One action with these operations, all on one line of the source.
  static ActionId link(Cfa &cfa, LocationId from, LocationId to, SourceSpan span, std::vector<Operation> operations) {
    Action action{from, to, {}};
    for (Operation &operation : operations)
      action.instructions.push_back({std::move(operation), span});
    return cfa.addAction(std::move(action));
  }

  Sample() {
    program.properties = {Property::UnreachCall};
    const TypeId intType = program.types.add({TypeKind::Signed, "int", 4, unknownType, 0, {}});
    program.objects.push_back(
        {StaticObject::Kind::Variable, "counter", 4, std::vector<std::uint8_t>(4), intType, at(1)});
    program.cfas.resize(2);
    makeMain();
    makeWorker(intType);
  }

private:
  void makeMain() {
    Cfa &cfa = main();
    cfa.name = "main";
    const RegisterId handle = cfa.addRegister({"t", 64, unknownType, true});
    for (int i = 0; i < 4; ++i)
      cfa.addLocation({false, at(10)});
    cfa.exit = 3;
    link(cfa, 0, 1, at(10), {Spawn{handle, 1, pointer(nullObject)}});
    link(cfa, 1, 2, at(11), {Join{pool().reg(handle, 64), noRegister}});
    link(cfa, 2, 3, at(12), {EndProgram{}});
  }

  void makeWorker(TypeId intType) {
    Cfa &cfa = worker();
    cfa.name = "worker";
    const RegisterId value = cfa.addRegister({"v", 32, intType, true});
    for (int i = 0; i < 4; ++i)
      cfa.addLocation({i == 1, at(3)});
    cfa.exit = 3;
    const Expr next = pool().add(pool().reg(value, 32), pool().constant(1, 32));
    link(cfa, 0, 1, at(3), {Load{value, pointer(counter), 32, {}}});
    link(cfa, 1, 2, at(3), {Store{pointer(counter), next, {}}});
    link(cfa, 2, 3, at(4), {EndThread{pointer(nullObject)}});
  }
};

} // namespace heddle::program
