// The domain of relations: each operation must keep all states that it describes. States of a few variables of three
// bits are enumerated, so that wrap-around is the usual case; queries over 32 bits are decided by a solver.
#include "engines/modular/relations.hpp"
#include "smt/solver.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>

namespace heddle::engines::modular {

namespace {

constexpr unsigned width = 3;
constexpr unsigned variables = 4;
using Valuation = std::array<Bits, variables>;
using States = std::set<Valuation>;

Variable variable(unsigned i, unsigned bits = width) {
  return i % 2 == 0 ? Variable::ofRegister(i, bits) : Variable{Variable::Kind::Cell, i, 0, bits};
}

Bits valueOf(const Sum &sum, const Valuation &at) {
  Bits result = sum.constant;
  for (const auto &[each, factor] : sum.terms)
    result += factor * at[each.id];
  return support::truncate(result, sum.width);
}

bool holds(const Relations &relations, const Valuation &at) {
  bool result = true;
  relations.forEach(
      [&](const Sum &form, const Interval &values) { result = result && values.contains(valueOf(form, at)); });
  return result;
}

const Values anything = [](const Variable &each) { return Interval::full(each.width); };

class RandomSteps {
public:
  explicit RandomSteps(std::uint64_t seed) : random_(seed) {
    for (unsigned i = 0; i < 1U << (width * variables); ++i) {
      Valuation at{};
      for (unsigned v = 0; v < variables; ++v)
        at[v] = (i >> (v * width)) & support::mask(width);
      states_.insert(at);
    }
  }

  void step() {
    switch (below(4)) {
    case 0:
      constrain();
      break;
    case 1:
      assign();
      break;
    case 2: { // a variable that nothing is known of
      const unsigned target = below(variables);
      relations_.assign(variable(target), std::nullopt);
      States next;
      for (const Valuation &at : states_)
        for (Bits value = 0; value <= support::mask(width); ++value) {
          Valuation changed = at;
          changed[target] = value;
          next.insert(changed);
        }
      states_ = std::move(next);
      break;
    }
    default:
      constrain();
      assign();
    }
  }

  const Relations &relations() const { return relations_; }
  const States &states() const { return states_; }
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }

  Sum sum() {
    Sum result = Sum::ofConstant(below(8), width);
    const unsigned terms = 1 + below(3);
    static constexpr std::array<Bits, 6> factors{1, 7, 1, 7, 2, 3};
    for (unsigned i = 0; i < terms; ++i)
      result = plus(result, Sum::of(variable(below(variables))), factors[below(6)]);
    return result;
  }

private:
  void constrain() {
    const Sum each = sum();
    const Bits low = below(8);
    const std::optional<Interval> interval =
        below(2) == 0 ? std::optional(Interval::constant(low, width))
                      : Interval::ofUnsigned(low, std::min<Bits>(low + below(3), support::mask(width)), width);
    States rest;
    for (const Valuation &at : states_)
      if (interval->contains(valueOf(each, at)))
        rest.insert(at);
    if (rest.empty())
      return;
    EXPECT_TRUE(relations_.constrain(each, *interval, anything));
    states_ = std::move(rest);
  }

  void assign() {
    const unsigned target = below(variables);
    const Sum value = sum();
    relations_.assign(variable(target), value);
    States next;
    for (const Valuation &at : states_) {
      Valuation changed = at;
      changed[target] = valueOf(value, at);
      next.insert(changed);
    }
    states_ = std::move(next);
  }

  std::mt19937_64 random_;
  Relations relations_;
  States states_;
};

void expectKept(const Relations &relations, const States &states, std::uint64_t seed) {
  for (const Valuation &at : states)
    ASSERT_TRUE(holds(relations, at)) << "seed " << seed;
}

} // namespace

TEST(ModularRelations, AssignmentsAndConditionsKeepAllStates) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomSteps steps(seed);
    for (unsigned i = 0; i < 8; ++i) {
      steps.step();
      expectKept(steps.relations(), steps.states(), seed);
      const Sum asked = steps.sum();
      const Interval bound = steps.relations().boundOf(asked, anything);
      for (const Valuation &at : steps.states())
        ASSERT_TRUE(bound.contains(valueOf(asked, at))) << "seed " << seed;
    }
  }
}

TEST(ModularRelations, JoinsAndWideningKeepTheStatesOfBothSides) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomSteps one(2 * seed);
    RandomSteps other(2 * seed + 1);
    for (unsigned i = 0; i < 4; ++i) {
      one.step();
      other.step();
    }
    const Sum difference = minus(Sum::of(variable(0)), Sum::of(variable(1)));
    const Relations::Side before{one.relations(), anything};
    const Relations::Side after{other.relations(), anything};
    for (const Relations &both :
         {Relations::join(before, after, {difference}), Relations::widen(before, after, {0, 1, 2})}) {
      expectKept(both, one.states(), seed);
      expectKept(both, other.states(), seed);
    }
  }
}

