// What the lowering promises to engines, shown on small C programs.
#include "frontend/frontend.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace heddle::frontend {
namespace {

using namespace program;

/// A C file that exists as long as the test that wrote it.
class SourceFile {
public:
  explicit SourceFile(const std::string &text) {
    const auto *test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::path(testing::TempDir()) / (std::string("heddle_lowering_") + test->name() + ".c");
    std::ofstream(path_) << text;
  }
  ~SourceFile() { std::filesystem::remove(path_); }
  SourceFile(const SourceFile &) = delete;
  SourceFile &operator=(const SourceFile &) = delete;

  std::string path() const { return path_.string(); }

private:
  std::filesystem::path path_;
};

Program lower(const std::string &text, Options options = {}) {
  const SourceFile file(text);
  options.files = {file.path()};
  auto program = load(options);
  if (!program) {
    ADD_FAILURE() << program.error().message;
    return {};
  }
  EXPECT_EQ(validate(*program), std::nullopt);
  return std::move(*program);
}

template <typename T> std::vector<const T *> operationsIn(const Cfa &cfa) {
  std::vector<const T *> found;
  for (const Action &action : cfa.actions)
    for (const Instruction &instruction : action.instructions)
      if (const auto *operation = std::get_if<T>(&instruction.operation))
        found.push_back(operation);
  return found;
}

template <typename T> std::vector<const T *> operations(const Program &program) {
  std::vector<const T *> found;
  for (const Cfa &cfa : program.cfas)
    for (const T *operation : operationsIn<T>(cfa))
      found.push_back(operation);
  return found;
}

const StaticObject *objectNamed(const Program &program, const std::string &name) {
  const auto found = std::find_if(program.objects.begin(), program.objects.end(),
                                  [&](const StaticObject &object) { return object.name == name; });
  return found == program.objects.end() ? nullptr : &*found;
}

TEST(Lowering, IncrementOfASharedVariableIsOneLoadAndOneStore) {
  const Program program = lower("int x; int main(void) { x++; return 0; }");
  EXPECT_EQ(operations<Load>(program).size(), 1U);
  EXPECT_EQ(operations<Store>(program).size(), 1U);
}

TEST(Lowering, LocalsWhoseAddressIsNotTakenNeverTouchMemory) {
  const Program program = lower("int main(void) { int s = 0; for (int i = 0; i < 3; i++) s += i; return s; }");
  EXPECT_TRUE(operations<Load>(program).empty());
  EXPECT_TRUE(operations<Store>(program).empty());
  EXPECT_TRUE(operations<Allocate>(program).empty());
}

TEST(Lowering, LocalsWhoseAddressIsTakenAreObjectsOfTheirScope) {
  const Program program = lower("void f(int *p) { *p = 1; } int main(void) { { int x; f(&x); } return 0; }");
  ASSERT_EQ(operations<Allocate>(program).size(), 1U);
  EXPECT_EQ(operations<Allocate>(program).front()->storage, Storage::Stack);
  EXPECT_EQ(operations<Free>(program).size(), 1U);
  EXPECT_EQ(program.sites.front().name, "x");
}

TEST(Lowering, OnlyVariablesThatMayBeReadUninitialisedGetAnArbitraryValue) {
  const Program program = lower("int main(void) { int x, y; y = 1; if (y) y = x; return y; }");
  const auto inputs = operations<Havoc>(program);
  ASSERT_EQ(inputs.size(), 1U);
  EXPECT_EQ(inputs.front()->kind, InputKind::Uninitialised);
  EXPECT_EQ(inputs.front()->name, "x");
}

TEST(Lowering, GlobalsAreInitialisedAndInitialisersMayHoldAddresses) {
  const Program program = lower("int a[2] = {1, 258}; int *p = &a[1]; int main(void) { return *p; }");
  const StaticObject *array = objectNamed(program, "a");
  const StaticObject *pointer = objectNamed(program, "p");
  ASSERT_TRUE(array && pointer);
  EXPECT_EQ(*array->initial, (std::vector<std::uint8_t>{1, 0, 0, 0, 2, 1, 0, 0}));
  Bits value = 0;
  for (unsigned i = 0; i < 8; ++i)
    value |= Bits{(*pointer->initial)[i]} << (8 * i);
  EXPECT_EQ(&program.objects[program.pointers.object(value)], array);
  EXPECT_EQ(program.pointers.offset(value), 4U);
}

TEST(Lowering, AnUndefinedExternHasUnknownContent) {
  const Program program = lower("extern int x; int main(void) { return x; }");
  ASSERT_NE(objectNamed(program, "x"), nullptr);
  EXPECT_EQ(objectNamed(program, "x")->initial, std::nullopt);
}

TEST(Lowering, AStructCopyIsOneLoadAndOneStorePerFieldAndPieceOfPadding) {
  const Program program = lower("struct s { int a; char b; void *c; } *p, *q; int main(void) { *p = *q; return 0; }");
  std::vector<unsigned> widths;
  for (const Load *load : operations<Load>(program))
    if (load->access.copy)
      widths.push_back(load->width);
  EXPECT_EQ(widths, (std::vector<unsigned>{32, 8, 8, 16, 64})); // three bytes of padding after `b`
}

TEST(Lowering, AnAtomicReadModifyWriteCannotBeInterrupted) {
  const Program program = lower("#include <stdatomic.h>\natomic_int x; int main(void) { x += 2; return 0; }");
  const Cfa &main = program.cfas.front();
  for (const Action &action : main.actions)
    for (const Instruction &instruction : action.instructions)
      if (const auto *load = std::get_if<Load>(&instruction.operation)) {
        EXPECT_TRUE(main.locations[action.to].atomic);
        EXPECT_EQ(load->access.order, MemoryOrder::SequentiallyConsistent);
      }
  EXPECT_EQ(operations<Store>(program).size(), 1U);
}

TEST(Lowering, MemoryOrdersAreKept) {
  const Program program = lower("#include <stdatomic.h>\natomic_int x, y; int main(void) {"
                                " atomic_store_explicit(&x, 1, memory_order_release);"
                                " atomic_thread_fence(memory_order_acquire);"
                                " return atomic_load_explicit(&y, memory_order_relaxed); }");
  EXPECT_EQ(operations<Store>(program).front()->access.order, MemoryOrder::Release);
  EXPECT_EQ(operations<Load>(program).front()->access.order, MemoryOrder::Relaxed);
  EXPECT_EQ(operations<Fence>(program).front()->order, MemoryOrder::Acquire);
}

TEST(Lowering, CompareExchangeHasItsOwnOrderForFailure) {
  const Program program = lower("#include <stdatomic.h>\natomic_int x; int main(void) { int e = 0;"
                                " return atomic_compare_exchange_strong_explicit(&x, &e, 1, memory_order_acq_rel,"
                                " memory_order_relaxed); }");
  std::vector<MemoryOrder> orders;
  for (const Load *load : operations<Load>(program))
    if (isAtomic(load->access.order))
      orders.push_back(load->access.order);
  EXPECT_EQ(orders, (std::vector<MemoryOrder>{MemoryOrder::AcquireRelease, MemoryOrder::Relaxed}));
}

const char *const initialisesAMutex = R"(
    typedef union { char size[40]; long align; } pthread_mutex_t;
    int pthread_mutex_init(pthread_mutex_t *, const void *);
    void __VERIFIER_atomic_begin(void);
    void __VERIFIER_atomic_end(void);
    pthread_mutex_t m;
    int main(void) {
      BEGIN;
      pthread_mutex_init(&m, 0);
      END;
    })";

