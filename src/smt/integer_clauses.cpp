#include "smt/integer_clauses.hpp"

#include <z3++.h>

namespace heddle::smt {

namespace {

constexpr unsigned mostEffort = 20'000'000; // some seconds

} // namespace

struct IntegerClauses::Implementation {
  z3::context context;
  z3::solver solver{context, "QF_LIA"};
  std::vector<z3::expr> variables;
  std::vector<std::int64_t> values;
};

IntegerClauses::IntegerClauses() : implementation_(std::make_unique<Implementation>()) {}
IntegerClauses::~IntegerClauses() = default;

IntegerClauses::Variable IntegerClauses::newVariable() {
  z3::context &context = implementation_->context;
  implementation_->variables.push_back(
      context.int_const(("x" + std::to_string(implementation_->variables.size())).c_str()));
  return static_cast<Variable>(implementation_->variables.size() - 1);
}

void IntegerClauses::addClause(const std::vector<Sum> &atLeastZero) {
  z3::context &context = implementation_->context;
  z3::expr_vector literals(context);
  for (const Sum &sum : atLeastZero) {
    z3::expr total = context.int_val(sum.constant);
    for (const auto &[variable, factor] : sum.terms)
      total = total + context.int_val(factor) * implementation_->variables[variable];
    literals.push_back(total >= 0);
  }
  implementation_->solver.add(z3::mk_or(literals));
}

void IntegerClauses::addImplication(const std::vector<Sum> &atLeastOne, std::vector<Sum> clause) {
  for (const Sum &sum : atLeastOne)
    clause.push_back(Sum{}.add(sum, -1));
  addClause(clause);
}

IntegerClauses::Answer IntegerClauses::solve(support::Cancellation &cancellation) {
  if (cancellation.poll())
    return Answer::Unknown;
  try {
    z3::params params(implementation_->context);
    params.set("rlimit", mostEffort);
    implementation_->solver.set(params);
    const z3::check_result result = implementation_->solver.check();
    if (result == z3::unsat)
      return Answer::Unsatisfiable;
    if (result == z3::unknown)
      return Answer::Unknown;
    const z3::model model = implementation_->solver.get_model();
    implementation_->values.clear();
    for (const z3::expr &variable : implementation_->variables) {
      std::int64_t value = 0;
      const bool isSmall = model.eval(variable, true).is_numeral_i64(value);
      implementation_->values.push_back(isSmall ? value : INT64_MAX);
    }
    return Answer::Satisfiable;
  } catch (const z3::exception &) {
    return Answer::Unknown;
  }
}

std::int64_t IntegerClauses::value(Variable variable) const { return implementation_->values[variable]; }

} // namespace heddle::smt