TEST(ModularRelations, JoinWithWhatItFollowsFromChangesNothing) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomSteps one(2 * seed);
    RandomSteps other(2 * seed + 1);
    for (unsigned i = 0; i < 4; ++i) {
      one.step();
      other.step();
    }
    const Relations::Side after{other.relations(), anything};
    const Relations both = Relations::join({one.relations(), anything}, after, {});
    const Relations again = Relations::join({both, anything}, {both, anything}, {});
    EXPECT_EQ(again, both) << "seed " << seed;
  }
}

TEST(ModularRelations, WideningEnds) {
  const Sum difference = minus(Sum::of(variable(0, 32)), Sum::of(variable(1, 32)));
  Relations known;
  known.constrain(difference, Interval::constant(0, 32), anything);
  known.constrain(minus(Sum::of(variable(2, 32)), Sum::of(variable(3, 32))), *Interval::ofUnsigned(0, 1, 32), anything);
  unsigned rounds = 0;
  for (bool hasChanged = true; hasChanged; ++rounds) {
    Relations next;
    next.constrain(minus(Sum::of(variable(2, 32)), Sum::of(variable(3, 32))), *Interval::ofUnsigned(0, 2 + rounds, 32),
                   anything);
    const Relations wider = Relations::widen({known, anything}, {next, anything}, {0, 1, 10});
    hasChanged = wider != known;
    known = wider;
    ASSERT_LT(rounds, 10U);
  }
  EXPECT_EQ(known.boundOf(difference, anything), Interval::full(32));
}

TEST(ModularRelations, DifferenceSurvivesWrapAround) {
  const Sum x = Sum::of(variable(0, 32));
  const Sum y = Sum::of(variable(1, 32));
  Relations relations;
  relations.constrain(minus(x, y), *Interval::ofUnsigned(0, 7, 32), anything);
  relations.assign(variable(0, 32), plus(x, Sum::ofConstant(1, 32), 1));
  EXPECT_EQ(relations.boundOf(minus(x, y), anything), *Interval::ofUnsigned(1, 8, 32));
  relations.assign(variable(1, 32), plus(y, Sum::ofConstant(1, 32), 1));
  EXPECT_EQ(relations.boundOf(minus(x, y), anything), *Interval::ofUnsigned(0, 7, 32));
}

TEST(ModularRelations, ValueThatIsStoredTwiceRelatesBothPlaces) {
  const Variable reg = variable(0, 32);
  Relations relations;
  relations.assign(variable(1, 32), Sum::of(reg));
  relations.assign(variable(3, 32), plus(Sum::of(reg), Sum::ofConstant(2, 32), 1));
  relations.assign(reg, std::nullopt);
  EXPECT_EQ(relations.boundOf(minus(Sum::of(variable(3, 32)), Sum::of(variable(1, 32))), anything),
            Interval::constant(2, 32));
}

TEST(ModularRelations, BoundsFollowByTheSolver) {
  program::ExprPool pool;
  std::mt19937_64 random(7);
  const auto below = [&](unsigned bound) { return static_cast<unsigned>(random() % bound); };
  const auto termOf = [&](const Sum &sum) {
    program::Expr result = pool.constant(sum.constant, sum.width);
    for (const auto &[each, factor] : sum.terms)
      result = pool.add(result, pool.make(program::ExprKind::Mul, pool.constant(factor, 32), pool.reg(each.id, 32)));
    return result;
  };
  const auto isIn = [&](program::Expr value, const Interval &interval) {
    const auto bound = [&](SignedBits number) { return pool.constant(support::fromSigned(number, 32), 32); };
    using enum program::ExprKind;
    const program::Expr isUnsigned = pool.conjunction(pool.make(Ule, pool.constant(interval.low, 32), value),
                                                      pool.make(Ule, value, pool.constant(interval.high, 32)));
    return pool.conjunction(isUnsigned, pool.conjunction(pool.make(Sle, bound(interval.least), value),
                                                         pool.make(Sle, value, bound(interval.most))));
  };
  unsigned informative = 0;
  for (unsigned i = 0; i < 100; ++i) {
    const auto randomSum = [&] {
      const unsigned first = below(variables);
      Sum sum = minus(Sum::of(variable(first, 32)), Sum::of(variable((first + 1 + below(3)) % variables, 32)));
      return below(3) == 0 ? plus(sum, Sum::of(variable(below(variables), 32)), 1) : sum;
    };
    Relations relations;
    for (unsigned j = 0; j < 3; ++j)
      relations.constrain(randomSum(), *Interval::ofSigned(-SignedBits{below(9)}, SignedBits{below(9)}, 32), anything);
    const Sum asked = randomSum();
    const Interval bound = relations.boundOf(asked, anything);
    informative += bound == Interval::full(32) ? 0 : 1;
    const std::unique_ptr<smt::Solver> solver = smt::makeSolver(smt::Backend::CaDiCaL);
    relations.forEach([&](const Sum &form, const Interval &values) {
      solver->addClause({solver->literalOf(isIn(termOf(form), values))});
    });
    solver->addClause({solver->literalOf(pool.negate(isIn(termOf(asked), bound)))});
    support::Cancellation cancellation;
    EXPECT_EQ(solver->solve(cancellation), smt::Answer::Unsatisfiable);
  }
  EXPECT_GT(informative, 20U);
}

} // namespace heddle::engines::modular