bool storesPlainly(const std::string &begin, const std::string &end) {
  const Program program = lower("#define BEGIN " + begin + "\n#define END " + end + "\n" + initialisesAMutex);
  const auto stores = operations<Store>(program);
  EXPECT_FALSE(stores.empty());
  return std::ranges::all_of(stores, [](const Store *store) { return store->access.order == MemoryOrder::Plain; });
}

TEST(Lowering, InitialisingASynchronisationObjectIsAPlainWrite) { EXPECT_TRUE(storesPlainly("", "")); }

TEST(Lowering, NothingIsPlainInAnAtomicBlockOfTheProgram) {
  EXPECT_FALSE(storesPlainly("__VERIFIER_atomic_begin()", "__VERIFIER_atomic_end()"));
}

std::size_t accessesOf(const std::string &statement) {
  const Program program = lower("int printf(const char *, ...); char text[4];\nint main(void) { " + statement + "; }");
  return operations<Load>(program).size() + operations<Store>(program).size();
}

TEST(Lowering, PrintingReadsStringsAndNothingElse) {
  EXPECT_EQ(accessesOf(R"(printf("%d %p %c\n", 1, text, 2))"), 0U);
  EXPECT_EQ(accessesOf(R"(printf("%s\n", "literal"))"), 0U);
  EXPECT_NE(accessesOf(R"(printf("%s\n", text))"), 0U);
}

