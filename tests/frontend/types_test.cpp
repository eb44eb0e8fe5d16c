#include "frontend/compile.hpp"
#include "frontend/debug_types.hpp"

#include "temporary_files.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace heddle::frontend {
namespace {

using program::Type;
using program::TypeField;
using program::TypeKind;
using program::unknownType;

class Types : public testing::Test {
protected:
  void compileText(std::string_view text) {
    Options options;
    options.files = {files_.write("test.c", text)};
    auto compiled = compile(options);
    ASSERT_TRUE(compiled) << compiled.error().message;
    compiled_ = std::move(*compiled);
  }
  Named global(const char *name) { return debugTypes_.ofGlobal(*compiled_.module->getNamedGlobal(name)); }
  const Type &typeOf(const char *name) { return type(global(name).type); }
  const Type &type(program::TypeId id) const { return program_.types[id]; }

  const llvm::AllocaInst &local(const char *function, const char *name) {
    for (const llvm::Instruction &instruction : llvm::instructions(*compiled_.module->getFunction(function)))
      if (instruction.getName() == name)
        return llvm::cast<llvm::AllocaInst>(instruction);
    throw std::runtime_error("no such local");
  }

  TemporaryFiles files_;
  CompiledModule compiled_;
  program::Program program_;
  DebugTypes debugTypes_{program_};
};

TEST_F(Types, ScalarsHaveKindSizeAndName) {
  compileText("_Bool b; char c; unsigned char uc; short s; unsigned u; long long ll; float f; long double ld;\n"
              "int main(void) { return 0; }");
  const auto expect = [&](const char *name, TypeKind kind, std::uint64_t size, const char *spelling) {
    EXPECT_EQ(typeOf(name).kind, kind) << name;
    EXPECT_EQ(typeOf(name).size, size) << name;
    EXPECT_EQ(typeOf(name).name, spelling);
  };
  expect("b", TypeKind::Bool, 1, "_Bool");
  expect("c", TypeKind::Signed, 1, "char");
  expect("uc", TypeKind::Unsigned, 1, "unsigned char");
  expect("s", TypeKind::Signed, 2, "short");
  expect("u", TypeKind::Unsigned, 4, "unsigned int");
  expect("ll", TypeKind::Signed, 8, "long long");
  expect("f", TypeKind::Float, 4, "float");
  expect("ld", TypeKind::Float, 16, "long double");
}

TEST_F(Types, QualifiersVanish) {
  compileText("int plain; const volatile int c = 1; _Atomic int a; int main(void) { return c; }");
  EXPECT_EQ(global("c").type, global("plain").type);
  EXPECT_EQ(global("a").type, global("plain").type);
}

TEST_F(Types, TypedefsNameScalarsAndRecordsWithoutTag) {
  compileText("typedef unsigned word; typedef word word2; typedef struct { int x; } point; typedef struct node nd;\n"
              "struct node { nd *next; }; word w; word2 w2; point p; nd n; int main(void) { return 0; }");
  EXPECT_EQ(typeOf("w").name, "word");
  EXPECT_EQ(typeOf("w").kind, TypeKind::Unsigned);
  EXPECT_EQ(typeOf("w2").name, "word2");
  EXPECT_EQ(typeOf("p").name, "point");
  EXPECT_EQ(typeOf("n").name, "struct node");
}

TEST_F(Types, RecursiveStructsEndInThemselves) {
  compileText("typedef struct node *link; struct node { int value; link next; } list; int main(void) { return 0; }");
  const Named list = global("list");
  const Type &node = type(list.type);
  ASSERT_EQ(node.kind, TypeKind::Struct);
  ASSERT_EQ(node.fields.size(), 2U);
  EXPECT_EQ(node.fields[1].name, "next");
  EXPECT_EQ(node.fields[1].offset, 8U);
  const Type &next = type(node.fields[1].type);
  EXPECT_EQ(next.kind, TypeKind::Pointer);
  EXPECT_EQ(next.name, "struct node *");
  EXPECT_EQ(next.element, list.type);
}

TEST_F(Types, MutuallyRecursiveStructsReachEachOther) {
  compileText(
      "struct b; struct a { struct b *to; } x; struct b { struct a *to; int n; } y; int main(void) { return 0; }");
  const Type &b = type(type(typeOf("x").fields[0].type).element);
  EXPECT_EQ(b.fields.size(), 2U);
  EXPECT_EQ(type(b.fields[0].type).element, global("x").type);
}

TEST_F(Types, BitFieldsHavePlacesInBits) {
  compileText("struct { unsigned a : 3; int b : 7; char c; } x; int main(void) { return 0; }");
  const std::vector<TypeField> &fields = typeOf("x").fields;
  ASSERT_EQ(fields.size(), 3U);
  EXPECT_EQ(fields[0].bitSize, 3U);
  EXPECT_EQ(fields[0].bitOffset, 0U);
  EXPECT_EQ(fields[1].bitSize, 7U);
  EXPECT_EQ(fields[1].offset * 8 + fields[1].bitOffset, 3U);
  EXPECT_EQ(fields[2].bitSize, 0U);
  EXPECT_EQ(fields[2].offset, 2U);
}

TEST_F(Types, UnionsAndAnonymousMembersKeepTheirOffsets) {
  compileText("struct { int tag; union { int i; double d; }; } x; int main(void) { return 0; }");
  const Type &outer = typeOf("x");
  ASSERT_EQ(outer.fields.size(), 2U);
  EXPECT_EQ(outer.fields[1].name, "");
  EXPECT_EQ(outer.fields[1].offset, 8U);
  const Type &inner = type(outer.fields[1].type);
  EXPECT_EQ(inner.kind, TypeKind::Union);
  ASSERT_EQ(inner.fields.size(), 2U);
  EXPECT_EQ(inner.fields[1].offset, 0U);
}

TEST_F(Types, ArraysNestFromOutsideIn) {
  compileText("int a[2][3]; struct { int n; char data[]; } f; int main(void) { return 0; }");
  const Type &outer = typeOf("a");
  EXPECT_EQ(outer.kind, TypeKind::Array);
  EXPECT_EQ(outer.name, "int[2][3]");
  EXPECT_EQ(outer.count, 2U);
  EXPECT_EQ(outer.size, 24U);
  const Type &inner = type(outer.element);
  EXPECT_EQ(inner.name, "int[3]");
  EXPECT_EQ(inner.count, 3U);
  EXPECT_EQ(type(inner.element).name, "int");
  EXPECT_EQ(type(typeOf("f").fields[1].type).count, 0U);
}

TEST_F(Types, EnumsKeepTheirName) {
  compileText("enum colour { red, green } c; typedef enum { off, on } state; state s; int main(void) { return 0; }");
  EXPECT_EQ(typeOf("c").kind, TypeKind::Enum);
  EXPECT_EQ(typeOf("c").name, "enum colour");
  EXPECT_EQ(typeOf("c").size, 4U);
  EXPECT_EQ(typeOf("s").name, "state");
}

TEST_F(Types, PointersAreSpelledAsInC) {
  compileText("void *v; const char *s; char **ss; void *(*f)(void *, int); int main(void) { return 0; }");
  EXPECT_EQ(typeOf("v").name, "void *");
  EXPECT_EQ(typeOf("v").element, unknownType);
  EXPECT_EQ(typeOf("s").name, "const char *");
  EXPECT_EQ(type(typeOf("s").element).name, "char");
  EXPECT_EQ(typeOf("ss").name, "char **");
  EXPECT_EQ(typeOf("f").name, "void * (*)(void *, int)");
}

TEST_F(Types, LocalsAndParametersHaveNamesTypesAndPlaces) {
  compileText("struct big { int a[20]; };\n"
              "int f(long count, struct big b) {\n"
              "  unsigned total = 0;\n"
              "  return count + b.a[0] + total;\n"
              "}\n"
              "int main(void) { return 0; }\n");
  const Named total = debugTypes_.ofLocal(local("f", "total"));
  EXPECT_EQ(total.name, "total");
  EXPECT_EQ(type(total.type).name, "unsigned int");
  EXPECT_EQ(program_.sources.describe(total.span), files_.path("test.c") + ":3");
  const llvm::Function &f = *compiled_.module->getFunction("f");
  EXPECT_EQ(debugTypes_.ofArgument(*f.getArg(0)).name, "count");
  EXPECT_EQ(type(debugTypes_.ofArgument(*f.getArg(0)).type).name, "long");
  EXPECT_EQ(debugTypes_.ofArgument(*f.getArg(1)).name, "b");
  EXPECT_EQ(type(debugTypes_.ofArgument(*f.getArg(1)).type).name, "struct big");
}

TEST_F(Types, StaticLocalsAreGlobalsWithTheirOwnName) {
  compileText("int main(void) { static int count; return count; }");
  EXPECT_EQ(global("main.count").name, "count");
}

TEST_F(Types, WhatClangMakesHasNoName) {
  compileText("const char *f(void) { return \"text\"; } int main(void) { return 0; }");
  EXPECT_EQ(global(".str").name, "");
  EXPECT_EQ(debugTypes_.ofLocal(local("main", "retval")).name, "");
}

TEST_F(Types, InstructionsHaveLineAndColumn) {
  compileText("int x;\nint main(void) {\n  x = 1;\n  return 0;\n}\n");
  const llvm::Function &main = *compiled_.module->getFunction("main");
  EXPECT_EQ(program_.sources.describe(debugTypes_.span(main)), files_.path("test.c") + ":2");
  std::string place;
  for (const llvm::Instruction &instruction : llvm::instructions(main))
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction); store && store->getDebugLoc())
      place = program_.sources.describe(debugTypes_.span(store->getDebugLoc()), true);
  EXPECT_EQ(place, files_.path("test.c") + ":3:5");
  EXPECT_FALSE(debugTypes_.span(llvm::DebugLoc()).known());
}

