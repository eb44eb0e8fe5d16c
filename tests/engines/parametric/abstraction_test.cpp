// Segments, and the abstract successors of active and passive threads.
#include "engines/ask.hpp"
#include "engines/parametric/abstraction.hpp"

namespace heddle::testing {

using namespace engines::parametric;
using program::Expr;

namespace {

/// The parts of the abstraction for a program in C, without predicates.
struct Parts {
  explicit Parts(const std::string &text)
      : program(compile(text)), variables(pool), entailment(smt::Backend::CaDiCaL, cancellation),
        semantics(program, variables, entailment, 100, reachability::Semantics::Rests::BeforeVisible,
                  reachability::Semantics::Handles::Inputs),
        templates(program, semantics.pointsTo()), segments(semantics), predicates(semantics),
        enumeration(smt::Backend::CaDiCaL, cancellation),
        abstraction(semantics, segments, predicates, templates, enumeration) {}

  /// A global of four bytes.
  Expr global(const std::string &name) {
    for (program::ObjectId id = 1; id < program.objects.size(); ++id)
      if (program.objects[id].name == name)
        return variables.ofCell(id, 0, 4);
    ADD_FAILURE() << "no global " << name;
    return nullptr;
  }
  Expr number(program::Bits value) { return pool.constant(value, 32); }

  /// The place at the entry of the first thread that main starts.
  PlaceId child() {
    PlaceId at = segments.initial();
    for (unsigned i = 0; i < 20; ++i)
      for (const Segment &segment : segments.of(at)) {
        if (!segment.children.empty())
          return segment.children[0].place;
        if (segment.continues)
          at = segment.target;
      }
    ADD_FAILURE() << "main starts no thread";
    return 0;
  }