TEST(Lowering, AFormatWithTooFewArgumentsIsUndefined) {
  const Program program = lower("int printf(const char *, ...);\nint main(void) { printf(\"%d %d\", 1); }");
  EXPECT_TRUE(std::ranges::any_of(operations<Check>(program), [](const Check *check) {
    return check->property == Property::DefinedBehaviour && check->condition->isFalse();
  }));
}

TEST(Lowering, VerifierAtomicFunctionsAreAtomicBlocks) {
  const Program program = lower("int x, y; void __VERIFIER_atomic_both(void) { x = 1; y = 1; }"
                                " int main(void) { __VERIFIER_atomic_both(); return 0; }");
  const Cfa &main = program.cfas.front();
  EXPECT_EQ(operations<AtomicBegin>(program).size(), 1U);
  for (const Action &action : main.actions)
    for (const Instruction &instruction : action.instructions)
      if (std::holds_alternative<Store>(instruction.operation)) {
        EXPECT_TRUE(main.locations[action.from].atomic);
        EXPECT_EQ(std::get<Store>(instruction.operation).access.order, MemoryOrder::SequentiallyConsistent);
      }
}

TEST(Lowering, AnAtomicBlockMayBeginInOneBranchOnly) {
  const Program program =
      lower("int x, y; extern _Bool __VERIFIER_nondet_bool(void);"
            " extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);"
            " int main(void) { _Bool b = __VERIFIER_nondet_bool();"
            " if (b) __VERIFIER_atomic_begin(); x = 1; y = x; if (b) __VERIFIER_atomic_end(); return 0; }");
  const Cfa &main = program.cfas.front();
  bool inside = false;
  bool outside = false;
  for (const Action &action : main.actions)
    for (const Instruction &instruction : action.instructions)
      if (std::holds_alternative<Store>(instruction.operation))
        (main.locations[action.from].atomic ? inside : outside) = true;
  EXPECT_TRUE(inside && outside);
}

TEST(Lowering, ThreadFunctionsTravelThroughCalls) {
  const Program program = lower("#include <pthread.h>\nvoid *f(void *a) { return a; } void *g(void *a) { return a; }"
                                " static void start(pthread_t *t, void *(*h)(void *)) { pthread_create(t, 0, h, 0); }"
                                " int main(void) { pthread_t s, t; start(&s, f); start(&t, g); return 0; }");
  const auto spawns = operations<Spawn>(program);
  ASSERT_EQ(spawns.size(), 2U);
  EXPECT_EQ(program.cfas[spawns[0]->cfa].name, "f");
  EXPECT_EQ(program.cfas[spawns[1]->cfa].name, "g");
}

TEST(Lowering, ThreadFunctionsInATableAreAGuardedChoice) {
  const Program program =
      lower("#include <pthread.h>\nvoid *f(void *a) { return a; } void *g(void *a) { return a; }"
            " void *(*table[])(void *) = {f, g}; extern _Bool __VERIFIER_nondet_bool(void);"
            " int main(void) { pthread_t t; pthread_create(&t, 0, table[__VERIFIER_nondet_bool()], 0);"
            " return 0; }");
  EXPECT_EQ(operations<Spawn>(program).size(), 2U);
}

TEST(Lowering, CallsThroughPointersChooseAmongTheFunctionsThatFlowThere) {
  const Program program =
      lower("int x; static int one(void) { x = 1; return 1; } static int two(void) { x = 2; return 2; }"
            " static int three(void) { x = 3; return 3; } int (*volatile other)(void) = three;"
            " int (*f)(void) = one;"
            " int main(void) { f = two; return f(); }");
  EXPECT_EQ(operations<Store>(program).size(), 3U) << "f = two, x = 1, x = 2";
}

TEST(Lowering, RecursionBeyondTheBoundHalts) {
  Options options;
  options.recursionDepth = 3;
  const Program program =
      lower("int f(int n) { return n ? f(n - 1) : 0; } int main(int c, char **v) { return f(c); }", options);
  const auto halts = operations<Halt>(program);
  ASSERT_EQ(halts.size(), 1U);
  EXPECT_EQ(halts.front()->reason, HaltReason::RecursionBound);
  EXPECT_EQ(halts.front()->message, "recursion of f deeper than 3 (--recursion-depth)");
}

