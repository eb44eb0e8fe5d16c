// Random formulas of all operators and mixed widths: both backends give the same answers, models satisfy the asserted
// formula according to program::apply, and cores are unsatisfiable.
#include "smt/random_expressions.hpp"

#include <gtest/gtest.h>

#include <map>

namespace heddle::smt {
namespace {

/// Grows a set of expressions of a few widths by applying operators to members.
class Expressions {
public:
  Expressions(ExprPool &pool, Random &random) : pool_(pool), random_(random) {
    for (const unsigned width : widths) {
      byWidth_[width].push_back(pool_.reg(next_++, width));
      byWidth_[width].push_back(pool_.reg(next_++, width));
      byWidth_[width].push_back(pool_.constant(random_.value(width), width));
    }
  }

  void grow() {
    const unsigned width = random_.pick(widths);
    Expr e = nullptr;
    switch (random_.below(5)) {
    case 0:
      e = converted(random_.pick(widths), width);
      break;
    case 1:
      e = pool_.make(random_.coin() ? ExprKind::Ult : ExprKind::Sle, any(width), any(width));
      break;
    case 2:
      e = rotated(width);
      break;
    default: {
      const Operator op = random_.pick(integerOperators(width));
      std::vector<Expr> args;
      for (const unsigned operandWidth : op.operandWidths) {
        if (!byWidth_.contains(operandWidth))
          return;
        args.push_back(any(operandWidth));
      }
      e = op(pool_, args);
    }
    }
    if (byWidth_.contains(e->width))
      byWidth_[e->width].push_back(e);
  }

  Expr condition() {
    const unsigned width = random_.pick(widths);
    return pool_.make(random_.pick(std::span(comparisonKinds)), any(width), any(width));
  }

  Expr any(unsigned width) { return random_.pick(byWidth_[width]); }

private:
  static constexpr std::array widths{1U, 2U, 3U, 4U, 6U, 7U, 8U, 12U};

  Expr converted(unsigned from, unsigned to) {
    const Expr e = any(from);
    return random_.coin() ? pool_.resize(e, to) : (to > from ? pool_.sext(e, to) : pool_.extract(e, from - to, to));
  }

  Expr rotated(unsigned width) {
    const Expr e = any(width);
    const Expr size = pool_.constant(support::truncate(width, width), width);
    const Expr amount = pool_.make(ExprKind::URem, any(width), size);
    return pool_.make(ExprKind::Or, pool_.make(ExprKind::Shl, e, amount),
                      pool_.make(ExprKind::LShr, e, pool_.sub(size, amount)));
  }

  ExprPool &pool_;
  Random &random_;
  program::RegisterId next_ = 0;
  std::map<unsigned, std::vector<Expr>> byWidth_;
};

/// One backend with the formula of a test: conditions and the clauses over them.
struct Side {
  explicit Side(Backend backend) : solver(makeSolver(backend)) {}

  Literal literal(int position) {
    const Literal result = solver->literalOf(conditions[static_cast<std::size_t>(std::abs(position) - 1)]);
    return position > 0 ? result : -result;
  }
  std::vector<Literal> literals(const std::vector<int> &positions) {
    std::vector<Literal> result;
    for (const int position : positions)
      result.push_back(literal(position));
    return result;
  }
  bool holds(int position) {
    const bool isOne = solver->value(conditions[static_cast<std::size_t>(std::abs(position) - 1)]) == 1;
    return isOne == (position > 0);
  }
  bool holdsSome(const std::vector<int> &clause) {
    return std::any_of(clause.begin(), clause.end(), [this](int position) { return holds(position); });
  }

  std::unique_ptr<Solver> solver;
  std::vector<Expr> conditions;
};

class RandomFormula {
public:
  explicit RandomFormula(std::uint64_t seed) : random_(seed) {}

