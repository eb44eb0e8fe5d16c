#include "program/sample.hpp"

#include <gtest/gtest.h>

namespace heddle::program {
namespace {

class ExpressionText : public testing::Test {
protected:
  ExprPool pool;
  Cfa cfa;
  Expr x = variable("x", 32);
  Expr y = variable("y", 32);
  Expr c = variable("c", 1);
  Expr d = variable("d", 1);

  Expr variable(const char *name, unsigned width) {
    return pool.reg(cfa.addRegister({name, width, unknownType, true}), width);
  }
  Expr k(Bits value) { return pool.constant(value, 32); }
  std::string text(Expr e) { return toText(e, cfa); }
};

TEST_F(ExpressionText, UsesInfixOperatorsAndAsFewParenthesesAsC) {
  EXPECT_EQ(text(pool.add(pool.mul(x, y), k(1))), "x * y + 1");
  EXPECT_EQ(text(pool.mul(pool.add(x, y), y)), "y * (x + y)");
  EXPECT_EQ(text(pool.sub(x, pool.sub(y, pool.mul(x, y)))), "x - (y - x * y)");
}

TEST_F(ExpressionText, SignedOperatorsAreMarked) {
  EXPECT_EQ(text(pool.make(ExprKind::Slt, x, y)), "x <s y");
  EXPECT_EQ(text(pool.make(ExprKind::Ult, x, y)), "x < y");
  EXPECT_EQ(text(pool.make(ExprKind::SDiv, x, y)), "x /s y");
  EXPECT_EQ(text(pool.make(ExprKind::AShr, x, y)), "x >>s y");
}

TEST_F(ExpressionText, ConstantsAreOnTheRightOfComparisons) {
  EXPECT_EQ(text(pool.make(ExprKind::Slt, k(5), x)), "x >s 5");
}

TEST_F(ExpressionText, NegativeNumbersHaveASign) {
  EXPECT_EQ(text(k(0xffffffff)), "-1");
  EXPECT_EQ(text(pool.sub(x, k(3))), "x - 3");
  EXPECT_EQ(text(pool.eq(x, k(0xfffffffe))), "x == -2");
}

TEST_F(ExpressionText, LargePatternsAreHexadecimal) { EXPECT_EQ(text(k(0x7fffffff)), "0x7fffffff"); }

TEST_F(ExpressionText, BooleansUseLogicalConnectives) {
  EXPECT_EQ(text(pool.conjunction(c, pool.negate(d))), "c && !d");
  EXPECT_EQ(text(pool.ne(x, y)), "x != y");
}

TEST_F(ExpressionText, StructureHasANotation) {
  EXPECT_EQ(text(pool.extract(x, 8, 8)), "x[15:8]");
  EXPECT_EQ(text(pool.zext(x, 64)), "zext64(x)");
  EXPECT_EQ(text(pool.make(ExprKind::Concat, x, y)), "x @ y");
  EXPECT_EQ(text(pool.ite(c, x, y)), "c ? x : y");
  EXPECT_EQ(text(pool.make(ExprKind::FAdd, x, y)), "x +f y");
  EXPECT_EQ(text(pool.convert(ExprKind::FToSInt, x, 16)), "int16(x)");
}

TEST_F(ExpressionText, IntermediateValuesAreNumbered) {
  const Expr unnamed = variable("", 32);
  EXPECT_EQ(text(unnamed), "%4");
}

TEST_F(ExpressionText, SharedStructureDoesNotPrintForEver) {
  Expr e = x;
  for (int i = 0; i < 200; ++i)
    e = pool.make(ExprKind::Xor, pool.mul(e, e), y);
  EXPECT_LT(text(e).size(), 20'000U);
}

class OperationText : public testing::Test {
protected:
  Sample sample;
  std::string text(const Operation &operation) { return toText(operation, sample.worker(), sample.program); }
  Expr value() { return sample.pool().reg(0, 32); }
};

TEST_F(OperationText, StaticCellsGoByTheirName) {
  EXPECT_EQ(text(Load{0, sample.pointer(1), 32, {}}), "v := load counter (32 bits)");
  EXPECT_EQ(text(Store{sample.pointer(1), value(), {}}), "store counter := v (32 bits)");
  EXPECT_EQ(text(Assign{0, sample.pointer(1)}), "v := &counter");
}

TEST_F(OperationText, OtherAddressesAreInBrackets) {
  const RegisterId p = sample.worker().addRegister({"p", 64, unknownType, true});
  const Expr address = sample.pool().add(sample.pool().reg(p, 64), sample.pool().constant(8, 64));
  EXPECT_EQ(text(Load{0, address, 32, {MemoryOrder::Acquire, true, false, false}}),
            "v := load [p + 8] (32 bits, acquire)");
}

TEST_F(OperationText, LocalAccessesAreMarked) {
  EXPECT_EQ(text(Store{sample.pointer(1), value(), {MemoryOrder::Plain, false, true, false}}),
            "store counter := v (32 bits, local, copy)");
}

TEST_F(OperationText, ThreadsAreNamedByTheirFunction) {
  EXPECT_EQ(text(Spawn{0, 1, sample.pointer(1)}), "v := spawn worker(&counter)");
  EXPECT_EQ(text(Join{value(), noRegister}), "join v");
}

TEST_F(OperationText, ChecksShowTheirProperty) {
  const Check check{sample.pool().eq(value(), sample.pool().constant(1, 32)), Property::UnreachCall,
                    "assertion `v == 1` fails", AfterFailure::Stop};
  EXPECT_EQ(text(check), "check v == 1 (unreach-call): assertion `v == 1` fails");
}

TEST_F(OperationText, InputsShowTheirRange) {
  EXPECT_EQ(text(Havoc{0, 0, 255, InputKind::Nondet, "__VERIFIER_nondet_uchar"}),
            "v := input __VERIFIER_nondet_uchar in [0, 255]");
}

TEST_F(OperationText, SynchronisationNamesItsObject) {
  EXPECT_EQ(text(Sync{SyncKind::Lock, sample.pointer(1)}), "sync lock counter");
}

TEST(ProgramText, ShowsObjectsLocationsAndLines) {
  Sample sample;
  sample.program.warnings.push_back({"strange", sample.at(2), true});
  const std::string text = toText(sample.program);
  for (const char *part :
       {"program LP64", "checks: unreach-call", "1   counter: int (variable, 4 bytes, zero)  sample.c:1",
        "thread function worker: 4 locations, 3 actions, entry L0, exit L3", "var v: int (32 bits)", "L1 atomic",
        "sample.c:3", "v := load counter (32 bits)  *", "end thread 0", "sample.c:2: strange (no proof)"})
    EXPECT_NE(text.find(part), std::string::npos) << "no `" << part << "` in\n" << text;
}

TEST(ProgramText, RegistersOfOneNameAreDistinguished) {
  Sample sample;
  const RegisterId second = sample.worker().addRegister({"v", 32, unknownType, true});
  Sample::link(sample.worker(), 0, 2, sample.at(3), {Assign{second, sample.pool().reg(0, 32)}});
  EXPECT_NE(toText(sample.program).find("v#2 := v\n"), std::string::npos);
}

TEST(Graphviz, HasAClusterPerThreadFunction) {
  Sample sample;
  const std::string graph = toGraphviz(sample.program);
  EXPECT_EQ(graph.rfind("digraph heddle {", 0), 0U);
  EXPECT_NE(graph.find("subgraph cluster_1 {\n    label=\"worker\";"), std::string::npos);
  EXPECT_NE(graph.find("n1_0 -> n1_1 [label=\"sample.c:3\\l  v := load counter (32 bits)\\l\", style=bold];"),
            std::string::npos)
      << graph;
}

TEST(Graphviz, QuotesAndBackslashesAreEscaped) {
  Sample sample;
  Sample::link(sample.worker(), 0, 2, sample.at(3),
               {Check{sample.pool().boolean(false), Property::UnreachCall, "a \"b\" \\n", AfterFailure::Stop}});
  EXPECT_NE(toGraphviz(sample.program).find("a \\\"b\\\" \\\\n"), std::string::npos);
}

} // namespace
} // namespace heddle::program