TEST(Lowering, InliningBeyondTheBudgetHalts) {
  Options options;
  options.maxActions = 50;
  const Program program = lower("int x; void f(void) { x++; x++; } void g(void) { f(); f(); f(); f(); }"
                                " int main(void) { g(); g(); g(); g(); g(); g(); return 0; }",
                                options);
  ASSERT_FALSE(operations<Halt>(program).empty());
  EXPECT_EQ(operations<Halt>(program).front()->reason, HaltReason::Resource);
}

TEST(Lowering, TheProgramsOwnSizeIsNotLimited) {
  Options options;
  options.maxActions = 10;
  std::string body;
  for (int i = 0; i < 20; ++i)
    body += " pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);";
  const Program program =
      lower("#include <pthread.h>\nint x; pthread_mutex_t m; int main(void) {" + body + " return 0; }", options);
  EXPECT_TRUE(program.warnings.empty()) << "models and the only copy of main do not count";
  for (const Halt *halt : operations<Halt>(program))
    EXPECT_NE(halt->reason, HaltReason::Resource);
}

TEST(Lowering, WarnsOfTheCallsThatMultiply) {
  Options options;
  options.maxActions = 100;
  const Program program = lower("int x; void f(void) { x++; x++; } void g(void) { f(); f(); f(); f(); }"
                                " int main(void) { x = 1; g(); g(); g(); g(); g(); g(); g(); g(); return 0; }",
                                options);
  ASSERT_EQ(program.warnings.size(), 1U);
  EXPECT_NE(program.warnings.front().message.find("main → g → f: "), std::string::npos)
      << program.warnings.front().message;
}

TEST(Lowering, RecursionThatMultipliesIsFollowedLessDeeply) {
  Options options;
  options.maxActions = 2000;
  const Program program = lower("int x; void f(int n) { x++; if (n > 1) f(n - 1); if (n > 2) f(n - 2); }"
                                " int main(int c, char **v) { f(c); return 0; }",
                                options);
  for (const Halt *halt : operations<Halt>(program))
    EXPECT_EQ(halt->reason, HaltReason::RecursionBound);
  ASSERT_EQ(program.warnings.size(), 1U);
  EXPECT_NE(program.warnings.front().message.find("followed to a depth of 1 only"), std::string::npos)
      << program.warnings.front().message;
}

TEST(Lowering, UnknownAssemblyHaltsAtItsLine) {
  const Program program = lower("int main(void) {\n __asm__ volatile(\"cpuid\");\n return 0; }");
  for (const Action &action : program.cfas.front().actions)
    for (const Instruction &instruction : action.instructions)
      if (const auto *halt = std::get_if<Halt>(&instruction.operation)) {
        EXPECT_EQ(halt->message, "inline assembly");
        EXPECT_EQ(instruction.span.line, 2U);
      }
  EXPECT_EQ(operations<Halt>(program).size(), 1U);
}

TEST(Lowering, CompilerBarriersAreNothingAndFencesAreFences) {
  const Program program = lower("int main(void) { int x = 3; __asm__ volatile(\"\" ::: \"memory\");"
                                " __asm__(\"\" : \"+r\"(x)); __asm__ volatile(\"mfence\" ::: \"memory\");"
                                " __asm__ volatile(\"lock; addl $0,0(%%rsp)\" ::: \"memory\"); return x; }");
  EXPECT_TRUE(operations<Halt>(program).empty());
  EXPECT_TRUE(operations<Havoc>(program).empty()) << "+r ties the output to the input";
  EXPECT_EQ(operations<Fence>(program).size(), 2U);
}

TEST(Lowering, ThreadLocalsAreMadeAtTheThreadsStartAndEndWithIt) {
  const Program program = lower("#include <pthread.h>\n_Thread_local int x = 5; void *f(void *a) { x++; return a; }"
                                " int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return 0; }");
  ASSERT_EQ(program.cfas.size(), 2U);
  EXPECT_TRUE(std::none_of(program.cfas[0].actions.begin(), program.cfas[0].actions.end(), [](const Action &action) {
    return !action.instructions.empty() && std::holds_alternative<Allocate>(action.instructions[0].operation) &&
           std::get<Allocate>(action.instructions[0].operation).storage == Storage::ThreadLocal;
  })) << "main does not use it";
  const auto made = operationsIn<Allocate>(program.cfas[1]);
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made.front()->storage, Storage::ThreadLocal);
  EXPECT_EQ(operationsIn<Free>(program.cfas[1]).size(), 1U);
}