  Program program;
  program::ExprPool pool;
  support::Cancellation cancellation;
  reachability::StateVariables variables;
  reachability::Entailment entailment;
  reachability::Semantics semantics;
  Templates templates;
  Segments segments;
  Predicates predicates;
  Enumeration enumeration;
  Abstraction abstraction;
};

const std::string starts = "int main(void) { while (1) start(worker, 0); }";

} // namespace

TEST(ParametricSegments, AnAtomicBlockIsOneSegment) {
  Parts parts("int x, y; void *worker(void *a) { __VERIFIER_atomic_begin(); x = 1; y = 2; __VERIFIER_atomic_end(); "
              "return 0; }" +
              starts);
  const std::vector<Segment> &segments = parts.segments.of(parts.child());
  ASSERT_FALSE(segments.empty());
  const Segment &block = segments[0];
  EXPECT_EQ(block.updates.size(), 2U);
  EXPECT_EQ(block.updates.at(parts.global("y")->index), parts.number(2));
}

TEST(ParametricAbstraction, AWriteDeterminesSharedPredicates) {
  Parts parts("int x; void *worker(void *a) { x = 5; return 0; }" + starts);
  const Expr isFive = parts.pool.eq(parts.global("x"), parts.number(5));
  const Expr isSmall = parts.pool.make(program::ExprKind::Slt, parts.global("x"), parts.number(3));
  EXPECT_EQ(parts.predicates.add(0, isFive), Predicates::Added::New);
  EXPECT_EQ(parts.predicates.add(0, isSmall), Predicates::Added::New);
  EXPECT_EQ(parts.predicates.add(0, parts.pool.negate(isFive)), Predicates::Added::Known);
  const PlaceId worker = parts.child();
  const Segment &write = parts.segments.of(worker)[0];
  const auto after = parts.abstraction.successors(worker, write, 2, 0);
  ASSERT_TRUE(after);
  ASSERT_EQ(after->size(), 1U);
  EXPECT_EQ((*after)[0].shared, 1U);
}

TEST(ParametricAbstraction, AnUnknownValueGivesAllConsistentCombinations) {
  Parts parts("int x; void *worker(void *a) { x = __VERIFIER_nondet_int(); return 0; }" + starts);
  parts.predicates.add(0, parts.pool.eq(parts.global("x"), parts.number(5)));
  parts.predicates.add(0, parts.pool.eq(parts.global("x"), parts.number(6)));
  const PlaceId worker = parts.child();
  std::size_t combinations = 0;
  PlaceId at = worker;
  for (unsigned i = 0; i < 5 && combinations == 0; ++i)
    for (const Segment &segment : parts.segments.of(at)) {
      if (!segment.updates.contains(parts.global("x")->index)) {
        at = segment.target;
        continue;
      }
      combinations = parts.abstraction.successors(at, segment, 0, 0)->size();
    }
  EXPECT_EQ(combinations, 3U) << "5, 6, and neither";
}

TEST(ParametricAbstraction, APassiveThreadMovesWhereAWriteAffectsItsMixedPredicate) {
  Parts parts("int x; void *worker(void *a) { int l = x; x = 1; check(l == 0 || x == l); return 0; }" + starts);
  // The thread after its read of x, and the register that holds the value.
  const PlaceId worker = parts.child();
  const Segment &read = parts.segments.of(worker)[0];
  ASSERT_TRUE(read.continues);
  ASSERT_EQ(read.updates.size(), 1U);
  const VariableId copy = read.updates.begin()->first;
  const Expr isEqual = parts.pool.eq(parts.global("x"), parts.pool.reg(copy, 32));
  parts.predicates.add(parts.segments.cfaOf(worker), isEqual);
  const Expr isOne = parts.pool.eq(parts.global("x"), parts.number(1));
  parts.predicates.add(0, isOne);
  EXPECT_EQ(parts.predicates.counts().mixed, 1U);
  const PlaceId reader = read.target;
  const Segment &write = parts.segments.of(reader)[0];
  ASSERT_TRUE(parts.abstraction.mayAffect(write, reader));

  // x is not 1 before the write: a thread whose copy equals x gets another value.
  const auto after = parts.abstraction.successors(reader, write, 0, 1);
  ASSERT_TRUE(after);
  ASSERT_FALSE(after->empty());
  const auto changed = parts.abstraction.passive(reader, write, 0, 1, (*after)[0], reader, 1);
  ASSERT_TRUE(changed);
  EXPECT_EQ(*changed, (std::vector<Bits>{0}));
  // A thread whose copy differs from x may have 1 as its copy, or something else.
  const auto open = parts.abstraction.passive(reader, write, 0, 1, (*after)[0], reader, 0);
  ASSERT_TRUE(open);
  EXPECT_EQ(*open, (std::vector<Bits>{0, 1}));
}

TEST(ParametricAbstraction, HandlesOfTwoThreadsDiffer) {
  // It locks again, so that its handle is live.
  Parts parts("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; void *worker(void *a) { while (1) { "
              "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); } return 0; }" +
              starts);
  ASSERT_EQ(parts.templates.handleCells().size(), 1U) << "the owner of the mutex";
  const Templates::HandleCell owner = parts.templates.handleCells()[0];
  const Expr cell = parts.variables.ofCell(owner.object, owner.offset, owner.bytes);
  const PlaceId worker = parts.child();
  const program::CfaId cfa = parts.segments.cfaOf(worker);
  const Expr self = parts.variables.ofRegister(0, cfa, parts.program.cfas[cfa].self, 32);
  parts.predicates.add(0, parts.pool.eq(cell, parts.number(0)));
  parts.predicates.add(cfa, parts.pool.eq(cell, self));
  const Segment *lock = nullptr;
  for (const Segment &segment : parts.segments.of(worker))
    if (segment.updates.contains(cell->index))
      lock = &segment;
  ASSERT_NE(lock, nullptr);
  const auto after = parts.abstraction.successors(worker, *lock, 1, 0);
  ASSERT_TRUE(after);
  ASSERT_EQ(after->size(), 1U);
  EXPECT_EQ((*after)[0].shared, 0U) << "not free";
  EXPECT_EQ((*after)[0].local, 1U) << "held by this thread";
  EXPECT_EQ(*parts.abstraction.passive(worker, *lock, 1, 0, (*after)[0], worker, 0), (std::vector<Bits>{0}))
      << "not held by another one";
}

} // namespace heddle::testing
