// The text lists global control locations in the order in which the search reached them. Covered nodes are omitted:
// their labels imply those of the covering nodes.
#include "proof/invariant.hpp"

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
      " * Executions that differ only in the order of independent steps are represented by one of them. For\n"
      " * every global control location that these executions reach, a formula is given that holds there:\n"
      " * it holds initially, every step preserves it, and where it holds no property is violated.\n"
      " * T1.x is variable x of thread T1, T1.result the value that T1 returns to the thread that joins it,\n"
      " * and input_1 a value that was chosen on the path.\n";
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

/// The labels as text, without duplicates; only "1" if one of them is `true`.
std::vector<std::string> disjuncts(const CSyntax &syntax, const ReachabilityProof &proof,
                                   const std::vector<NodeId> &nodes) {
  std::vector<std::string> result;
  for (const NodeId id : nodes) {
    std::string text;
    const std::vector<Expr> &label = proof.nodes[id].label;
    for (const Expr conjunct : label) {
      // Operators that bind looser than && need parentheses.
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

std::string invariantText(const program::Program &program, const ReachabilityProof &proof) {
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
  if (proof.certificate)
    text += "\n/* The formulas are inductive together with bounds of values at the locations of threads, which engine\n"
            " * modular has found; a proof file has them in the lines 'fact'. */\n";
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
