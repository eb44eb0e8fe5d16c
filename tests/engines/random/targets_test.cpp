// Random executions that look where another engine could not exclude a violation. Each program has a bug that
// executions without a target do not find within the same budget.
#include "engines/random/targets.hpp"

#include "engines/ask.hpp"
#include "engines/random/random.hpp"

namespace heddle::testing {

namespace {

using engines::Suspect;
using engines::Suspects;
using engines::Suspicion;

/// The places on a line where a thread reads, writes, or does anything.
Suspect::Place placeAt(const Program &program, unsigned line, Suspect::Kind kind) {
  Suspect::Place place{};
  place.kind = kind;
  for (const program::Cfa &cfa : program.cfas)
    for (const program::Action &action : cfa.actions)
      for (const program::Instruction &instruction : action.instructions) {
        const program::SourceSpan span = program.sources.userSpan(instruction.span);
        const bool fits =
            kind == Suspect::Kind::Other ||
            (std::holds_alternative<program::Load>(instruction.operation)
                 ? kind == Suspect::Kind::Read
                 : std::holds_alternative<program::Store>(instruction.operation) && kind == Suspect::Kind::Write);
        if (span.line == line && fits)
          place.span.known() ? place.alike.push_back(span) : void(place.span = span);
      }
  EXPECT_TRUE(place.span.known()) << "line " << line;
  return place;
}

Outcome ask(const Program &program, const Suspects *suspects, std::uint64_t seed = 0) {
  support::Cancellation cancellation;
  return engines::random::run({.program = program, .cancellation = cancellation, .suspects = suspects},
                              {.runs = 60, .seed = seed, .targetEvery = 1});
}

/// Whether the bug is found with the suspect, and only so.
void expectOnlyWithTarget(const Program &program, Suspicion suspicion, std::vector<Suspect::Place> places) {
  const Suspects suspects{"modular", {{suspicion, "a suspect", std::move(places)}}};
  EXPECT_EQ(ask(program, nullptr).verdict(), Verdict::Unknown);
  const Outcome outcome = ask(program, &suspects);
  EXPECT_EQ(outcome.verdict(), Verdict::False);
  EXPECT_EQ(complaint(program, outcome), "");
}

const std::string twoThreads =
    "int main(void) { pthread_t t = start(f, 0), u = start(g, 0); join(t); join(u); return 0; }\n";

} // namespace

TEST(Targets, AThreadWaitsForTheBranchThatLeadsToTheAccess) {
  const Program program = compile("_Atomic int n; int x;\n"
                                  "void *f(void *a) { for (int i = 0; i < 300; i++) n++;\n"
                                  "x = 1;\n"
                                  "return 0; }\n"
                                  "void *g(void *a) { if (n == 57)\n"
                                  "x = 2;\n"
                                  "return 0; }\n" +
                                      twoThreads,
                                  {Property::NoDataRace});
  expectOnlyWithTarget(program, Suspicion::Race,
                       {placeAt(program, 3, Suspect::Kind::Write), placeAt(program, 6, Suspect::Kind::Write)});
}

TEST(Targets, AThreadIsHeldAtTheInnerLock) {
  const std::string lock = "pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER, m = PTHREAD_MUTEX_INITIALIZER;\n";
  const Program program =
      compile(lock +
                  "void *f(void *a) { for (int i = 0; i < 100; i++) { pthread_mutex_lock(&l);"
                  "pthread_mutex_unlock(&l); } pthread_mutex_lock(&l);\n"
                  "pthread_mutex_lock(&m);\n"
                  "pthread_mutex_unlock(&m); pthread_mutex_unlock(&l); return 0; }\n"
                  "void *g(void *a) { pthread_mutex_lock(&m);\n"
                  "pthread_mutex_lock(&l);\n"
                  "pthread_mutex_unlock(&l); pthread_mutex_unlock(&m); for (int i = 0; i < 100; i++) {"
                  "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); } return 0; }\n" +
                  twoThreads,
              {Property::NoDeadlock});
  const Suspects suspects{"modular",
                          {{Suspicion::Deadlock,
                            "a cycle",
                            {placeAt(program, 3, Suspect::Kind::Other), placeAt(program, 6, Suspect::Kind::Other)}}}};
  EXPECT_EQ(ask(program, &suspects).verdict(), Verdict::False);
}

TEST(Targets, AThreadThatUpdatesAFailingValueIsHeldBeforeItWrites) {
  const Program program = compile("_Atomic int n, c;\n"
                                  "void *f(void *a) { for (int i = 0; i < 20; i++) c++;\n"
                                  "n = n + 1; return 0; }\n"
                                  "void *g(void *a) { for (int i = 0; i < 200; i++) c++;\n"
                                  "n++; return 0; }\n"
                                  "int main(void) { pthread_t t = start(f, 0), u = start(g, 0); join(t); join(u);\n"
                                  "if (n != 2) reach_error();\n"
                                  "return 0; }\n");
  expectOnlyWithTarget(program, Suspicion::Violation, {placeAt(program, 7, Suspect::Kind::Other)});
}

TEST(Targets, ARightProgramHasNoVerdict) {
  const Program program = compile("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;\n"
                                  "void *f(void *a) { pthread_mutex_lock(&m);\n"
                                  "x = 1;\n"
                                  "pthread_mutex_unlock(&m); return 0; }\n"
                                  "void *g(void *a) { pthread_mutex_lock(&m);\n"
                                  "x = 2;\n"
                                  "pthread_mutex_unlock(&m); return 0; }\n" +
                                      twoThreads,
                                  {Property::NoDataRace, Property::NoDeadlock});
  for (const Suspicion suspicion : {Suspicion::Race, Suspicion::Deadlock, Suspicion::Violation}) {
    const Suspects suspects{
        "modular",
        {{suspicion, "", {placeAt(program, 3, Suspect::Kind::Write), placeAt(program, 6, Suspect::Kind::Write)}}}};
    EXPECT_EQ(ask(program, &suspects).verdict(), Verdict::Unknown);
  }
}

TEST(Targets, SuspectsWithoutAPlaceAreNoTargets) {
  const Suspects suspects{"modular", {{Suspicion::Unfollowed, "the analysis has not ended", {}}}};
  EXPECT_FALSE(engines::random::areLocated(suspects));
  EXPECT_EQ(engines::random::Targets(compile("int main(void) { return 0; }"), suspects).forExecution(0), nullptr);
}

TEST(Targets, TheMostSuspiciousGetsMostExecutions) {
  const Program program = compile("_Atomic int n;\n"
                                  "void *f(void *a) { n = 1; return 0; }\n"
                                  "void *g(void *a) { n = 2; return 0; }\n" +
                                  twoThreads);
  const auto suspectAt = [&](unsigned line) {
    return Suspect{Suspicion::Race, "", {placeAt(program, line, Suspect::Kind::Write)}};
  };
  const Suspects suspects{"modular", {suspectAt(2), suspectAt(3)}};
  engines::random::Targets targets(program, suspects);
  const auto *first = targets.forExecution(0);
  EXPECT_EQ(targets.forExecution(1), first);
  EXPECT_NE(targets.forExecution(2), first);
  EXPECT_EQ(targets.forExecution(3), first);
}

} // namespace heddle::testing