TEST_F(Types, ModelsAreRuntimeAndTheProgramIsNot) {
  compileText("#include <pthread.h>\npthread_mutex_t m;\nint main(void) { return pthread_mutex_lock(&m); }\n");
  const llvm::Function &model = *compiled_.module->getFunction("pthread_mutex_lock");
  const llvm::Function &main = *compiled_.module->getFunction("main");
  EXPECT_TRUE(isRuntime(model));
  EXPECT_FALSE(isRuntime(main));
  EXPECT_TRUE(program_.sources.isRuntime(debugTypes_.span(model).file));
  EXPECT_FALSE(program_.sources.isRuntime(debugTypes_.span(main).file));
  EXPECT_EQ(typeOf("m").name, "pthread_mutex_t");
}

TEST(DisplayedPaths, AreRelativeBelowTheWorkingDirectory) {
  TemporaryFiles files;
  const std::filesystem::path before = std::filesystem::current_path();
  files.write("src/test.c", "int main(void) {\n  return 0;\n}\n");
  std::filesystem::current_path(files.directory());
  Options options;
  options.files = {files.path("src/../src/test.c")};
  const auto compiled = compile(options);
  ASSERT_TRUE(compiled);
  program::Program program;
  DebugTypes types(program);
  EXPECT_EQ(program.sources.describe(types.span(*compiled->module->getFunction("main"))), "src/test.c:1");
  std::filesystem::current_path(before);
}

} // namespace
} // namespace heddle::frontend
