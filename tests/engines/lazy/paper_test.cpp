// The examples and the table of "Verifying Multi-threaded Software with Impact" (Wachter, Kroening, Ouaknine).
#include "engines/lazy/ask_lazy.hpp"

#include <array>

namespace heddle::testing {

namespace {

struct Row {
  const char *program;
  Verdict verdict;
};

/// The rows of Table II.
constexpr std::array rows{
    Row{"dekker", Verdict::True},         Row{"lamport", Verdict::True},       Row{"peterson", Verdict::True},
    Row{"szymanski", Verdict::True},      Row{"read_write_u", Verdict::False}, Row{"read_write_s", Verdict::True},
    Row{"time_var_mutex", Verdict::True}, Row{"stack_u", Verdict::False},      Row{"stack_s", Verdict::True}};

Options configured(Options::Reduction reduction, bool forceCover) {
  Options options;
  options.reduction = reduction;
  options.forceCover = forceCover;
  return options;
}

/// The columns of Table II other than dPOR+FC, which is the default.
const std::array<Options, 3> weakerConfigurations{configured(Options::Reduction::Local, false),
                                                  configured(Options::Reduction::Local, true),
                                                  configured(Options::Reduction::Monotonic, false)};

/// Several times as many as the default configuration needs for any of the nine programs.
constexpr unsigned long manyNodes = 8'000;

class TableTwo : public ::testing::TestWithParam<Row> {};

INSTANTIATE_TEST_SUITE_P(LazyPaper, TableTwo, ::testing::ValuesIn(rows),
                         [](const auto &instance) { return std::string(instance.param.program); });

void expectVerdict(const Program &program, const Options &options, Verdict verdict, const std::string &name) {
  const Outcome outcome = askLazy(program, options);
  EXPECT_EQ(outcome.verdict(), verdict) << name << ": " << reasonOf(outcome);
  EXPECT_EQ(complaint(program, outcome), "") << name;
}

} // namespace

TEST(LazyPaper, FindsViolationsThatNeedCoverExpansion) {
  for (const char *name : {"cover_expansion", "cover_expansion_other_branch", "cover_expansion_other_order"})
    expectVerdict(loadLazyProgram(name), {}, Verdict::False, name);
}

TEST(LazyPaper, MissesViolationsWithoutCoverExpansion) {
  // In every search order the node after `y = 1` is created first, and covers the one after `x = 1`.
  const Program program = loadLazyProgram("cover_expansion_other_branch");
  for (const Options::Search order : {Options::Search::Depth, Options::Search::Breadth, Options::Search::Switches}) {
    Options options;
    options.search = order;
    EXPECT_EQ(askLazy(program, options).verdict(), Verdict::False);
    EXPECT_EQ(askLazy(program, options, {}, {.noCoverExpansion = true}).verdict(), Verdict::True)
        << "the weakened engine must be unsound here";
  }
}

TEST(LazyPaper, ProvesThatTheIndicesOfFigureOneDiffer) {
  const Outcome outcome = askLazy(loadLazyProgram("figure1_safe"));
  EXPECT_EQ(outcome.verdict(), Verdict::True) << reasonOf(outcome);
  EXPECT_GE(number(outcome, "independences.proved"), 1U);
}

TEST(LazyPaper, ReductionSavesNodesForFigureOne) {
  const Program program = loadLazyProgram("figure1_safe");
  const Outcome reduced = askLazy(program);
  const Outcome local = askLazy(program, configured(Options::Reduction::Local, true));
  EXPECT_EQ(local.verdict(), Verdict::True) << reasonOf(local);
  EXPECT_LT(number(reduced, "nodes"), number(local, "nodes"));
}

TEST(LazyPaper, FindsTheViolationOfFigureOneAsPrinted) {
  expectVerdict(loadLazyProgram("figure1"), {}, Verdict::False, "figure1");
}

TEST_P(TableTwo, IsRightByDefault) {
  expectVerdict(loadLazyProgram(GetParam().program), {}, GetParam().verdict, "default");
}

TEST_P(TableTwo, IsRightOrUnknownInWeakerConfigurations) {
  const Program program = loadLazyProgram(GetParam().program);
  for (std::size_t i = 0; i < weakerConfigurations.size(); ++i) {
    const Outcome outcome =
        askLazy(program, weakerConfigurations[i], [](unsigned long nodes) { return nodes > manyNodes; });
    EXPECT_EQ(complaint(program, outcome), "") << "configuration " << i;
    if (outcome.verdict() != Verdict::Unknown) {
      EXPECT_EQ(outcome.verdict(), GetParam().verdict) << "configuration " << i;
    }
  }
}

TEST_P(TableTwo, IsRightWithPathFacts) {
  Options options;
  options.interpolants = Options::Interpolants::Facts;
  expectVerdict(loadLazyProgram(GetParam().program), options, GetParam().verdict, "facts");
}

TEST_P(TableTwo, IsRightInAllOrders) {
  const Program program = loadLazyProgram(GetParam().program);
  Options options;
  options.search = Options::Search::Breadth;
  expectVerdict(program, options, GetParam().verdict, "breadth first");
  options.search = Options::Search::Switches;
  expectVerdict(program, options, GetParam().verdict, "by thread switches");
}

TEST_P(TableTwo, IsRightWithZ3) {
  Options options;
  options.tree.solver = smt::Backend::Z3;
  expectVerdict(loadLazyProgram(GetParam().program), options, GetParam().verdict, "z3");
}

TEST(LazyPaper, NeedsTheFewestNodesWithReductionAndForceCover) {
  unsigned fewest = 0;
  for (const Row &row : rows) {
    const Program program = loadLazyProgram(row.program);
    const unsigned long nodes = number(askLazy(program), "nodes");
    fewest += std::all_of(weakerConfigurations.begin(), weakerConfigurations.end(), [&](const Options &weaker) {
      const Outcome other = askLazy(program, weaker, [nodes](unsigned long already) { return already > nodes; });
      return number(other, "nodes") > nodes;
    });
  }
  EXPECT_GE(fewest, 7U) << "of the nine programs of Table II";
}

TEST(LazyPaper, ProvesProgramsWithLoopsWithoutForceCover) {
  // CLOSE is repeated for nodes that refinement has strengthened; otherwise the loops are unwound without end.
  const Outcome outcome =
      askLazy(loadLazyProgram("peterson"), weakerConfigurations[2], [](unsigned long nodes) { return nodes > 5'000; });
  EXPECT_EQ(outcome.verdict(), Verdict::True) << reasonOf(outcome);
}

} // namespace heddle::testing
