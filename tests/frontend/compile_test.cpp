#include "frontend/compile.hpp"

#include "support/sanitizers.hpp"
#include "temporary_files.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Verifier.h>

#include <algorithm>

namespace heddle::frontend {
namespace {

using program::DataModel;
using program::Property;

class Compile : public testing::Test {
protected:
  support::Expected<CompiledModule> compileText(std::string_view content) {
    options_.files = {files_.write("test.c", content)};
    return compile(options_);
  }
  std::string messageFor(const std::string &path) {
    options_.files = {path};
    return message();
  }
  std::string message() {
    const auto result = compile(options_);
    return result ? "no error" : result.error().message;
  }
  void writeDatabase(const std::string &entries) {
    files_.write("compile_commands.json", "[" + entries + "]");
    options_.compilationDatabase = files_.directory();
  }

  TemporaryFiles files_;
  Options options_;
};

const llvm::Function &functionOf(const CompiledModule &compiled, const char *name) {
  const llvm::Function *function = compiled.module->getFunction(name);
  EXPECT_NE(function, nullptr) << name;
  return *function;
}

template <typename Instruction> std::ptrdiff_t count(const llvm::Function &function) {
  return std::ranges::count_if(llvm::instructions(function),
                               [](const llvm::Instruction &i) { return llvm::isa<Instruction>(i); });
}

bool calls(const llvm::Function &function, llvm::StringRef name) {
  return std::ranges::any_of(llvm::instructions(function), [&](const llvm::Instruction &i) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
    return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name;
  });
}

bool isDefined(const CompiledModule &compiled, const char *name) {
  const llvm::Function *function = compiled.module->getFunction(name);
  return function && !function->isDeclaration();
}

TEST_F(Compile, KeepsOneLoadAndOneStoreForEachAccess) {
  const auto compiled = compileText("int x; int main(void) { x++; x = x; return 0; }");
  ASSERT_TRUE(compiled);
  const llvm::Function &main = functionOf(*compiled, "main");
  EXPECT_EQ(count<llvm::LoadInst>(main), 2);
  EXPECT_EQ(count<llvm::StoreInst>(main), 3); // one is clang's `retval = 0`
}

TEST_F(Compile, TellsTheMembersOfAStructCopy) {
  const auto compiled = compileText("struct { int a; char b; } x, y; int main(void) { x = y; return 0; }");
  ASSERT_TRUE(compiled);
  EXPECT_TRUE(std::ranges::any_of(llvm::instructions(functionOf(*compiled, "main")), [](const llvm::Instruction &i) {
    return llvm::isa<llvm::MemCpyInst>(i) && i.hasMetadata(llvm::LLVMContext::MD_tbaa_struct);
  }));
}

TEST_F(Compile, MarksTheLifetimeOfLocals) {
  const auto compiled = compileText("void f(int *); int main(void) { { int a; f(&a); } return 0; }");
  ASSERT_TRUE(compiled);
  EXPECT_EQ(count<llvm::LifetimeIntrinsic>(functionOf(*compiled, "main")), 2);
}

TEST_F(Compile, HeadersSeeNoOptimisation) {
  EXPECT_TRUE(compileText("#ifdef __OPTIMIZE__\n#error optimised\n#endif\nint main(void) { return 0; }"));
}

TEST_F(Compile, KeepsValueNamesAndDebugInformation) {
  const auto compiled = compileText("int main(void) { int counter = 1; return counter; }");
  ASSERT_TRUE(compiled);
  const llvm::Function &main = functionOf(*compiled, "main");
  EXPECT_NE(main.getSubprogram(), nullptr);
  EXPECT_TRUE(std::ranges::any_of(llvm::instructions(main),
                                  [](const llvm::Instruction &i) { return i.getName() == "counter"; }));
}

TEST_F(Compile, ErrorsAreThoseOfClang) {
  const auto compiled = compileText("int main(void) {\n  return y;\n}\n");
  ASSERT_FALSE(compiled);
  EXPECT_TRUE(compiled.error().verbatim);
  EXPECT_EQ(compiled.error().message, files_.path("test.c") + ":2:10: error: use of undeclared identifier 'y'\n"
                                                              "    2 |   return y;\n"
                                                              "      |          ^\n"
                                                              "1 error generated.");
}

TEST_F(Compile, WarningsAppearOnlyBesideErrors) {
  const char *warns = "int main(void) { char c = 1000; return c; }\n";
  testing::internal::CaptureStderr();
  EXPECT_TRUE(compileText(warns));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  const auto failed = compileText(std::string(warns) + "int main;\n");
  ASSERT_FALSE(failed);
  EXPECT_NE(failed.error().message.find("warning: implicit conversion"), std::string::npos);
  EXPECT_NE(failed.error().message.find(" and 1 error generated."), std::string::npos);
}

TEST_F(Compile, AcceptsWhatGccMerelyWarnsAbout) {
  EXPECT_TRUE(compileText("f(a) int a; { return g(a); }\n"
                          "int g(int a) { return; }\n"
                          "int callback(int a) { if (a) return 1; }\n"
                          "void (*pointer)(void) = callback;\n"
                          "main() { int *p = 5; int n = p; return f(n); }\n"));
}

TEST_F(Compile, ArgumentsReachTheCompiler) {
  files_.write("include/bound.h", "#define BOUND 3\n");
  files_.write("forced.h", "#define FORCED 1\n");
  options_.compilerArguments = {"-I",       files_.path("include"),  "-DONE=1",   "-U__linux__",
                                "-include", files_.path("forced.h"), "-std=gnu89"};
  EXPECT_TRUE(compileText("#include <bound.h>\n"
                          "#if BOUND != 3 || ONE != 1 || FORCED != 1 || defined __linux__ || defined __STDC_VERSION__\n"
                          "#error arguments\n"
                          "#endif\n"
                          "int main(void) { return 0; }\n"));
}

TEST_F(Compile, UnknownArgumentIsClangsError) {
  options_.compilerArguments = {"--no-such-option"};
  const auto compiled = compileText("int main(void) { return 0; }");
  ASSERT_FALSE(compiled);
  EXPECT_TRUE(compiled.error().verbatim);
  EXPECT_NE(compiled.error().message.find("--no-such-option"), std::string::npos);
}

TEST_F(Compile, DataModelSetsTheWidthOfPointers) {
  const char *text = "#include <pthread.h>\n#include <stdio.h>\nint main(void) { return 0; }";
  const auto wide = compileText(text);
  options_.dataModel = DataModel::ILP32;
  const auto narrow = compileText(text);
  ASSERT_TRUE(wide && narrow);
  EXPECT_EQ(wide->dataModel, DataModel::LP64);
  EXPECT_EQ(wide->module->getDataLayout().getPointerSizeInBits(), 64U);
  EXPECT_EQ(narrow->dataModel, DataModel::ILP32);
  EXPECT_EQ(narrow->module->getDataLayout().getPointerSizeInBits(), 32U);
}

TEST_F(Compile, NarrowHeadersNeedNoPackageOfTheirOwn) {
  options_.dataModel = DataModel::ILP32;
  options_.compilerArguments = {"-nostdinc"}; // as if libc6-dev-i386 were not installed
  EXPECT_TRUE(compileText("#include <gnu/stubs-32.h>\nint main(void) { return 0; }"));
}

TEST_F(Compile, PreprocessedFilesAreNotPreprocessedAgain) {
  options_.files = {files_.write("test.i", "int unix = 1, linux = 2;\nint main(void) { return unix; }\n")};
  EXPECT_TRUE(compile(options_));
}

TEST_F(Compile, PlacesAreThoseOfThePreprocessedFileItself) {
  options_.files = {files_.write("test.i", "# 1 \"elsewhere.c\"\n# 400 \"/gone/header.h\" 1 3 4\nint x;\n\n"
                                           "# 7 \"elsewhere.c\" 2\nint main(void) { return y; }\n")};
  const std::string text = message();
  EXPECT_TRUE(text.starts_with(files_.path("test.i") + ":6:25: error: use of undeclared identifier 'y'")) << text;
}

TEST_F(Compile, OverflowChecksAreCallsOfHandlers) {
  const char *text = "int f(int a, int b) { return a + b / (a << b); } int main(void) { return 0; }";
  const auto plain = compileText(text);
  options_.properties.insert(Property::NoOverflow);
  const auto checked = compileText(text);
  ASSERT_TRUE(plain && checked);
  for (const char *handler : {"__ubsan_handle_add_overflow_abort", "__ubsan_handle_divrem_overflow_abort",
                              "__ubsan_handle_shift_out_of_bounds_abort"}) {
    EXPECT_FALSE(calls(functionOf(*plain, "f"), handler));
    EXPECT_TRUE(calls(functionOf(*checked, "f"), handler));
  }
}

TEST_F(Compile, RefusesWhatIsNotAFileOfC) {
  EXPECT_EQ(messageFor(files_.path("none.c")), files_.path("none.c") + ": no such file");
  EXPECT_EQ(messageFor(files_.directory()), files_.directory() + ": is a directory, not a C file");
  EXPECT_EQ(messageFor(files_.write("a.cpp", "int main() {}")),
            files_.path("a.cpp") + ": is a C++ file; Heddle verifies C");
  EXPECT_EQ(messageFor(files_.write("a.txt", "int main(void) {}")),
            files_.path("a.txt") + ": is not a C file by its name (.c, or .i if preprocessed), nor a task (.yml)");
  EXPECT_EQ(messageFor(files_.write("empty.c", " \n\n")), files_.path("empty.c") + ": is empty");
  EXPECT_EQ(messageFor(files_.write("binary.c", std::string_view("\x7f"
                                                                 "ELF\0\1",
                                                                 6))),
            files_.path("binary.c") + ": is a binary file, not C");
  options_.files.clear();
  EXPECT_EQ(message(), "no C file is given");
}

TEST_F(Compile, ACrashOfClangIsAnError) {
  if (support::sanitizesAddresses)
    GTEST_SKIP() << "what clang held when it crashed is leaked on purpose";
  const auto crashed = compileText("#pragma clang __debug parser_crash\nint main(void) { return 0; }");
  ASSERT_FALSE(crashed);
  EXPECT_EQ(crashed.error().message, files_.path("test.c") + ": clang crashed on this file");
  const auto gaveUp = compileText("#pragma clang __debug llvm_fatal_error\nint main(void) { return 0; }");
  ASSERT_FALSE(gaveUp);
  EXPECT_TRUE(gaveUp.error().message.starts_with(files_.path("test.c") + ": clang crashed on this file: "));
  EXPECT_TRUE(compileText("int main(void) { return 0; }")) << "and the next file is not affected";
}

TEST_F(Compile, LongChainsOfElseIfNeedNoSmallStack) {
  std::string text = "int x; int main(void) {\n";
  for (int i = 0; i < 3000; ++i)
    text += "if (x == " + std::to_string(i) + ") x = 1; else\n";
  EXPECT_TRUE(compileText(text + "x = 0; return 0; }\n"));
}

TEST_F(Compile, LinksSeveralFiles) {
  options_.files = {
      files_.write("a.c", "int shared(void); static int own = 1; int main(void) { return shared() + own; }"),
      files_.write("b.c", "static int own = 2; int shared(void) { return own; }")};
  const auto compiled = compile(options_);
  ASSERT_TRUE(compiled);
  EXPECT_TRUE(isDefined(*compiled, "main"));
  EXPECT_TRUE(isDefined(*compiled, "shared"));
}

TEST_F(Compile, TwoDefinitionsOfASymbolAreNamedWithTheirFiles) {
  options_.files = {files_.write("a.c", "int counter = 1; int main(void) { return 0; }"),
                    files_.write("b.c", "int counter = 2;")};
  EXPECT_EQ(message(), "`counter` is defined in both " + files_.path("a.c") + " and " + files_.path("b.c"));
}

TEST_F(Compile, BringsOnlyTheModelsThatAreUsed) {
  const auto compiled = compileText("#include <pthread.h>\npthread_mutex_t m;\n"
                                    "int main(void) { return pthread_mutex_lock(&m); }");
  ASSERT_TRUE(compiled);
  EXPECT_TRUE(isDefined(*compiled, "pthread_mutex_lock"));
  EXPECT_EQ(compiled->module->getFunction("pthread_create"), nullptr);
  EXPECT_FALSE(llvm::verifyModule(*compiled->module));
}

TEST_F(Compile, ModelsMatchBothDataModels) {
  options_.dataModel = DataModel::ILP32;
  const auto compiled =
      compileText("#include <pthread.h>\n#include <stdlib.h>\npthread_t t; void *f(void *p) { return p; }\n"
                  "int main(void) { return pthread_create(&t, 0, f, malloc(4)); }");
  ASSERT_TRUE(compiled);
  EXPECT_TRUE(isDefined(*compiled, "pthread_create"));
  EXPECT_TRUE(isDefined(*compiled, "malloc"));
  EXPECT_FALSE(llvm::verifyModule(*compiled->module));
}

TEST_F(Compile, TheProgramsOwnDefinitionWins) {
  const auto compiled = compileText("int calls; int pthread_mutex_lock(void *m) { calls++; return m != 0; }\n"
                                    "int main(void) { return pthread_mutex_lock(&calls); }");
  ASSERT_TRUE(compiled);
  EXPECT_EQ(count<llvm::StoreInst>(functionOf(*compiled, "pthread_mutex_lock")), 2) << "the user's body";
}

TEST_F(Compile, TheProgramsOwnMemcpyIsCalled) {
  options_.files = {files_.write("a.c", "#include <string.h>\nstruct { int a[9]; } x, y;\n"
                                        "int main(void) { memcpy(&x, &y, sizeof x); x = y; return 0; }"),
                    files_.write("b.c", "void *memcpy(void *t, const void *s, unsigned long n)\n"
                                        "{ while (n--) ((char *)t)[n] = ((char *)s)[n]; return t; }")};
  const auto compiled = compile(options_);
  ASSERT_TRUE(compiled);
  const llvm::Function &main = functionOf(*compiled, "main");
  EXPECT_TRUE(calls(main, "memcpy"));
  EXPECT_EQ(count<llvm::MemCpyInst>(main), 1) << "the assignment of the struct";
}

TEST_F(Compile, LeavesNoFilesBehind) {
  const auto before = std::filesystem::directory_iterator(std::filesystem::current_path());
  const auto filesHere = std::distance(before, std::filesystem::directory_iterator());
  ASSERT_TRUE(compileText("int main(void) { return 0; }"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(std::filesystem::current_path()),
                          std::filesystem::directory_iterator()),
            filesHere);
  EXPECT_EQ(
      std::distance(std::filesystem::directory_iterator(files_.directory()), std::filesystem::directory_iterator()), 1);
}

TEST_F(Compile, DatabaseGivesTheFlagsOfAFile) {
  files_.write("src/include/limit.h", "#define LIMIT 5\n");
  options_.files = {files_.write("src/a.c", "#include \"limit.h\"\n#if LIMIT != 5 || WORD != 2\n#error flags\n#endif\n"
                                            "int main(void) { return 0; }\n")};
  writeDatabase(R"({"directory": ")" + files_.path("src") +
                R"(", "file": "a.c", "command": "gcc -O2 -Wall -I include '-DWORD=2' -m32 -o a.o -c a.c"})");
  const auto compiled = compile(options_);
  ASSERT_TRUE(compiled) << compiled.error().message;
  EXPECT_EQ(compiled->dataModel, DataModel::ILP32);
}

