// Terms are numbered in the order in which their pool has made them: operands come before the terms that use them, and
// a reader that makes them in this order in a new pool gets the same terms, because the pool orders the operands of
// commutative operators by age.
#include "proof/file_words.hpp"
#include "proof/fingerprint.hpp"
#include "proof/proof_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace heddle::proof {

namespace {

std::string properties(program::PropertySet set) {
  std::string text;
  for (unsigned i = 0; i < program::propertyCount; ++i)
    if (const auto property = static_cast<program::Property>(i); set.contains(property))
      text += fmt::format(" {}", program::name(property));
  return text;
}

class Writer {
public:
  Writer(const program::Program &program, const ReachabilityProof &proof) : program_(program), proof_(proof) {}

  std::string write() {
    line("reduction {}", words::of(words::reductions, proof_.reduction));
    for (program::CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa)
      writePauses(cfa, proof_.pauses[cfa]);
    for (const Variable &variable : proof_.variables)
      writeVariable(variable);
    writeTerms();
    for (const Control &control : proof_.controls)
      writeControl(control);
    for (const Node &node : proof_.nodes)
      writeNode(node);
    line("end {}", proof_.nodes.size());
    return std::move(text_);
  }

private:
  template <typename... Values> void add(fmt::format_string<Values...> format, Values &&...values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
  }
  template <typename... Values> void line(fmt::format_string<Values...> format, Values &&...values) {
    add(format, std::forward<Values>(values)...);
    text_ += '\n';
  }

  void writePauses(program::CfaId cfa, const std::vector<bool> &pauses) {
    if (std::find(pauses.begin(), pauses.end(), true) == pauses.end())
      return;
    add("pause {}", cfa);
    for (std::size_t location = 0; location < pauses.size(); ++location)
      if (pauses[location])
        add(" {}", location);
    text_ += '\n';
  }

  void writeVariable(const Variable &variable) {
    add("variable {} {}", words::of(words::variables, variable.kind), variable.width);
    switch (variable.kind) {
    case Variable::Kind::Register:
      return line(" {} {} {}", variable.slot, variable.cfa, variable.reg);
    case Variable::Kind::Result:
      return line(" {}", variable.slot);
    case Variable::Kind::Memory:
      return line(" {} {}", variable.object, variable.offset);
    case Variable::Kind::History:
      return line("");
    }
  }

  void writeTerms() {
    const std::vector<Expr> terms = usedTerms();
    for (std::uint32_t i = 0; i < terms.size(); ++i)
      numbers_.emplace(terms[i], i);
    for (const Expr term : terms)
      writeTerm(term);
  }

  /// All terms of labels, the oldest first.
  std::vector<Expr> usedTerms() {
    std::vector<Expr> terms;
    std::vector<Expr> pending;
    for (const Node &node : proof_.nodes) {
      pending = node.label;
      while (!pending.empty()) {
        const Expr e = pending.back();
        pending.pop_back();
        if (!numbers_.try_emplace(e).second)
          continue;
        terms.push_back(e);
        for (unsigned i = 0; i < program::arity(e->kind); ++i)
          pending.push_back(e->args[i]);
      }
    }
    numbers_.clear();
    std::sort(terms.begin(), terms.end(), [](Expr a, Expr b) { return a->id < b->id; });
    return terms;
  }

  void writeTerm(Expr e) {
    using program::ExprKind;
    if (e->isConstant())
      return line("term constant {} {}", unsigned{e->width}, support::toDecimal(e->value));
    if (e->isRegister())
      return line("term variable {}", e->index);
    add("term {}", program::name(e->kind));
    for (unsigned i = 0; i < program::arity(e->kind); ++i)
      add(" {}", numbers_.at(e->args[i]));
    if (e->kind == ExprKind::Extract)
      add(" {} {}", e->index, unsigned{e->width});
    else if (e->kind == ExprKind::ZExt || e->kind == ExprKind::SExt || e->kind >= ExprKind::FToF)
      add(" {}", unsigned{e->width});
    text_ += '\n';
  }

  void writeControl(const Control &control) {
    text_ += "control";
    for (const Thread &thread : control.threads)
      add(" {},{},{}{}{}", words::of(words::statuses, thread.status), thread.cfa, thread.location,
          thread.detached ? ",detached" : "", thread.resting ? ",resting" : "");
    text_ += control.objects.empty() ? "" : " objects";
    for (const Object &object : control.objects)
      add(" {},{},{},{},{},{}{}", object.id, object.size, object.owner, words::of(words::storages, object.storage),
          object.site, object.creator, object.alive ? "" : ",dead");
    text_ += '\n';
  }

  void writeNode(const Node &node) {
    add("node {}", node.control);
    if (node.parent != noNode)
      add(" parent {} slot {}", node.parent, node.slot);
    if (node.action != noAction)
      add(" action {}", node.action);
    if (!node.expanded.empty()) {
      text_ += " expanded ";
      for (const bool isExpanded : node.expanded)
        text_ += isExpanded ? '1' : '0';
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
    text_ += node.label.empty() ? "" : " label";
    for (const Expr conjunct : node.label)
      add(" {}", numbers_.at(conjunct));
    text_ += '\n';
  }

  const program::Program &program_;
  const ReachabilityProof &proof_;
  std::string text_;
  std::unordered_map<Expr, std::uint32_t> numbers_; // of terms
};

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
  return fmt::format("engine {}\nsolver {}\nproves{}\nprogram {}\n", prover.engine, name(prover.solver),
                     properties(program.properties), fingerprint(program)) +
         Writer(program, proof).write();
}

} // namespace heddle::proof
