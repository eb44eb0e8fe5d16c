// A hand-written proof of a program with one shared variable.
#pragma once

#include "program_builder.hpp"
#include "proof/check.hpp"

#include <string>
#include <vector>

namespace heddle::testing {

using proof::NodeId;
using proof::ReachabilityProof;
using proof::ThreadStatus;

/// x := 1; check x == 1; the program ends. One action each, and x is shared.
struct Counting {
  ProgramBuilder build;
  ObjectId x = build.global("x", 4);
  ReachabilityProof proof;

  Counting() {
    CfaBuilder main = build.cfa("main");
    const RegisterId r = main.reg("r", 32);
    Line line = main.fromEntry();
    line.store(build.address(x), build.constant(1, 32));
    line.action({Load{r, build.address(x), 32, {}}, Check{build.pool().eq(main.use(r), build.constant(1, 32)),
                                                          Property::UnreachCall, "x is not 1", AfterFailure::Stop}});
    line.endProgram();
    build.program.properties = {Property::UnreachCall};

    proof.variables = {{.kind = proof::Variable::Kind::Memory, .width = 32, .object = x}};
    proof.pauses = {std::vector<bool>(build.program.cfas[0].locations.size())};
    const Cfa &cfa = build.program.cfas[0];
    addNode(proof::noNode, cfa.entry, proof::noAction);
    addNode(0, cfa.actions[0].to, 0);
    addNode(1, cfa.actions[1].to, 1);
    proof.nodes[1].label = {xIs(1)};
  }

  Expr xIs(Bits value) { return proof.pool->eq(proof.pool->reg(0, 32), proof.pool->constant(value, 32)); }

  void addNode(NodeId parent, LocationId location, ActionId action) {
    proof.controls.push_back({{{ThreadStatus::Active, false, true, 0, location}}, {}});
    proof::Node node;
    node.control = static_cast<std::uint32_t>(proof.controls.size() - 1);
    node.parent = parent;
    node.action = action;
    node.expanded = {true};
    if (parent != proof::noNode)
      proof.nodes[parent].children.push_back(static_cast<NodeId>(proof.nodes.size()));
    proof.nodes.push_back(node);
  }

  proof::CheckResult check() const {
    support::Cancellation cancellation;
    return proof::check(build.program, proof, {.solver = smt::Backend::CaDiCaL}, cancellation);
  }
  std::string objection() const { return check().message; }
};

} // namespace heddle::testing
