#include "frontend/callees.hpp"

#include "frontend/compile.hpp"

#include "temporary_files.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace heddle::frontend {
namespace {

using Names = std::vector<std::string>;

class CalleesOf : public testing::Test {
protected:
  /// What the only indirect call in `function` may call.
  Names calledIn(const char *function, std::string_view text, const char *entry = "") {
    compileText(text);
    entry_ = entry;
    for (const llvm::Instruction &instruction : llvm::instructions(*compiled_.module->getFunction(function))) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call && call->isIndirectCall())
        return namesOf(*call->getCalledOperand());
    }
    return {"no indirect call"};
  }
  /// What the threads that the program starts may execute.
  Names startedBy(std::string_view text) {
    compileText(text);
    for (const llvm::Function &function : *compiled_.module)
      for (const llvm::Instruction &instruction : llvm::instructions(function))
        if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
          if (call->getCalledFunction() && call->getCalledFunction()->getName() == "__heddle_spawn")
            return namesOf(*call->getArgOperand(0));
    return {"no thread"};
  }

private:
  void compileText(std::string_view text) {
    Options options;
    options.files = {files_.write("test.c", text)};
    auto compiled = compile(options);
    if (!compiled)
      throw std::runtime_error(compiled.error().message);
    compiled_ = std::move(*compiled);
  }
  Names namesOf(const llvm::Value &pointer) {
    Names names;
    const Callees callees(*compiled_.module, entry_);
    for (const llvm::Function *function : callees.of(pointer))
      names.push_back(function->getName().str());
    return names;
  }

  TemporaryFiles files_;
  CompiledModule compiled_;
  std::string entry_; // empty: all code counts
};

/// f and g are there to be called; h is merely another function whose address is taken.
const std::string functions = R"(
  int f(int a) { return a; }
  int g(int a) { return a + 1; }
  int h(int a) { return 0; }
  int (*unused)(int) = h;
)";

TEST_F(CalleesOf, ALocalVariableAreTheFunctionsAssignedToIt) {
  EXPECT_EQ(calledIn("main", functions + R"(
    int main(int c, char **v) {
      int (*p)(int) = f;
      if (c) p = g;
      return p(1);
    })"),
            (Names{"f", "g"}));
}

TEST_F(CalleesOf, ATableInAGlobalAreItsElements) {
  EXPECT_EQ(calledIn("main", functions + R"(
    struct { int n; int (*p)(int); } t[] = {{1, g}, {2, f}};
    int main(int c, char **v) { return t[c].p(1); })"),
            (Names{"f", "g"}));
}

TEST_F(CalleesOf, AParameterAreTheArguments) {
  EXPECT_EQ(calledIn("apply", functions + R"(
    int apply(int (*p)(int)) { return p(1); }
    int main(void) { return apply(f) + apply(g); })"),
            (Names{"f", "g"}));
}

TEST_F(CalleesOf, AResultAreTheReturnedFunctions) {
  EXPECT_EQ(calledIn("main", functions + R"(
    int (*choose(int c))(int) { return c ? f : g; }
    int main(int c, char **v) { return choose(c)(1); })"),
            (Names{"f", "g"}));
}

TEST_F(CalleesOf, ACallThroughAPointerPassesItsArguments) {
  EXPECT_EQ(calledIn("apply", functions + R"(
    int apply(int (*p)(int)) { return p(1); }
    int (*through)(int (*)(int)) = apply;
    int main(void) { return through(g); })"),
            (Names{"g"}));
}

TEST_F(CalleesOf, HeapObjectsAreToldApartByTheirAllocation) {
  EXPECT_EQ(calledIn("main", "#include <stdlib.h>\n" + functions + R"(
    struct s { int (*p)(int); };
    int main(void) {
      struct s *a = malloc(sizeof *a), *b = malloc(sizeof *b);
      a->p = f;
      b->p = g;
      return a->p(1);
    })"),
            (Names{"f"}));
}

TEST_F(CalleesOf, AssignedStructsCarryPointers) {
  EXPECT_EQ(calledIn("main", functions + R"(
    struct s { int n[9]; int (*p)(int); };
    int main(void) { struct s a, b; a.p = f; b = a; return b.p(1); })"),
            (Names{"f"}));
}

TEST_F(CalleesOf, CopiedMemoryCarriesPointers) {
  EXPECT_EQ(calledIn("main", "#include <string.h>\n" + functions + R"(
    struct s { int n[9]; int (*p)(int); };
    void *(*copy)(void *, const void *, unsigned long) = memcpy;
    int main(int c, char **v) {
      struct s a, b;
      a.p = f;
      memmove(&b, &a, (unsigned long)c * sizeof a);
      return b.p(1);
    })"),
            (Names{"f"}));
}

