// A proof is data from a prover that may be wrong in any way, so nothing about it is taken for granted.
//
// Two kinds of defects are found here. An index, an offset or a width out of range would make the checker itself
// misbehave. A tree that is not one would make its arguments invalid: inductiveness is checked along `children`, while
// the steps that lead to a node are found along `parent`, so the two must describe the same edges, each exactly once.
// Control locations need not be checked further: every node that a successor leads to has the control location that the
// checker has computed.
#include "proof/check_form.hpp"

#include "proof/queries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace heddle::proof {

namespace {

class Form {
public:
  Form(const program::Program &program, const ReachabilityProof &proof) : program_(program), proof_(proof) {}

  void check() {
    checkBase();
    if (proof_.nodes.empty())
      fail("the proof is not about this program");
    for (const Node &node : proof_.nodes)
      if (node.control >= proof_.controls.size())
        fail(fmt::format("node {} is malformed: it has no control location", idOf(node)));
    for (const Node &node : proof_.nodes)
      if (const char *defect = defectOf(node))
        fail(fmt::format("node {} is malformed: {}", idOf(node), defect));
  }

  void checkBase() const {
    if (proof_.pool == nullptr || proof_.pauses.size() != program_.cfas.size())
      fail("the proof is not about this program");
    for (program::CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa)
      if (proof_.pauses[cfa].size() != program_.cfas[cfa].locations.size())
        fail("the proof is not about this program");
    if (!std::all_of(proof_.variables.begin(), proof_.variables.end(), [this](const Variable &v) { return exists(v); }))
      fail("a variable of the labels does not exist");
    for (std::size_t i = 0; i < proof_.controls.size(); ++i)
      if (!isPossible(proof_.controls[i]))
        fail(fmt::format("control location {} is malformed", i));
  }

  /// Whether all registers of the formula are variables of the proof, with their widths.
  bool isOverVariables(Expr formula) {
    std::vector<Expr> pending{formula};
    while (!pending.empty()) {
      const Expr e = pending.back();
      pending.pop_back();
      if (!seen_.insert(e).second)
        continue;
      if (e->isRegister() && (e->index >= proof_.variables.size() || proof_.variables[e->index].width != e->width))
        return false;
      for (unsigned i = 0; i < program::arity(e->kind); ++i)
        pending.push_back(e->args[i]);
    }
    return true;
  }

private:
  [[noreturn]] static void fail(const std::string &what) { throw CheckFailure{CheckResult::Kind::Invalid, what}; }
  NodeId idOf(const Node &node) const { return static_cast<NodeId>(&node - proof_.nodes.data()); }

  /// Whether [offset, offset + bytes) lies within `size`.
  static bool isWithin(std::uint64_t offset, std::uint64_t bytes, std::uint64_t size) {
    return bytes <= size && offset <= size - bytes;
  }

  bool exists(const Variable &variable) const {
    using Kind = Variable::Kind;
    if (variable.width == 0 || variable.width > support::maxWidth)
      return false;
    switch (variable.kind) {
    case Kind::Register:
      return variable.cfa < program_.cfas.size() && variable.reg < program_.cfas[variable.cfa].registers.size() &&
             variable.width == program_.cfas[variable.cfa].registers[variable.reg].width;
    case Kind::Result:
      return variable.width == program_.pointers.width;
    case Kind::Memory:
      return variable.width % 8 == 0 && isMemory(variable.object, variable.offset, variable.width / 8);
    case Kind::History:
      return true;
    }
    return false;
  }

  /// Whether an object with that id, static or dynamic, can have these bytes.
  bool isMemory(program::ObjectId object, std::uint64_t offset, std::uint64_t bytes) const {
    if (object == program::nullObject || object > program_.pointers.maxObject())
      return false;
    return isWithin(offset, bytes,
                    object < program_.objects.size() ? program_.objects[object].size
                                                     : program_.pointers.maxObjectSize());
  }

