// Proofs as files: what is written is read again, and nothing else is accepted.
#include "counting_proof.hpp"
#include "proof/claim.hpp"
#include "proof/file_words.hpp"
#include "proof/fingerprint.hpp"
#include "proof/proof_file.hpp"

#include <gtest/gtest.h>

namespace heddle::testing {

namespace {

using proof::Header;
using proof::ProofFile;

Header someHeader() {
  Header header;
  header.heddle = "1.2";
  header.claims = {Property::UnreachCall};
  header.assumptions = {"sequential consistency"};
  header.files = {"a b.c", "line\nbreak\\.c"};
  header.options = {{"compiler-argument", "-DTEXT=\"a b\""}, {"compiler-argument", "-DN"}};
  return header;
}

std::string fileOf(const Counting &counting) {
  return proof::headerText(someHeader()) +
         proof::proofText(counting.build.program, counting.proof, {.engine = "lazy", .solver = smt::Backend::Z3});
}

std::string replaced(std::string text, const std::string &part, const std::string &by) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part << " is not in\n" << text;
  return at == std::string::npos ? text : text.replace(at, part.size(), by);
}

/// The error of reading the text, or "" if it is a proof.
std::string errorOf(const Counting &counting, const std::string &text) {
  const support::Expected<ProofFile> file = proof::readHeader("p", text);
  if (!file)
    return file.error().message;
  const support::Expected<ReachabilityProof> proof = proof::readProof(*file, counting.build.program);
  return proof ? "" : proof.error().message;
}

/// The error after the last node, a text of several lines, was added at the end of the proof.
std::string errorOfLine(const std::string &line) {
  const Counting counting;
  return errorOf(counting, replaced(fileOf(counting), "end 3\n", line + "\nend 3\n"));
}

/// Terms 0 and 1 of 32 bits, term 2 of one bit, term 3 of 8 bits, and what follows.
std::string errorOfTerm(const std::string &term) {
  const Counting counting;
  std::string text = fileOf(counting);
  text.erase(text.find("variable"));
  return errorOf(counting, text +
                               "variable history 32\nterm variable 0\nterm constant 32 5\nterm eq 0 1\n"
                               "term constant 8 255\nterm " +
                               term + "\nend 0\n");
}

} // namespace

TEST(ProofFile, IsReadAsItWasWritten) {
  const Counting counting;
  const std::string text = fileOf(counting);
  const support::Expected<ProofFile> file = proof::readHeader("p", text);
  ASSERT_TRUE(file) << file.error().message;
  const support::Expected<ReachabilityProof> proof = proof::readProof(*file, counting.build.program);
  ASSERT_TRUE(proof) << proof.error().message;
  EXPECT_EQ(proof::headerText(file->header) +
                proof::proofText(counting.build.program, *proof, {.engine = "lazy", .solver = smt::Backend::Z3}),
            text);
  support::Cancellation cancellation;
  EXPECT_EQ(proof::check(counting.build.program, *proof, {.solver = smt::Backend::CaDiCaL}, cancellation).message, "");
}

TEST(ProofFile, KeepsTheHeader) {
  const Counting counting;
  const support::Expected<ProofFile> file = proof::readHeader("p", fileOf(counting));
  ASSERT_TRUE(file) << file.error().message;
  const Header &header = file->header;
  EXPECT_EQ(header.heddle, "1.2");
  EXPECT_EQ(header.claims, (PropertySet{Property::UnreachCall}));
  EXPECT_EQ(header.assumptions, someHeader().assumptions);
  EXPECT_EQ(header.files, someHeader().files);
  EXPECT_EQ(header.options, someHeader().options);
  EXPECT_EQ(header.prover.engine, "lazy");
  EXPECT_EQ(header.prover.solver, smt::Backend::Z3);
  EXPECT_EQ(header.proves, (PropertySet{Property::UnreachCall}));
  EXPECT_EQ(header.program, proof::fingerprint(counting.build.program));
}

TEST(ProofFile, MayHaveCommentsAndEmptyLines) {
  const Counting counting;
  EXPECT_EQ(errorOf(counting, replaced(fileOf(counting), "\nengine", "\n# found at night\n\nengine")), "");
}

TEST(ProofFile, TextOfAnyBytesIsOneLine) {
  std::string text;
  for (int byte = 1; byte < 256; ++byte)
    text += static_cast<char>(byte);
  EXPECT_EQ(proof::words::escaped(text).find('\n'), std::string::npos);
  EXPECT_EQ(proof::words::unescaped(proof::words::escaped(text)), text);
  for (const char *wrong : {"\\", "\\n", "\\x1", "\\xzz", "a\\"})
    EXPECT_EQ(proof::words::unescaped(wrong), std::nullopt) << wrong;
}

