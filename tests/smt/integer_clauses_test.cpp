#include "smt/integer_clauses.hpp"

#include <gtest/gtest.h>

namespace heddle::testing {

using smt::IntegerClauses;
using Sum = IntegerClauses::Sum;
using Answer = IntegerClauses::Answer;

TEST(IntegerClauses, FindsValues) {
  IntegerClauses clauses;
  support::Cancellation cancellation;
  const auto x = clauses.newVariable();
  const auto y = clauses.newVariable();
  clauses.zero(Sum{-7, {}}.add(x, 2).add(y)); // 2x + y = 7
  clauses.atLeastZero(Sum{-3, {}}.add(x));
  clauses.atLeastZero(Sum{}.add(y));
  ASSERT_EQ(clauses.solve(cancellation), Answer::Satisfiable);
  EXPECT_EQ(clauses.value(x), 3);
  EXPECT_EQ(clauses.value(y), 1);
}

TEST(IntegerClauses, NumbersAreIntegers) {
  IntegerClauses clauses;
  support::Cancellation cancellation;
  const auto x = clauses.newVariable();
  clauses.zero(Sum{-1, {}}.add(x, 2));
  EXPECT_EQ(clauses.solve(cancellation), Answer::Unsatisfiable);
}

TEST(IntegerClauses, AnImplicationHoldsOnlyIfAllConditionsDo) {
  IntegerClauses clauses;
  support::Cancellation cancellation;
  const auto x = clauses.newVariable();
  const auto y = clauses.newVariable();
  clauses.addImplication({Sum{}.add(x), Sum{}.add(y)}, {Sum{-1, {}}}); // not both are positive
  clauses.atLeastZero(Sum{-1, {}}.add(x));
  EXPECT_EQ(clauses.solve(cancellation), Answer::Satisfiable);
  clauses.atLeastZero(Sum{-1, {}}.add(y));
  EXPECT_EQ(clauses.solve(cancellation), Answer::Unsatisfiable);
}

TEST(IntegerClauses, WorkThatIsCancelledIsNotDecided) {
  IntegerClauses clauses;
  support::Cancellation cancellation;
  cancellation.request(support::StopReason::Interrupted);
  EXPECT_EQ(clauses.solve(cancellation), Answer::Unknown);
}

} // namespace heddle::testing
