#include "frontend/gcc_dialect.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::frontend {
namespace {

TEST(GccDialect, SourcesWithoutItAreUnchanged) {
  const std::string source = "int main(void) { return 0; } // _Float32 is a type\n";
  EXPECT_EQ(withoutGccDialect(source), source);
}

TEST(GccDialect, TypesHaveTheNamesThatClangKnows) {
  EXPECT_EQ(withoutGccDialect("_Float32 a; _Float64 b; _Float32x c;"), "float    a; double   b; double    c;");
  EXPECT_EQ(withoutGccDialect("_Float64x a; _Float128 b;"), "long double a; __float128 b;");
  EXPECT_EQ(withoutGccDialect("int my_Float32, _Float32y;"), "int my_Float32, _Float32y;");
}

TEST(GccDialect, SuffixesOfConstantsAreThoseOfClang) {
  EXPECT_EQ(withoutGccDialect("_Float64 x = 1.5f64;"), "double   x = 1.5;");
  EXPECT_EQ(withoutGccDialect("_Float32 x = 1e-5F32;"), "float    x = 1e-5f;");
  EXPECT_EQ(withoutGccDialect("_Float64 x = 0x1p3f64x, y = 2.f128;"), "double   x = 0x1p3l, y = 2.q;");
  EXPECT_EQ(withoutGccDialect("_Float64 x = 0x1f32;"), "double   x = 0x1f32;") << "an integer";
}

TEST(GccDialect, ArgumentsOfTheAttributeMallocAreRemoved) {
  EXPECT_EQ(withoutGccDialect("void *f(void) __attribute__ ((__malloc__ (free, 1)));"),
            "void *f(void) __attribute__ ((__malloc__          ));");
  EXPECT_EQ(withoutGccDialect("void *malloc(int) __attribute__((malloc, alloc_size(1)));"),
            "void *malloc(int) __attribute__((malloc, alloc_size(1)));");
  EXPECT_EQ(withoutGccDialect("void *p = malloc (free, 1);"), "void *p = malloc (free, 1);") << "not an attribute";
}

TEST(GccDialect, TextAndCommentsAreUnchanged) {
  const std::string source = "char *s = \"_Float32 \\\" _Float64\", c = '\"'; /* _Float128\n */ // _Float32\n_";
  EXPECT_EQ(withoutGccDialect(source), source);
}

TEST(GccDialect, BodiesOnlyForGccAreRemovedAndLinesStay) {
  const std::string source = "extern __inline __attribute__((__gnu_inline__)) int f(int n, ...)\n"
                             "{\n  return g(n, __builtin_va_arg_pack());\n}\nint x;\n";
  const std::string rewritten = withoutGccDialect(source);
  EXPECT_EQ(rewritten.find("va_arg_pack"), std::string::npos);
  EXPECT_EQ(std::ranges::count(rewritten, '\n'), std::ranges::count(source, '\n'));
  EXPECT_NE(rewritten.find("int x;"), std::string::npos);
  EXPECT_NE(rewritten.find(";", rewritten.find("f(int n, ...)")), std::string::npos);
}

TEST(GccDialect, UnfinishedTextIsNoReasonToRead) {
  for (const char *source : {"_Float32 \"", "_Float32 /*", "_Float32 '\\", "malloc __attribute__((malloc(",
                             "__builtin_va_arg_pack {", "_Float32 //", "__attribute__ malloc"})
    EXPECT_EQ(withoutGccDialect(source).size(), std::string(source).size()) << source;
}

} // namespace
} // namespace heddle::frontend
