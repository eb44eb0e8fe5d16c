// Where main runs alone, in compiled programs.
#include "analysis/parallel.hpp"
#include "configurations.hpp"

namespace heddle::testing {

namespace {

/// Whether no other thread is alive when main performs its check.
bool isAloneAtCheck(const std::string &main) {
  const Program program =
      compile("int x; void *thread(void *arg) { x = 1; return 0; } int main(void) { " + main + " check(x == 1); }");
  const analysis::Parallelism parallelism(program);
  std::optional<bool> result;
  for (program::ActionId id = 0; id < program.cfas[0].actions.size(); ++id)
    for (const program::Instruction &instruction : program.cfas[0].actions[id].instructions)
      if (std::holds_alternative<program::Check>(instruction.operation))
        result = result.value_or(true) && parallelism.isAloneAt({0, id, 0});
  EXPECT_TRUE(result) << "no check in main";
  return result.value_or(false);
}

} // namespace

TEST(CegarFutures, MainIsAloneAfterAllItsJoins) {
  EXPECT_TRUE(isAloneAtCheck("pthread_t t; pthread_create(&t, 0, thread, 0); pthread_join(t, 0);"));
  EXPECT_TRUE(isAloneAtCheck("pthread_t t, u; pthread_create(&t, 0, thread, 0); pthread_create(&u, 0, thread, 0);"
                             "pthread_join(u, 0); pthread_join(t, 0);"));
}

TEST(CegarFutures, MainIsNotAloneAfterOneJoinOfTwo) {
  EXPECT_FALSE(isAloneAtCheck("pthread_t t, u; pthread_create(&t, 0, thread, 0); pthread_create(&u, 0, thread, 0);"
                              "pthread_join(u, 0);"));
}

TEST(CegarFutures, AJoinOfAHandleThatMayBeMainsOwnDoesNotCount) {
  EXPECT_FALSE(
      isAloneAtCheck("pthread_t t; pthread_create(&t, 0, thread, 0); t = pthread_self(); pthread_join(t, 0);"));
  EXPECT_FALSE(isAloneAtCheck("pthread_t t, u; if (__VERIFIER_nondet_bool()) pthread_create(&t, 0, thread, 0);"
                              "pthread_create(&u, 0, thread, 0); pthread_join(t, 0);"));
  EXPECT_FALSE(isAloneAtCheck("pthread_t t, *p = &t; pthread_create(&t, 0, thread, 0);"
                              "if (__VERIFIER_nondet_bool()) *p = pthread_self(); pthread_join(t, 0);"));
}

} // namespace heddle::testing
