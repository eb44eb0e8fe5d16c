// The text lists global control locations in the order in which the search came to them. Nodes that are covered say
// nothing that the covering node does not say, so they are left out.
#include "proof/write.hpp"

#include "proof/c_syntax.hpp"
#include "proof/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace heddle::proof {

namespace {

std::string header(const program::Program &program, const ReachabilityProof &proof, const CSyntax &syntax) {
  std::string text =
      "/* An inductive invariant, found by Heddle.\n"
      " *\n"
      " * Of executions that differ only in the order of independent steps, one stands for all. For every\n"
      " * global control location that such executions can reach, the invariant says what holds there: it\n"
      " * holds at the start, each step keeps it, and where it holds no property is violated.\n"
      " * T1.x is variable x of thread T1, T1.result what T1 leaves for who joins\n"
      " * it, input_1 a value that was chosen on the way.\n";
  std::set<std::pair<program::ObjectId, std::string>> objects;
  for (const Control &control : proof.controls)
    for (const Object &object : control.objects) {
      if (syntax.isVariable(object.id))
        continue;
      const program::AllocationSite &site = program.sites[object.site];
      objects.emplace(
          object.id, fmt::format("{} of {}", site.name, program.sources.describe(program.sources.userSpan(site.span))));
    }
  for (const auto &[id, origin] : objects)
    text += fmt::format(" * char *o{}: {}\n", id, origin);
  return text + " */\n";
}

/// Each once; none if one of them is `true`.
std::vector<std::string> disjuncts(const CSyntax &syntax, const ReachabilityProof &proof,
                                   const std::vector<NodeId> &nodes) {
  std::vector<std::string> result;
  for (const NodeId id : nodes) {
    std::string text;
    const std::vector<Expr> &label = proof.nodes[id].label;
    for (const Expr conjunct : label) {
      // Conjunctions may go without parentheses, what binds looser may not.
      const std::string part = syntax.formula(conjunct);
      const bool isLoose =
          label.size() > 1 && (conjunct->kind == program::ExprKind::Or || conjunct->kind == program::ExprKind::Ite);
      text += (text.empty() ? "" : " && ") + (isLoose ? "(" + part + ")" : part);
    }
    if (text.empty())
      return {"1"};
    if (std::find(result.begin(), result.end(), text) == result.end())
      result.push_back(std::move(text));
  }
  return result;
}

} // namespace

std::string write(const program::Program &program, const ReachabilityProof &proof) {
  const CSyntax syntax(program, proof);
  std::vector<std::vector<NodeId>> nodes(proof.controls.size());
  std::vector<std::uint32_t> order;
  for (NodeId id = 0; id < proof.nodes.size(); ++id) {
    if (proof.nodes[id].coveredBy != noNode)
      continue;
    std::vector<NodeId> &here = nodes[proof.nodes[id].control];
    if (here.empty())
      order.push_back(proof.nodes[id].control);
    here.push_back(id);
  }
  std::string text = header(program, proof, syntax);
  for (const std::uint32_t control : order) {
    text += fmt::format("\n/* {} */\n", describe(program, proof.controls[control]));
    const char *separator = "   ";
    for (const std::string &disjunct : disjuncts(syntax, proof, nodes[control])) {
      text += separator + disjunct;
      separator = "\n|| ";
    }
    text += ";\n";
  }
  return text;
}

} // namespace heddle::proof
