#include "portfolio/uncut.hpp"

#include "program_builder.hpp"

#include <gtest/gtest.h>

namespace heddle::portfolio {
namespace {

using engines::Answer;
using engines::Counterexample;
using engines::NoViolation;
using engines::Unknown;
using program::InputKind;
using program::Property;
using program::PropertySet;

/// An engine that gives prepared answers, one for each run, and notes which properties it was asked for.
class Scripted final : public engines::Configuration {
public:
  explicit Scripted(std::vector<Answer> answers) : answers_(std::move(answers)) {}

  engines::OptionList options() override { return {}; }
  engines::Preparation preparation() const override { return {}; }
  std::optional<support::Error> check(const program::Program &) const override { return std::nullopt; }
  engines::Result run(const engines::Context &context) const override {
    asked.push_back(context.program.properties);
    return {answers_.at(asked.size() - 1), "scripted", {}, {{"scripted", {}}}};
  }

  mutable std::vector<PropertySet> asked;

private:
  std::vector<Answer> answers_;
};

Counterexample violationOf(Property property, InputKind kind = InputKind::Nondet) {
  interpreter::Trace trace;
  trace.violation = interpreter::Violation{property, "it happens", {}};
  trace.schedule.inputs = {{{7, 32, "ffs", kind}}};
  return {trace};
}

engines::Result ask(const Scripted &engine, const Assumptions &assumptions = {}) {
  testing::ProgramBuilder build;
  build.cfa("main").fromEntry().endProgram();
  build.program.properties = {Property::UnreachCall};
  support::Cancellation cancellation;
  engines::Result result =
      runUncut(engine, {.program = build.program, .cancellation = cancellation}, build.program, assumptions);
  EXPECT_EQ(build.program.properties, PropertySet{Property::UnreachCall}) << "the user's properties are restored";
  return result;
}

TEST(Uncut, AProofExcludesUndefinedBehaviourAndUnknownFunctions) {
  const Scripted engine({NoViolation{}});
  const engines::Result result = ask(engine);
  EXPECT_TRUE(std::get<NoViolation>(result.answer).assumptions.empty());
  ASSERT_EQ(engine.asked.size(), 1u);
  EXPECT_TRUE(engine.asked[0].contains(Property::ValidDeref));
  EXPECT_TRUE(engine.asked[0].contains(Property::KnownFunctions));
  EXPECT_FALSE(engine.asked[0].contains(Property::ValidMemtrack)) << "a leak is not undefined";
  EXPECT_FALSE(engine.asked[0].contains(Property::NoDataRace)) << "races have rules of their own";
}

TEST(Uncut, ReachableUndefinedBehaviourMakesAProofUnknown) {
  const Scripted engine({violationOf(Property::ValidDeref), NoViolation{}});
  const engines::Result result = ask(engine);
  const auto &unknown = std::get<Unknown>(result.answer);
  EXPECT_EQ(unknown.kind, Unknown::Kind::Undefined);
  EXPECT_NE(unknown.text.find("--property valid-memsafety"), std::string::npos) << unknown.text;
  ASSERT_EQ(engine.asked.size(), 2u);
  EXPECT_EQ(engine.asked[1], PropertySet{Property::UnreachCall});
  EXPECT_EQ(result.runs.size(), 2u) << "the statistics of both runs are kept";
}

TEST(Uncut, AViolationCountsAlthoughThereIsUndefinedBehaviour) {
  const Scripted engine({violationOf(Property::NoOverflow), violationOf(Property::UnreachCall)});
  EXPECT_TRUE(std::holds_alternative<Counterexample>(ask(engine).answer));
}

TEST(Uncut, AnAssumptionIsNamedOnlyIfTheProofNeedsIt) {
  const Assumptions assumptions{.noUndefinedBehaviour = true};
  const engines::Result unneeded = ask(Scripted({NoViolation{}}), assumptions);
  EXPECT_TRUE(std::get<NoViolation>(unneeded.answer).assumptions.empty());
  const engines::Result needed = ask(Scripted({violationOf(Property::ValidFree), NoViolation{}}), assumptions);
  EXPECT_EQ(std::get<NoViolation>(needed.answer).assumptions, std::vector<std::string>{"no-undefined-behaviour"});
}

TEST(Uncut, AssumingDefinedBehaviourDoesNotAssumeAnythingOfUnknownFunctions) {
  const Scripted engine({violationOf(Property::ValidFree), violationOf(Property::KnownFunctions), NoViolation{}});
  const engines::Result result = ask(engine, {.noUndefinedBehaviour = true});
  EXPECT_EQ(std::get<Unknown>(result.answer).kind, Unknown::Kind::Unmodelled);
  ASSERT_EQ(engine.asked.size(), 3u);
  EXPECT_FALSE(engine.asked[1].contains(Property::ValidFree));
  EXPECT_TRUE(engine.asked[1].contains(Property::KnownFunctions));
}

TEST(Uncut, AViolationThatRestsOnAnUnknownFunctionIsShownButNotFalse) {
  const Scripted engine(
      {violationOf(Property::KnownFunctions), violationOf(Property::UnreachCall, InputKind::UnknownResult)});
  const engines::Result result = ask(engine);
  const auto &unknown = std::get<Unknown>(result.answer);
  EXPECT_EQ(unknown.kind, Unknown::Kind::Unmodelled);
  EXPECT_NE(unknown.text.find("ffs() returns 7"), std::string::npos) << unknown.text;
  EXPECT_TRUE(unknown.trace.has_value());
}

TEST(Uncut, ATimeLimitDoesNotHideUndefinedBehaviour) {
  const Scripted engine({violationOf(Property::ValidDeref), engines::Cancelled{support::StopReason::Timeout, ""}});
  const engines::Result result = ask(engine);
  EXPECT_TRUE(std::holds_alternative<engines::Cancelled>(result.answer));
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_TRUE(result.warnings[0].blocksProof);
}

} // namespace
} // namespace heddle::portfolio