  bool isPossible(const Control &control) const {
    for (const Thread &thread : control.threads)
      if (thread.status > ThreadStatus::Stopped || thread.cfa >= program_.cfas.size() ||
          thread.location >= program_.cfas[thread.cfa].locations.size())
        return false;
    if (!control.threads.empty() && control.threads.back().status == ThreadStatus::Unused)
      return false;
    std::uint64_t next = program_.objects.size();
    for (const Object &object : control.objects) {
      if (object.id < next || object.id > program_.pointers.maxObject() || object.site >= program_.sites.size() ||
          object.creator >= program_.cfas.size() || object.size > program_.pointers.maxObjectSize())
        return false;
      next = std::uint64_t{object.id} + 1;
    }
    return true;
  }

  const char *defectOf(const Node &node) {
    if (node.coveredBy != noNode && node.coveredBy >= proof_.nodes.size())
      return "its covering node does not exist";
    if (const char *defect = defectOfPosition(node))
      return defect;
    for (const Expr conjunct : node.label)
      if (conjunct == nullptr || conjunct->width != 1 || !isOverVariables(conjunct))
        return "its label is not a formula over the variables of the proof";
    for (const Choice &choice : node.choices) {
      if (choice.variable >= proof_.variables.size() ||
          proof_.variables[choice.variable].kind != Variable::Kind::History)
        return "a choice is not about a history variable";
      if (!choice.isInput && !isMemory(choice.object, choice.offset, proof_.variables[choice.variable].width / 8))
        return "a choice is about memory that does not exist";
    }
    return nullptr;
  }

  const char *defectOfPosition(const Node &node) const {
    const NodeId id = idOf(node);
    if ((node.parent == noNode) != (id == 0) || (id != 0 && node.parent >= id))
      return "its parent does not come before it";
    NodeId last = 0; // the root is no child
    for (const NodeId child : node.children) {
      if (child <= last || child >= proof_.nodes.size() || proof_.nodes[child].parent != id)
        return "its children are not an ascending list of the nodes that name it as their parent";
      last = child;
    }
    if (id == 0)
      return nullptr;
    const Node &parent = proof_.nodes[node.parent];
    if (!std::binary_search(parent.children.begin(), parent.children.end(), id))
      return "its parent does not list it";
    const std::vector<Thread> &threads = proof_.controls[parent.control].threads;
    if (node.slot >= threads.size() || !threads[node.slot].isActive())
      return "the thread of its action does not run at its parent";
    if (node.action != noAction && node.action >= program_.cfas[threads[node.slot].cfa].actions.size())
      return "its action does not exist";
    return nullptr;
  }

  const program::Program &program_;
  const ReachabilityProof &proof_;
  std::unordered_set<Expr> seen_; // without a defect
};

} // namespace

void checkForm(const program::Program &program, const ReachabilityProof &proof) { Form(program, proof).check(); }

void checkBase(const program::Program &program, const ReachabilityProof &proof) { Form(program, proof).checkBase(); }

bool isFormulaOf(const program::Program &program, const ReachabilityProof &proof, Expr term) {
  return term != nullptr && term->width == 1 && Form(program, proof).isOverVariables(term);
}

/// An inductive invariant shows that no action violates a property. It says nothing about properties of several actions
/// (races), of the absence of actions (deadlocks) or of what is left at the end (leaks), and nothing about what the
/// program does not contain.
void checkClaim(const program::Program &program, program::PropertySet besides) {
  for (const program::Property property :
       {program::Property::NoDataRace, program::Property::NoDeadlock, program::Property::ValidMemtrack})
    if (program.properties.contains(property) && !besides.contains(property))
      throw CheckFailure{CheckResult::Kind::Inconclusive,
                         fmt::format("an invariant does not prove {}", program::name(property))};
  for (const program::Warning &warning : program.warnings)
    if (warning.blocksProof)
      throw CheckFailure{CheckResult::Kind::Inconclusive, "no proof is possible: " + warning.message};
}

} // namespace heddle::proof
