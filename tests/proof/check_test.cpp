// The checker on hand-written proofs of a program with one shared variable.
#include "counting_proof.hpp"
#include "proof/invariant.hpp"
#include "proof/provenance.hpp"

#include <gtest/gtest.h>

namespace heddle::testing {

TEST(ProofCheck, AcceptsAProof) { EXPECT_EQ(Counting().objection(), ""); }

TEST(ProofCheck, NoticesALabelThatAllowsAViolation) {
  Counting counting;
  counting.proof.nodes[1].label.clear();
  EXPECT_NE(counting.objection().find("the label allows a violation by main: x is not 1"), std::string::npos);
}

TEST(ProofCheck, NoticesALabelThatDoesNotFollow) {
  Counting counting;
  counting.proof.nodes[2].label = {counting.xIs(2)};
  EXPECT_NE(counting.objection().find("no child represents what main does"), std::string::npos);
}

TEST(ProofCheck, NoticesThatTheStartDoesNotSatisfyTheRoot) {
  Counting counting;
  counting.proof.nodes[0].label = {counting.xIs(5)};
  EXPECT_NE(counting.objection().find("the initial state does not satisfy the label"), std::string::npos);
}

TEST(ProofCheck, NoticesAThreadThatIsNotExpanded) {
  Counting counting;
  counting.proof.nodes[2].expanded = {false};
  EXPECT_NE(counting.objection().find("main is not expanded"), std::string::npos);
}

TEST(ProofCheck, NoticesAVariableThatDoesNotExist) {
  Counting counting;
  counting.proof.variables[0].offset = 2;
  EXPECT_EQ(counting.objection(), "a variable of the labels does not exist");
}

TEST(ProofCheck, NoticesAVariableWhoseEndOverflows) {
  Counting counting;
  counting.proof.variables[0].offset = UINT64_MAX - 3;
  EXPECT_EQ(counting.objection(), "a variable of the labels does not exist");
}

TEST(ProofCheck, NoticesALabelWithAnotherWidthThanItsVariable) {
  Counting counting;
  counting.proof.variables.push_back({.kind = proof::Variable::Kind::History, .width = 8});
  counting.proof.nodes[1].label.push_back(
      counting.proof.pool->eq(counting.proof.pool->reg(1, 16), counting.proof.pool->constant(1, 16)));
  EXPECT_NE(counting.objection().find("node 1 is malformed"), std::string::npos);
}

TEST(ProofCheck, NoticesAChildOfTwoNodes) {
  Counting counting;
  counting.proof.nodes[0].children.push_back(2);
  EXPECT_NE(counting.objection().find("node 0 is malformed: its children"), std::string::npos);
}

TEST(ProofCheck, NoticesAChildThatIsListedTwice) {
  Counting counting;
  counting.proof.nodes[0].children.push_back(1);
  EXPECT_NE(counting.objection().find("node 0 is malformed: its children"), std::string::npos);
}

TEST(ProofCheck, NoticesANodeThatItsParentDoesNotList) {
  Counting counting;
  counting.proof.nodes[1].children.clear();
  EXPECT_NE(counting.objection().find("node 2 is malformed: its parent does not list it"), std::string::npos);
}

TEST(ProofCheck, NoticesAnActionThatDoesNotExist) {
  Counting counting;
  counting.proof.nodes[1].action = 100;
  EXPECT_NE(counting.objection().find("its action does not exist"), std::string::npos);
}

TEST(ProofCheck, NoticesAChoiceOfMemoryThatDoesNotExist) {
  Counting counting;
  counting.proof.variables.push_back({.kind = proof::Variable::Kind::History, .width = 32});
  counting.proof.nodes[0].choices = {{.variable = 1, .isInput = false, .object = counting.x, .offset = 1}};
  EXPECT_NE(counting.objection().find("a choice is about memory that does not exist"), std::string::npos);
}

TEST(ProofCheck, NoticesAControlLocationOutsideTheAutomaton) {
  Counting counting;
  counting.proof.controls[2].threads[0].location = 1000;
  EXPECT_EQ(counting.objection(), "control location 2 is malformed");
}

TEST(ProofCheck, RefusesPropertiesThatAnInvariantDoesNotProve) {
  for (const Property property : {Property::NoDataRace, Property::NoDeadlock, Property::ValidMemtrack}) {
    Counting counting;
    counting.build.program.properties.insert(property);
    EXPECT_EQ(counting.check().kind, proof::CheckResult::Kind::Inconclusive);
  }
}

TEST(ProofCheck, RefusesProgramsOfWhichNoProofIsPossible) {
  Counting counting;
  counting.build.program.warnings.push_back({"an unknown function may write x", {}, true});
  EXPECT_EQ(counting.check().kind, proof::CheckResult::Kind::Inconclusive);
}

TEST(ProofCheck, SaysThatAWrongProofIsInvalid) {
  Counting counting;
  counting.proof.nodes[1].label.clear();
  EXPECT_EQ(counting.check().kind, proof::CheckResult::Kind::Invalid);
}

TEST(ProofCheck, CanBeCancelled) {
  Counting counting;
  support::Cancellation cancellation;
  cancellation.request(support::StopReason::Interrupted);
  const proof::CheckResult result = proof::check(counting.build.program, counting.proof, {}, cancellation);
  EXPECT_EQ(result.kind, proof::CheckResult::Kind::Cancelled) << result.message;
}

TEST(ProofText, ListsLocationsWithWhatHoldsThere) {
  Counting counting;
  const std::string text = proof::invariantText(counting.build.program, counting.proof);
  EXPECT_NE(text.find("/* main at <heddle> */\n   x == 1;\n"), std::string::npos) << text;
}

TEST(ProofProvenance, FollowsPointersThroughMemory) {
  ProgramBuilder build;
  const ObjectId x = build.global("x", 4);
  const ObjectId p = build.global("p", 8);
  CfaBuilder main = build.cfa("main");
  const RegisterId r = main.pointer("r");
  main.fromEntry().store(build.address(p), build.address(x)).load(r, build.address(p)).endProgram();
  proof::Provenance provenance(build.program);
  const proof::Targets expected{{{.object = x}, 4}};
  EXPECT_EQ(provenance.targetsOf(0, main.plus(r, 4)), expected);
}

} // namespace heddle::testing
