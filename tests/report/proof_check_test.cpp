// The report of heddle check-proof.
#include "report/proof_check.hpp"

#include <gtest/gtest.h>

namespace heddle::testing {

namespace {

using proof::CheckResult;

report::ProofCheck someCheck() {
  report::ProofCheck check;
  check.file = "p.proof";
  check.question = {
      .files = {"a.c"}, .dataModel = program::DataModel::LP64, .properties = {program::Property::UnreachCall}};
  check.header.heddle = "1.2";
  check.header.prover.engine = "lazy";
  return check;
}

} // namespace

TEST(ProofCheckReport, SaysWhatIsClaimed) {
  report::ProofCheck check = someCheck();
  EXPECT_EQ(report::claimLines(check), "checking unreach-call in a.c (LP64, sequential consistency)\n"
                                       "p.proof: a proof by engine lazy of Heddle 1.2, checked with z3\n");
  check.options = {"-DN=3", "--malloc-may-fail"};
  check.errorFunctions = {"my_error"};
  const std::string text = report::claimLines(check);
  EXPECT_NE(text.find("compiled with -DN=3 --malloc-may-fail\n"), std::string::npos) << text;
  EXPECT_NE(text.find("error functions: my_error\n"), std::string::npos) << text;
}

TEST(ProofCheckReport, NamesAssumptionsAndReasons) {
  report::ProofCheck check = someCheck();
  EXPECT_EQ(report::proofLine(check, {}), "PROOF: valid\n");
  EXPECT_EQ(report::proofLine(check, {CheckResult::Kind::Invalid, "node 3"}), "PROOF: invalid (node 3)\n");
  EXPECT_EQ(report::proofLine(check, {CheckResult::Kind::Cancelled, "interrupted"}),
            "PROOF: inconclusive (interrupted)\n");
  check.assumptions = {"no-undefined-behaviour", "extern:f=any"};
  EXPECT_EQ(report::proofLine(check, {}), "PROOF: valid (assuming: no-undefined-behaviour, extern:f=any)\n");
}

TEST(ProofCheckReport, AsJson) {
  report::ProofCheck check = someCheck();
  check.assumptions = {"no-undefined-behaviour"};
  const std::string text = report::toJson(check, {CheckResult::Kind::Invalid, "node 3"});
  for (const char *part : {"\"proof\": \"invalid\"", "\"reason\": \"node 3\"", "\"no-undefined-behaviour\"",
                           "\"unreach-call\"", "\"engine\": \"lazy\"", "\"solver\": \"z3\""})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in " << text;
}

} // namespace heddle::testing