/// All checks but the goals of Property::Vacuity.
std::vector<const Check *> violations(const Program &program) {
  std::vector<const Check *> checks = operations<Check>(program);
  std::erase_if(checks, [](const Check *check) { return check->property == Property::Vacuity; });
  return checks;
}

TEST(Lowering, ACallOfAnUnknownFunctionIsNamedAndViolatesKnownFunctions) {
  const Program program = lower("int f(int); int g(int *); int x; int main(void) { return f(1) + g(&x); }");
  ASSERT_EQ(program.warnings.size(), 2U);
  EXPECT_NE(program.warnings[0].message.find("f has no body"), std::string::npos);
  const auto checks = violations(program);
  ASSERT_EQ(checks.size(), 2U);
  EXPECT_EQ(checks[0]->property, Property::KnownFunctions);
  EXPECT_EQ(checks[0]->after, AfterFailure::Continue);
  EXPECT_TRUE(program.assumptions.empty());
}

TEST(Lowering, AnAssumptionAboutAFunctionIsAnAssumptionOfTheProgram) {
  Options options;
  options.externs = {{"f", ExternModel::Fresh}};
  const Program program =
      lower("struct s { int a[10]; }; struct s *f(void); int main(void) { return f()->a[9]; }", options);
  EXPECT_TRUE(program.warnings.empty());
  EXPECT_TRUE(violations(program).empty());
  EXPECT_EQ(program.assumptions, std::vector<std::string>{"extern:f=fresh"});
  const auto made = operations<Allocate>(program);
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made[0]->size->value, 40U) << "the size of the pointee, from the declaration";
}

TEST(Lowering, WeakAtomicsOfTheProgramAreAnAssumptionButNotThoseOfTheModels) {
  const std::string header = "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x; pthread_mutex_t m;";
  EXPECT_TRUE(lower(header + "int main(void) { pthread_mutex_lock(&m); x++; return 0; }").assumptions.empty());
  EXPECT_EQ(lower(header + "int main(void) { return atomic_load_explicit(&x, memory_order_acquire); }").assumptions,
            std::vector<std::string>{"sequential consistency"});
}

TEST(Lowering, MarksAssertionsAndTheEndsOfThreadsAsGoals) {
  const Program program = lower("#include <assert.h>\n#include <pthread.h>\nint x; void *f(void *a) { return a; }"
                                "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(x == 0);"
                                " return 0; }");
  std::vector<std::string> goals;
  for (const Check *check : operations<Check>(program))
    if (check->property == Property::Vacuity)
      goals.push_back(check->message.substr(0, check->message.find(" at ")));
  std::ranges::sort(goals);
  EXPECT_EQ(goals, (std::vector<std::string>{"the assertion", "the end of f", "the end of main"}));
}

TEST(Lowering, APropertyOfAFunctionCountsThatFunctionOnly) {
  Options options;
  options.errorFunctions = {"bad"};
  const Program program =
      lower("#include <assert.h>\nint x; void bad(void) { x = 1; } int main(void) { assert(x == 0); bad(); return x; }",
            options);
  const auto checks = violations(program);
  ASSERT_EQ(checks.size(), 1U);
  EXPECT_EQ(checks.front()->message, "bad() is called");
  EXPECT_EQ(operations<Store>(program).size(), 1U) << "its body is followed as well";
}

TEST(Lowering, OverflowIsCheckedOnlyWhenAsked) {
  const std::string text = "int f(int a, int b) { return a + b; } int main(int c, char **v) { return f(c, c); }";
  EXPECT_TRUE(violations(lower(text)).empty());
  Options options;
  options.properties = {Property::NoOverflow};
  const Program checked = lower(text, options);
  ASSERT_FALSE(violations(checked).empty());
  EXPECT_EQ(violations(checked).front()->property, Property::NoOverflow);
}

TEST(Lowering, PointersOfILP32Have32Bits) {
  Options options;
  options.dataModel = DataModel::ILP32;
  const Program program = lower("int big[1 << 20]; int *p = big; int main(void) { return p[5]; }", options);
  EXPECT_EQ(program.pointers.width, 32U);
  EXPECT_GE(program.pointers.maxObjectSize(), std::uint64_t{4} << 20);
}

TEST(Lowering, AProgramWithoutMainIsAnError) {
  const SourceFile file("int f(void) { return 0; }");
  Options options;
  options.files = {file.path()};
  const auto program = load(options);
  ASSERT_FALSE(program);
  EXPECT_NE(program.error().message.find("has no main function"), std::string::npos);
}

} // namespace
} // namespace heddle::frontend
