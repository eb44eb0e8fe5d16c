#include "proof/base_writer.hpp"
#include "proof/file_words.hpp"
#include "proof/fingerprint.hpp"
#include "proof/invariant.hpp"
#include "proof/proof_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>

namespace heddle::proof {

namespace {

std::string properties(program::PropertySet set) {
  std::string text;
  for (unsigned i = 0; i < program::propertyCount; ++i)
    if (const auto property = static_cast<program::Property>(i); set.contains(property))
      text += fmt::format(" {}", program::name(property));
  return text;
}

class Writer : private BaseWriter {
public:
  Writer(const program::Program &program, const ReachabilityProof &proof)
      : BaseWriter(proof), program_(program), proof_(proof) {}

  std::string write() {
    line("reduction {}", words::of(words::reductions, proof_.reduction));
    if (proof_.certificate)
      writeCertificate(certificateText(program_, *proof_.certificate));
    std::vector<Expr> formulas;
    for (const Node &node : proof_.nodes)
      formulas.insert(formulas.end(), node.label.begin(), node.label.end());
    writeBase(formulas);
    for (const Node &node : proof_.nodes)
      writeNode(node);
    line("end {}", proof_.nodes.size());
    return take();
  }

private:
  void writeCertificate(const std::string &text) {
    std::istringstream lines(text);
    for (std::string each; std::getline(lines, each);)
      line("fact {}", each);
  }

  void writeNode(const Node &node) {
    add("node {}", node.control);
    if (node.parent != noNode)
      add(" parent {} slot {}", node.parent, node.slot);
    if (node.action != noAction)
      add(" action {}", node.action);
    if (!node.expanded.empty()) {
      add(" expanded ");
      for (const bool isExpanded : node.expanded)
        add("{}", isExpanded ? 1 : 0);
    }
    if (node.coveredBy != noNode)
      add(" covered {}", node.coveredBy);
    if (!node.made.empty())
      add(" made {}", fmt::join(node.made, " "));
    for (const Choice &choice : node.choices)
      if (choice.isInput)
        add(" input {} {}", choice.variable, choice.number);
      else
        add(" content {} {} {}", choice.variable, choice.object, choice.offset);
    if (!node.label.empty())
      add(" label");
    for (const Expr conjunct : node.label)
      add(" {}", numberOf(conjunct));
    line("");
  }

  const program::Program &program_;
  const ReachabilityProof &proof_;
};

class ParametricWriter : private BaseWriter {
public:
  ParametricWriter(const program::Program &program, const ParametricProof &proof)
      : BaseWriter(proof.base), program_(program), proof_(proof) {}

  std::string write() {
    line("parametric");
    writeText();
    std::vector<Expr> formulas = proof_.shared;
    for (const std::vector<Expr> &own : proof_.own)
      formulas.insert(formulas.end(), own.begin(), own.end());
    writeBase(formulas);
    writeClaims();
    for (const Expr predicate : proof_.shared)
      line("predicate shared {}", numberOf(predicate));
    for (program::CfaId cfa = 0; cfa < proof_.own.size(); ++cfa)
      for (const Expr predicate : proof_.own[cfa])
        line("predicate {} {}", cfa, numberOf(predicate));
    for (const Place &place : proof_.places)
      writePlace(place);
    for (const auto &[shared, local] : proof_.reached)
      line("reached {} {},{}", textOf(shared), local.place, local.values);
    for (const Unreachable &element : proof_.unreachable)
      writeUnreachable(element);
    line("end {}", proof_.unreachable.size());
    return take();
  }

private:
  /// The invariant, as comments.
  void writeText() {
    std::istringstream text(invariantText(program_, proof_));
    for (std::string each; std::getline(text, each);)
      line("#{}{}", each.empty() ? "" : " ", each);
  }

  void writeClaims() {
    for (const program::CfaId cfa : proof_.claims.single)
      line("claim single {}", cfa);
    if (proof_.claims.freshHandles)
      line("claim fresh-handles");
    if (proof_.claims.validJoins)
      line("claim valid-joins");
    for (const StaticCell &cell : proof_.claims.handleCells)
      line("claim handles {} {} {}", cell.object, cell.offset, cell.bytes);
  }

  void writePlace(const Place &place) {
    add("place {} {}{}", place.control, place.tracked, place.fresh ? " fresh" : "");
    for (const auto &[variable, value] : place.pointers)
      add(" pointer {} {}", variable, support::toDecimal(value));
    for (const std::vector<program::ActionId> &cut : place.cuts) {
      add(" cut");
      for (std::size_t i = 0; i < cut.size(); ++i)
        add("{}{}", i == 0 ? ' ' : ',', cut[i]);
    }
    line("");
  }

  static std::string textOf(const SharedState &state) {
    return fmt::format("{}{}", state.values, state.running ? ",running" : "");
  }

  void writeUnreachable(const Unreachable &element) {
    if (element.violation)
      return line("unreachable violation");
    add("unreachable {}", textOf(element.shared));
    for (const auto &[local, count] : element.threads)
      add(" {},{},{}", local.place, local.values, count);
    line("");
  }

  const program::Program &program_;
  const ParametricProof &proof_;
};

std::string proverText(const program::Program &program, const Prover &prover) {
  return fmt::format("engine {}\nsolver {}\nproves{}\nprogram {}\n", prover.engine, name(prover.solver),
                     properties(program.properties), fingerprint(program));
}

} // namespace

std::string_view name(smt::Backend solver) { return words::of(words::solvers, solver); }

std::string headerText(const Header &header) {
  std::string text = fmt::format("{} {}\nheddle {}\n", formatName, formatVersion, header.heddle);
  text += fmt::format("claims{}\n", properties(header.claims));
  for (const std::string &assumption : header.assumptions)
    text += fmt::format("assuming {}\n", words::escaped(assumption));
  for (const std::string &file : header.files)
    text += fmt::format("file {}\n", words::escaped(file));
  for (const auto &[name, value] : header.options)
    text += fmt::format("option {} {}\n", name, words::escaped(value));
  return text;
}

std::string proofText(const program::Program &program, const ReachabilityProof &proof, const Prover &prover) {
  return proverText(program, prover) + Writer(program, proof).write();
}

std::string proofText(const program::Program &program, const ParametricProof &proof, const Prover &prover) {
  return proverText(program, prover) + ParametricWriter(program, proof).write();
}

std::string proofText(const program::Program &program, const ModularProof &proof, const Prover &prover) {
  return proverText(program, prover) + modularText(program, proof);
}

} // namespace heddle::proof