  void check() {
    for (unsigned call = 0; call < 4 && !::testing::Test::HasFatalFailure(); ++call) {
      extend();
      ask();
    }
  }

private:
  /// Distinct positions of conditions, each with a random sign.
  std::vector<int> someConditions(unsigned count) {
    std::vector<int> result;
    for (unsigned i = 0; i < count; ++i) {
      const int position = static_cast<int>(random_.below(static_cast<unsigned>(conditions_.size()))) + 1;
      result.push_back(random_.coin() ? position : -position);
    }
    return result;
  }

  void extend() {
    for (unsigned i = 0; i < 12; ++i)
      expressions_.grow();
    for (unsigned i = 0; i < 6; ++i)
      conditions_.push_back(expressions_.condition());
    sides_[0].conditions = sides_[1].conditions = conditions_;
    for (unsigned i = 0; i < 3; ++i) {
      clauses_.push_back(someConditions(1 + random_.below(3)));
      for (Side &side : sides_)
        side.solver->addClause(side.literals(clauses_.back()));
    }
    const unsigned width = random_.coin() ? 8 : 7;
    const int condition = someConditions(1)[0];
    equalities_.push_back({condition, expressions_.any(width), expressions_.any(width)});
    for (Side &side : sides_)
      side.solver->addEquality(side.literal(condition), equalities_.back().a, equalities_.back().b);
  }

  void ask() {
    const std::vector<int> assumptions = someConditions(random_.below(5));
    std::array<Answer, 2> answers{};
    for (std::size_t i = 0; i < sides_.size(); ++i)
      answers[i] = sides_[i].solver->solve(sides_[i].literals(assumptions), cancellation_);
    ASSERT_EQ(answers[0], answers[1]);
    ASSERT_NE(answers[0], Answer::Unknown);
    if (answers[0] == Answer::Satisfiable)
      checkModels(assumptions);
    else
      checkCores(assumptions);
  }

  void checkModels(const std::vector<int> &assumptions) {
    for (Side &side : sides_) {
      for (const std::vector<int> &clause : clauses_)
        ASSERT_TRUE(side.holdsSome(clause));
      for (const auto &[condition, a, b] : equalities_)
        ASSERT_TRUE(!side.holds(condition) || side.solver->value(a) == side.solver->value(b));
      for (const int position : assumptions) {
        ASSERT_TRUE(side.holds(position));
        ASSERT_TRUE(side.solver->value(side.literal(position)));
      }
    }
  }

  void checkCores(const std::vector<int> &assumptions) {
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      const std::vector<Literal> core = sides_[i].solver->core();
      std::vector<int> positions;
      for (const int position : assumptions)
        if (std::find(core.begin(), core.end(), sides_[i].literal(position)) != core.end())
          positions.push_back(position);
      for (const Literal literal : core) {
        const std::vector<Literal> all = sides_[i].literals(assumptions);
        ASSERT_NE(std::find(all.begin(), all.end(), literal), all.end()) << "a core consists of assumptions";
      }
      for (Side &side : sides_)
        ASSERT_EQ(side.solver->solve(side.literals(positions), cancellation_), Answer::Unsatisfiable);
      // The core of the other backend must come from its own last answer.
      for (Side &side : sides_)
        ASSERT_EQ(side.solver->solve(side.literals(assumptions), cancellation_), Answer::Unsatisfiable);
    }
  }

  struct Equality {
    int condition;
    Expr a;
    Expr b;
  };

  ExprPool pool_;
  Random random_;
  Expressions expressions_{pool_, random_};
  support::Cancellation cancellation_;
  std::vector<Expr> conditions_;
  std::vector<std::vector<int>> clauses_;
  std::vector<Equality> equalities_;
  std::array<Side, 2> sides_{Side(Backend::CaDiCaL), Side(Backend::Z3)};
};

TEST(RandomFormulas, HaveTheSameAnswersInBothBackends) {
  for (unsigned seed = 0; seed < campaignSize(80) && !::testing::Test::HasFatalFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomFormula(seed).check();
  }
}

} // namespace
} // namespace heddle::smt