TEST(ProofFile, OfAnotherKindIsRejected) {
  const Counting counting;
  for (const char *text : {"", "\n", "int main(void) { return 0; }\n", "heddle-proofs 1\n", "# heddle-proof 1\n"})
    EXPECT_NE(errorOf(counting, text).find("this is not a proof of Heddle"), std::string::npos) << text;
  EXPECT_EQ(errorOf(counting, "heddle-proof 6\n"),
            "p:1: version 6 of the format is not known; this Heddle reads version 5");
}

TEST(ProofFile, WithAnIncompleteHeaderIsRejected) {
  const Counting counting;
  const std::string text = fileOf(counting);
  EXPECT_EQ(errorOf(counting, replaced(text, "engine lazy\n", "")), "p:12: the header has no line 'engine'");
  EXPECT_EQ(errorOf(counting, replaced(text, "engine lazy\n", "engine lazy\nengine lazy\n")),
            "p:10: a second line 'engine'");
  EXPECT_EQ(errorOf(counting, replaced(text, "claims unreach-call", "claims")), "p:3: a property is missing");
  EXPECT_EQ(errorOf(counting, replaced(text, "claims unreach-call", "claims everything")),
            "p:3: 'everything' is not a property");
  EXPECT_EQ(errorOf(counting, replaced(text, "engine lazy", "engine \x1b[2Jlazy")), "p:9: '?[2Jlazy' is not an engine");
  EXPECT_EQ(errorOf(counting, replaced(text, "heddle 1.2\n", "haddle 1.2\n")),
            "p:2: 'haddle' is not a keyword of the header");
}

TEST(ProofFile, ThatIsTruncatedIsRejected) {
  const Counting counting;
  const std::string text = fileOf(counting);
  for (std::size_t size = 0; size < text.size() - 1; ++size) // the last newline may be missing
    EXPECT_NE(errorOf(counting, text.substr(0, size)), "") << text.substr(0, size);
}

TEST(ProofFile, NamesTheLineAndWhatIsWrong) {
  EXPECT_EQ(errorOfLine("node 3"), "p:24: '3' is not a control location: there are only 3 so far");
  EXPECT_EQ(errorOfLine("knot 3"), "p:24: 'knot' is not a keyword of a proof");
  EXPECT_EQ(errorOfLine("node 0 parent 3 slot 0"), "p:24: '3' is not an earlier node: there are only 3 so far");
  EXPECT_EQ(errorOfLine("node 0 parent 1"), "p:24: 'slot' is missing after the parent");
  EXPECT_EQ(errorOfLine("node 0 label 99"), "p:24: '99' is not a term: there are only 3 so far");
  EXPECT_EQ(errorOfLine("node 0 label -1").find("p:24: '-1' is not a term"), 0U);
  EXPECT_EQ(errorOfLine("node 0 covered 4294967296").find("p:24: '4294967296' is not a node"), 0U);
  EXPECT_EQ(errorOfLine("node 0 expanded 12"), "p:24: '12' is not a list of flags");
  EXPECT_EQ(errorOfLine("node 0 0"), "p:24: '0' follows the end of the line's content");
  EXPECT_EQ(errorOfLine("control sleeping,0,0"), "p:24: 'sleeping' is not the status of a thread");
  EXPECT_EQ(errorOfLine("control active,0"), "p:24: a location is missing");
  EXPECT_EQ(errorOfLine("variable memory 0 1 0"), "p:24: a width of 0 bits");
  EXPECT_EQ(errorOfLine("variable register 32 0 7 0"), "p:24: '7' is not an automaton: there are only 1 so far");
  EXPECT_EQ(errorOfLine("pause 0 1000000"), "p:24: '1000000' is not a location: there are only 4 so far");
  EXPECT_EQ(errorOfLine("node 0"), "p:25: there should be 3 nodes, but there are 4");
  EXPECT_EQ(errorOfLine("end 3"), "p:25: a line follows 'end'");
}

TEST(ProofFile, TermsAreWellTyped) {
  for (const char *term :
       {"add 0 1", "not 3", "concat 0 3", "extract 0 31 1", "zext 3 128", "sext 3 8", "ite 2 0 1", "fadd 0 1",
        "ftof 0 80", "ftosint 0 128", "sinttof 3 64", "constant 128 340282366920938463463374607431768211455"})
    EXPECT_EQ(errorOfTerm(term), "") << term;
  for (const char *term : {"add 0 3",
                           "add 0",
                           "add 0 1 1",
                           "add 0 4",
                           "not 4294967296",
                           "eq 2 3",
                           "ite 0 1 1",
                           "ite 2 0 3",
                           "extract 0 32 1",
                           "extract 0 0 0",
                           "extract 0 31 2",
                           "extract 0 4294967295 2",
                           "zext 0 8",
                           "zext 0 129",
                           "sext 3 0",
                           "fadd 3 3",
                           "ftof 3 32",
                           "ftof 0 33",
                           "sinttof 0 16",
                           "uinttof 0 8",
                           "constant 0 0",
                           "constant 8 256",
                           "constant 129 0",
                           "constant 128 340282366920938463463374607431768211456",
                           "constant 1 2",
                           "constant 8 -1",
                           "constant 8 0x1",
                           "variable 1",
                           "register 0",
                           "frobnicate 0 1",
                           ""})
    EXPECT_NE(errorOfTerm(term), "") << term;
}

