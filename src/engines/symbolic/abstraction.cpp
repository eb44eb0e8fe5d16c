// The clauses for one read: if it happens, it reads from exactly one of its candidates, which happens too, and their
// values are equal. A read may also take any value from a phantom that writes the cell. An attempt that fails (see
// events/attempt.hpp) has no effect, hence its value does not matter: it need not read from any write, and
// writes that would make it fail are not candidates.
#include "engines/symbolic/abstraction.hpp"

namespace heddle::engines::symbolic {

Abstraction::Abstraction(events::UnwoundProgram &program, const events::CellEvents &cells, smt::Solver &solver,
                         support::Cancellation &cancellation)
    : program_(program), cells_(cells), solver_(solver), cancellation_(cancellation),
      finder_(program, cells, cancellation), writeIndex_(cells.writes.size()), joinEncoded_(program.joins.size()),
      passes_(program.nodes.size()) {
  // For deadlocks, the values that failing attempts have read do matter.
  if (!program.program->properties.contains(program::Property::NoDeadlock))
    for (const events::Wait &wait : program.waits)
      if (wait.released == nullptr && wait.isVisible)
        passes_[wait.node] = wait.passes;
}

void Abstraction::encode(const std::vector<Expr> &conditions) {
  const events::ReadFrom found = finder_.find(conditions);
  for (const std::uint32_t i : found.constraints)
    solver_.addClause({solver_.literalOf(program_.constraints[i].holds)});
  for (const std::uint32_t i : found.definitions) {
    const events::Definition &definition = cells_.definitions[i];
    solver_.addEquality(solver_.literalOf(definition.guard), definition.left, definition.right);
  }
  for (const std::uint32_t i : found.writes) {
    writeIndex_[i] = static_cast<std::uint32_t>(writes_.size());
    writes_.push_back({i, solver_.literalOf(cells_.writes[i].guard)});
  }
  for (const events::ReadFrom::Read &read : found.reads)
    if (!cancellation_.poll())
      encodeRead(read);
  for (std::size_t i = 0; i < program_.joins.size(); ++i) {
    const events::JoinEdge &join = program_.joins[i];
    if (joinEncoded_[i] || join.isStatic || !finder_.matters(join.symbol->index))
      continue;
    joinEncoded_[i] = true;
    addEdge(program_.threads[join.joined].last, join.node, solver_.literalOf(join.success));
  }
}

void Abstraction::encodeRead(const events::ReadFrom::Read &read) {
  const events::CellRead &what = cells_.reads[read.read];
  const Literal happens = solver_.literalOf(what.guard);
  Read encoded{read.read, {}};
  std::vector<Literal> choice{-happens};
  const Expr passes = what.isAttempt ? passes_[what.node] : nullptr;
  if (passes != nullptr) {
    const Literal fails = solver_.newLiteral();
    solver_.addClause({-fails, -solver_.literalOf(program_.nodes[what.node].executed)});
    choice.push_back(fails);
  }
  for (const std::uint32_t i : read.candidates) {
    if (passes != nullptr && fails(passes, what.value, cells_.writes[i].value))
      continue;
    const Literal readsFrom = solver_.newLiteral();
    solver_.addClause({-readsFrom, happens});
    solver_.addClause({-readsFrom, writes_[writeIndex_[i]].guard});
    solver_.addEquality(readsFrom, what.value, cells_.writes[i].value);
    encoded.candidates.push_back({writeIndex_[i], readsFrom});
    choice.push_back(readsFrom);
  }
  for (const std::uint32_t i : read.phantoms) {
    const events::PhantomCell &phantom = cells_.phantoms[i];
    const Literal meets = solver_.newLiteral();
    solver_.addClause({-meets, happens});
    solver_.addClause({-meets, solver_.literalOf(phantom.guard)});
    addEdge(phantom.begin, what.node, meets);
    addEdge(what.node, phantom.end, meets);
    choice.push_back(meets);
  }
  readFromLiterals_ += encoded.candidates.size();
  solver_.addClause(choice);
  choice.erase(choice.begin());
  atMostOne(choice);
  reads_.push_back(std::move(encoded));
}

/// Whether the attempt certainly fails if it reads the value.
bool Abstraction::fails(Expr passes, Expr read, Expr value) {
  if (!value->isConstant())
    return false;
  return program_.pool->substitute(passes, [&](Expr symbol) { return symbol == read ? value : nullptr; })->isFalse();
}

/// Pairwise for a few, with a ladder of auxiliary literals for many.
void Abstraction::atMostOne(const std::vector<Literal> &literals) {
  constexpr std::size_t few = 6;
  if (literals.size() <= few) {
    for (std::size_t i = 0; i < literals.size(); ++i)
      for (std::size_t j = i + 1; j < literals.size(); ++j)
        solver_.addClause({-literals[i], -literals[j]});
    return;
  }
  Literal before = 0; // one of the previous literals holds
  for (const Literal literal : literals) {
    if (before != 0)
      solver_.addClause({-before, -literal});
    const Literal next = solver_.newLiteral();
    if (before != 0)
      solver_.addClause({-before, next});
    solver_.addClause({-literal, next});
    before = next;
  }
}

void Abstraction::addEdge(NodeId before, NodeId after, Literal condition) {
  edges_.push_back({before, after, condition});
}

void Abstraction::addLemma(OrderLemma lemma) {
  std::vector<Literal> clause;
  clause.reserve(lemma.together.size());
  for (const Literal literal : lemma.together)
    clause.push_back(-literal);
  addConsequence(clause);
  if (records_ != nullptr && !mutator_.strikes(Mutation::LoseLemma))
    records_->lemmas.push_back(std::move(lemma));
}

void Abstraction::addConsequence(const std::vector<Literal> &clause) {
  if (recording_ != nullptr)
    recording_->addConsequence(clause);
  else
    solver_.addClause(clause);
}

events::CandidateExecution Abstraction::candidate() {
  const Literal yes = solver_.trueLiteral();
  events::CandidateExecution execution;
  std::vector<std::uint32_t> indices(writes_.size(), UINT32_MAX);
  for (std::size_t i = 0; i < writes_.size(); ++i) {
    if (!solver_.value(writes_[i].guard))
      continue;
    const events::CellWrite &write = cells_.writes[writes_[i].write];
    indices[i] = static_cast<std::uint32_t>(execution.writes.size());
    execution.writes.push_back({write.node, write.cell, writes_[i].guard == yes ? events::always : writes_[i].guard});
  }
  for (const Read &read : reads_)
    for (const Read::Candidate &candidate : read.candidates) {
      if (!solver_.value(candidate.readsFrom))
        continue;
      const events::CellRead &what = cells_.reads[read.read];
      execution.reads.push_back({what.node, what.cell, indices[candidate.write], candidate.readsFrom});
      break;
    }
  for (const Edge &edge : edges_)
    if (solver_.value(edge.condition))
      execution.edges.push_back({edge.before, edge.after, edge.condition == yes ? events::always : edge.condition});
  return execution;
}

} // namespace heddle::engines::symbolic