TEST_F(Compile, DatabaseWithoutFilesMeansAllOfThem) {
  files_.write("a.c", "int f(void); int main(void) { return f(); }\n");
  files_.write("b.c", "int f(void) { return VALUE; }\n");
  writeDatabase(R"({"directory": ")" + files_.directory() + R"(", "file": "a.c", "arguments": ["cc", "-c", "a.c"]},)" +
                R"({"directory": ")" + files_.directory() +
                R"(", "file": "b.c", "arguments": ["cc", "-DVALUE=7", "-c", "b.c"]})");
  const auto compiled = compile(options_);
  ASSERT_TRUE(compiled) << compiled.error().message;
  EXPECT_TRUE(isDefined(*compiled, "main"));
  EXPECT_TRUE(isDefined(*compiled, "f"));
}

TEST_F(Compile, DatabaseProblemsAreNamed) {
  options_.files = {files_.write("a.c", "int main(void) { return 0; }\n")};
  options_.compilationDatabase = files_.directory();
  const std::string database = files_.path("compile_commands.json");
  EXPECT_EQ(message(), database + ": no such compilation database");
  writeDatabase("");
  EXPECT_EQ(message(), files_.path("a.c") + ": the compilation database " + database + " has no command for this file");
  writeDatabase("1, 2");
  EXPECT_EQ(message(), database + ": not a compilation database (a JSON list of commands)");
  writeDatabase(R"({"file": "a.c", "arguments": "cc"})");
  EXPECT_EQ(message(), database + ": not a compilation database (a JSON list of commands)");
}

} // namespace
} // namespace heddle::frontend