TEST(ProofFile, TermsAreNotNestedWithoutBound) {
  const Counting counting;
  std::string text = fileOf(counting);
  text.erase(text.find("term"));
  text += "variable history 32\nterm variable 1\n";
  for (unsigned i = 0; i < 200'000; ++i) // alternating operators, which do not simplify
    text += "term " + std::string(i % 2 == 0 ? "udiv 0 " : "urem 0 ") + std::to_string(i) + "\n";
  EXPECT_NE(errorOf(counting, text + "end 0\n").find("the term is nested too deeply"), std::string::npos);
}

TEST(ProofFile, SharedTermsAreWrittenOnce) {
  Counting counting;
  Expr e = counting.proof.pool->reg(0, 32);
  for (unsigned i = 0; i < 100; ++i) // 2^100 paths
    e = counting.proof.pool->make(ExprKind::Mul, e, counting.proof.pool->make(ExprKind::UDiv, e, e));
  counting.proof.nodes[2].label = {counting.proof.pool->eq(e, e),
                                   counting.proof.pool->eq(e, counting.proof.pool->constant(3, 32))};
  const std::string text = fileOf(counting);
  EXPECT_LT(text.size(), 10'000U);
  EXPECT_EQ(errorOf(counting, text), "");
}

TEST(ProofFingerprint, DependsOnWhatAProofIsAbout) {
  const Counting counting;
  const auto of = [](const std::function<void(Program &)> &change) {
    Counting changed;
    change(changed.build.program);
    return proof::fingerprint(changed.build.program);
  };
  const std::string original = proof::fingerprint(counting.build.program);
  EXPECT_EQ(original.size(), 32U);
  EXPECT_EQ(of([](Program &) {}), original);
  EXPECT_EQ(of([](Program &p) { p.cfas[0].registers[0].name = "other"; }), original);
  EXPECT_NE(of([](Program &p) { p.dataModel = program::DataModel::ILP32; }), original);
  EXPECT_NE(of([](Program &p) { p.objects.back().initial = std::vector<std::uint8_t>{1, 0, 0, 0}; }), original);
  EXPECT_NE(of([](Program &p) { p.cfas[0].locations[1].atomic = true; }), original);
  EXPECT_NE(of([](Program &p) { p.cfas[0].actions[0].instructions.pop_back(); }), original);
  EXPECT_NE(
      of([](Program &p) { std::get<Load>(p.cfas[0].actions[1].instructions[0].operation).access.shared = false; }),
      original);
  EXPECT_NE(of([](Program &p) {
              std::get<Store>(p.cfas[0].actions[0].instructions[0].operation).value = p.expressions->constant(2, 32);
            }),
            original);
}

TEST(ProofClaim, RestsOnWhatTheProofDoesNotShow) {
  constexpr PropertySet uncut = program::definedBehaviour | PropertySet{Property::KnownFunctions};
  Program program;
  Header header;
  header.claims = {Property::UnreachCall};
  header.proves = header.claims | uncut;
  EXPECT_EQ(*proof::assumptionsOf(header, program), std::vector<std::string>{});
  header.proves = header.proves - PropertySet{Property::ValidDeref};
  EXPECT_EQ(*proof::assumptionsOf(header, program), std::vector<std::string>{"no-undefined-behaviour"});
  program.assumptions = {"extern:f=any"};
  EXPECT_EQ(*proof::assumptionsOf(header, program),
            (std::vector<std::string>{"no-undefined-behaviour", "extern:f=any"}));
  header.proves = header.claims; // not even that all functions are known
  EXPECT_FALSE(proof::assumptionsOf(header, program));
  header.proves = uncut; // not what is claimed
  EXPECT_FALSE(proof::assumptionsOf(header, program));
  header.proves = header.claims | uncut | PropertySet{Property::Vacuity};
  EXPECT_FALSE(proof::assumptionsOf(header, program));
}

TEST(ProofClaim, MustStateItsAssumptions) {
  Header header;
  EXPECT_EQ(proof::differingAssumption(header, {}), std::nullopt);
  EXPECT_NE(proof::differingAssumption(header, {"no-undefined-behaviour"}), std::nullopt);
  header.assumptions = {"no-undefined-behaviour"};
  EXPECT_EQ(proof::differingAssumption(header, {"no-undefined-behaviour"}), std::nullopt);
  EXPECT_NE(proof::differingAssumption(header, {}), std::nullopt);
}

} // namespace heddle::testing