TEST_F(CalleesOf, PointersSurviveIntegers) {
  EXPECT_EQ(calledIn("main", functions + R"(
    int main(void) {
      long n = (long)f;
      int (*p)(int) = (int (*)(int))(n + 0);
      return p(1);
    })"),
            (Names{"f"}));
}

TEST_F(CalleesOf, AtomicOperationsReadAndWritePointers) {
  EXPECT_EQ(calledIn("main", functions + R"(
    _Atomic(int (*)(int)) a;
    int main(void) {
      int (*e)(int) = 0;
      __c11_atomic_compare_exchange_strong(&a, &e, g, 5, 5);
      return __c11_atomic_exchange(&a, f, 5)(1);
    })"),
            (Names{"f", "g"}));
}

TEST_F(CalleesOf, VariadicArgumentsAreFollowed) {
  EXPECT_EQ(calledIn("apply", "#include <stdarg.h>\n" + functions + R"(
    typedef int (*fn)(int);
    int apply(int n, ...) {
      va_list l;
      va_start(l, n);
      fn p = va_arg(l, fn);
      va_end(l);
      return p(1);
    }
    int main(void) { return apply(1, g); })"),
            (Names{"g"}));
}

TEST_F(CalleesOf, AThreadAreTheStartFunctions) {
  EXPECT_EQ(startedBy(R"(
    #include <pthread.h>
    void *a(void *p) { return p; }
    void *b(void *p) { return 0; }
    void *c(void *p) { return 0; }
    void *(*unused)(void *) = c;
    void *(*start)(void *) = b;
    int main(void) {
      pthread_t t;
      pthread_create(&t, 0, a, 0);
      pthread_create(&t, 0, start, 0);
    })"),
            (Names{"a", "b"}));
}

TEST_F(CalleesOf, AThreadsArgumentAndResultAreFollowed) {
  const std::string program = "#include <pthread.h>\n" + functions + R"(
    typedef int (*fn)(int);
    void *run(void *p) { ((fn)p)(1); return (void *)g; }
    int main(void) {
      pthread_t t;
      void *r;
      pthread_create(&t, 0, run, (void *)f);
      pthread_join(t, &r);
      return ((fn)r)(1);
    })";
  EXPECT_EQ(calledIn("run", program), (Names{"f"}));
  EXPECT_EQ(calledIn("main", program), (Names{"g"}));
}

TEST_F(CalleesOf, APointerFromOutsideIsAnyFunctionOfItsType) {
  EXPECT_EQ(calledIn("main", functions + R"(
    int (*more)(int) = f;
    void k(void) {}
    void (*other)(void) = k;
    int (*find(void))(int);
    int main(void) { return find()(1); })"),
            (Names{"f", "h"}));
}

TEST_F(CalleesOf, AnUndefinedVariableComesFromOutside) {
  EXPECT_EQ(calledIn("main", functions + "extern int (*hook)(int); int main(void) { return hook(1); }"), (Names{"h"}));
}

TEST_F(CalleesOf, APointerFromOutsideFallsBackToTheNumberOfParameters) {
  EXPECT_EQ(calledIn("main", functions + "extern char (*hook)(void *); int main(void) { return hook(0); }"),
            (Names{"h"}));
}

TEST_F(CalleesOf, FunctionsOfOtherTypesCount) {
  EXPECT_EQ(calledIn("main", functions + R"(
    int two(int a, int b) { return a + b; }
    struct { int (*one)(int); int (*two)(int, int); } t = {f, two};
    int main(void) { return t.one(1); })"),
            (Names{"f", "two"}));
}

TEST_F(CalleesOf, AFunctionOfAnotherTypeCountsAlone) {
  EXPECT_EQ(calledIn("main", R"(
    int none(void) { return 0; }
    int main(void) { int (*p)(int) = (int (*)(int))none; return p(1); })"),
            (Names{"none"}));
}

TEST_F(CalleesOf, CodeThatTheEntryDoesNotReferToDoesNotCount) {
  const std::string program = functions + R"(
    int (*p)(int) = f;
    int (*const table[])(int) = {g};
    void set(void) { p = h; }
    __attribute__((constructor)) void begin(void) { p = table[0]; }
    int main(void) { return p(1); })";
  EXPECT_EQ(calledIn("main", program), (Names{"f", "g", "h"}));
  EXPECT_EQ(calledIn("main", program, "main"), (Names{"f", "g"}));
}

} // namespace
} // namespace heddle::frontend
