// Each test breaks one invariant of a valid program.
#include "program/sample.hpp"

#include <gtest/gtest.h>

namespace heddle::program {
namespace {

class Validation : public testing::Test {
protected:
  Sample sample;

  Operation &workerStep(ActionId action, std::size_t step = 0) {
    return sample.worker().actions[action].instructions[step].operation;
  }
  Expr constant(Bits value, unsigned width) { return sample.pool().constant(value, width); }

  void expectDefect(const std::string &part) {
    const auto defect = validate(sample.program);
    ASSERT_TRUE(defect.has_value());
    EXPECT_NE(defect->find(part), std::string::npos) << *defect;
  }
};

TEST_F(Validation, AcceptsAGoodProgram) { EXPECT_EQ(validate(sample.program), std::nullopt); }

TEST_F(Validation, AProgramNeedsMain) {
  sample.program.cfas.clear();
  expectDefect("no main");
}

TEST_F(Validation, InitialBytesMatchTheSize) {
  sample.program.objects[1].initial->push_back(0);
  expectDefect("initial bytes");
}

TEST_F(Validation, LocationsAreInRange) {
  sample.worker().actions[0].to = 99;
  expectDefect("location out of range");
}

TEST_F(Validation, OutgoingListsMatchTheActions) {
  sample.worker().outgoing[0].clear();
  expectDefect("outgoing list");
}

TEST_F(Validation, NothingLeavesTheExit) {
  sample.worker().exit = 2;
  expectDefect("leaves the exit");
}

TEST_F(Validation, OnlyEndedThreadsReachTheExit) {
  sample.worker().actions[1].to = 3;
  expectDefect("without ending");
}

TEST_F(Validation, TerminatedThreadsAreAtTheExit) {
  sample.worker().actions[2].to = 0;
  expectDefect("does not lead to the exit");
}

TEST_F(Validation, NothingFollowsTheEndOfAThread) {
  sample.worker().actions[2].instructions.push_back(sample.worker().actions[0].instructions[0]);
  expectDefect("after the end");
}

TEST_F(Validation, RegistersOfExpressionsExistWithTheirWidth) {
  workerStep(1) = Store{sample.pointer(1), sample.pool().reg(0, 64), {}};
  expectDefect("register 0 does not exist with 64 bits");
}

TEST_F(Validation, AnAssignmentKeepsTheWidth) {
  workerStep(0) = Assign{0, constant(1, 8)};
  expectDefect("target register");
}

TEST_F(Validation, ALoadFillsItsRegister) {
  workerStep(0) = Load{0, sample.pointer(1), 16, {}};
  expectDefect("a Load of 16 bits into a register of 32");
}

TEST_F(Validation, ALoadIntoABooleanTakesOneByte) {
  const RegisterId flag = sample.worker().addRegister({"flag", 1, unknownType, false});
  workerStep(0) = Load{flag, sample.pointer(1), 8, {}};
  EXPECT_EQ(validate(sample.program), std::nullopt);
}

TEST_F(Validation, AStoreWritesWholeBytes) {
  workerStep(1) = Store{sample.pointer(1), constant(1, 1), {}};
  expectDefect("a Store of 1 bits");
}

TEST_F(Validation, AddressesArePointerWide) {
  workerStep(1) = Store{constant(1, 32), constant(1, 32), {}};
  expectDefect("the address has 32 bits");
}

TEST_F(Validation, ConditionsAreBooleans) {
  workerStep(1) = Guard{constant(1, 32)};
  expectDefect("the condition");
}

TEST_F(Validation, ExpressionsAreNotMissing) {
  workerStep(1) = Guard{nullptr};
  expectDefect("missing");
}

TEST_F(Validation, AnInputRangeFitsItsRegister) {
  workerStep(0) = Havoc{0, 0, Bits{1} << 32, InputKind::Nondet, "x"};
  expectDefect("range of the input");
}

TEST_F(Validation, ThreadFunctionsExist) {
  sample.main().actions[0].instructions[0].operation = Spawn{0, 7, sample.pointer(0)};
  expectDefect("thread function does not exist");
}

TEST_F(Validation, AllocationSitesExist) {
  const RegisterId fresh = sample.worker().addRegister({"p", 64, unknownType, false});
  workerStep(0) = Allocate{fresh, constant(4, 64), Storage::Heap, false, 0};
  expectDefect("allocation site");
}

TEST_F(Validation, AGuardMayFollowALoad) {
  const Expr isZero = sample.pool().eq(sample.pool().reg(0, 32), constant(0, 32));
  sample.worker().actions[0].instructions.push_back({Guard{isZero}, sample.at(3)});
  EXPECT_EQ(validate(sample.program), std::nullopt);
}

TEST_F(Validation, AGuardMayNotFollowAStore) {
  sample.worker().actions[1].instructions.push_back({Guard{sample.pool().boolean(true)}, sample.at(3)});
  expectDefect("a Guard after an operation with an effect");
}

TEST_F(Validation, AGuardMayNotFollowAnInput) {
  workerStep(0) = Havoc{0, 0, 1, InputKind::Nondet, "x"};
  sample.worker().actions[0].instructions.push_back({Guard{sample.pool().boolean(true)}, sample.at(3)});
  expectDefect("a Guard after an operation with an effect");
}

TEST_F(Validation, ACopyIsALoadAndItsStore) {
  const Access copy{MemoryOrder::Plain, true, true, false};
  workerStep(0) = Load{0, sample.pointer(1), 32, copy};
  expectDefect("copying Load");
  workerStep(1) = Store{sample.pointer(1), sample.pool().reg(0, 32), copy};
  EXPECT_EQ(validate(sample.program), std::nullopt);
}

TEST_F(Validation, SpansAreInRange) {
  sample.worker().actions[0].instructions[0].span.file = 99;
  expectDefect("span out of range");
}

TEST_F(Validation, TheBreachNamesItsPlace) {
  workerStep(1) = Guard{constant(1, 32)};
  expectDefect("thread function worker: action 1 from L1, instruction 0");
}

} // namespace
} // namespace heddle::program
