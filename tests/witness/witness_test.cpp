#include "witness/sha256.hpp"
#include "witness/source_scan.hpp"
#include "witness/witness.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace heddle::witness {

namespace {

Task exampleTask() {
  return {.producer = "Tool",
          .producerVersion = "1 \"beta\" <2>",
          .creationTime = "2026-01-02T03:04:05Z",
          .uuid = "u",
          .specification = "CHECK( init(main()), LTL(G ! call(reach_error())) )\nsecond & line",
          .files = {"a.c", "b c.c"},
          .hashes = {std::string(64, 'a'), std::string(64, 'b')},
          .is32Bit = true};
}

Waypoint at(Waypoint::Kind kind, unsigned line, unsigned thread) {
  Waypoint waypoint;
  waypoint.kind = kind;
  waypoint.position = {"a.c", line, 3, "f"};
  waypoint.thread = thread;
  return waypoint;
}

Witness reread(const Witness &witness, Format format) {
  const support::Expected<Witness> parsed = parse(toText(witness, format), "w");
  if (!parsed)
    throw std::runtime_error(parsed.error().message);
  return *parsed;
}

} // namespace

TEST(Sha256, HasTheValuesOfTheStandard) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(Formats, KeepAViolationWitness) {
  ViolationWitness violation;
  violation.waypoints = {at(Waypoint::Kind::Step, 5, 0), at(Waypoint::Kind::FunctionReturn, 7, 1),
                         at(Waypoint::Kind::Target, 9, 1)};
  violation.waypoints[1].constraint = "\\result == -5";
  violation.waypoints[1].resultFunction = "__VERIFIER_nondet_int";
  for (const Format format : {Format::GraphMl, Format::Yaml}) {
    const Witness read = reread({exampleTask(), violation}, format);
    const auto &waypoints = std::get<ViolationWitness>(read.content).waypoints;
    ASSERT_EQ(waypoints.size(), 3);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(waypoints[i].kind, violation.waypoints[i].kind);
      EXPECT_EQ(waypoints[i].thread, violation.waypoints[i].thread);
      EXPECT_EQ(waypoints[i].position.line, violation.waypoints[i].position.line);
      EXPECT_EQ(waypoints[i].constraint, violation.waypoints[i].constraint);
    }
    EXPECT_EQ(read.task.specification, exampleTask().specification);
    EXPECT_EQ(read.task.files, exampleTask().files);
    EXPECT_EQ(read.task.hashes, exampleTask().hashes);
    EXPECT_TRUE(read.task.is32Bit);
  }
}

TEST(Formats, KeepACorrectnessWitness) {
  const CorrectnessWitness correctness{{{Invariant::Kind::Loop, {"a.c", 4, 3, "f"}, "x < 5 && y >= 0"},
                                        {Invariant::Kind::Location, {"a.c", 8, 3, "main"}, "x == 0"}}};
  for (const Format format : {Format::GraphMl, Format::Yaml}) {
    const Witness read = reread({exampleTask(), correctness}, format);
    const auto &content = std::get<CorrectnessWitness>(read.content);
    EXPECT_EQ(content.invariants, correctness.invariants);
    EXPECT_TRUE(content.ignored.empty());
  }
}

TEST(Formats, KeepAWitnessWithoutInvariants) {
  for (const Format format : {Format::GraphMl, Format::Yaml}) {
    const Witness read = reread({exampleTask(), CorrectnessWitness{}}, format);
    EXPECT_TRUE(std::get<CorrectnessWitness>(read.content).invariants.empty());
  }
}

TEST(Formats, NoteEntriesThatAreNotUnderstood) {
  const std::string text = toText({exampleTask(), CorrectnessWitness{}}, Format::Yaml);
  const support::Expected<Witness> read = parse(text + "- entry_type: ghost_instrumentation\n", "w");
  ASSERT_TRUE(read);
  EXPECT_EQ(std::get<CorrectnessWitness>(read->content).ignored.size(), 1);
}

TEST(Formats, RejectWhatIsNoWitness) {
  for (const char *text : {"", "x", "<a/>", "<graphml><graph/></graphml>", "- entry_type: invariant_set\n", "[1, 2]",
                           "<graphml><graph><edge source='a' target='b'/></graph></graphml>", "a: [", "<graphml>"})
    EXPECT_FALSE(parse(text, "w")) << text;
}

TEST(GraphMl, TakesAPathToTheViolation) {
  const support::Expected<Witness> read =
      parse("<graphml><graph><data key='witness-type'>violation_witness</data>"
            "<node id='a'><data key='entry'>true</data></node><node id='s'><data key='sink'>true</data></node>"
            "<node id='b'/><node id='e'><data key='violation'>true</data></node>"
            "<edge source='a' target='s'><data key='startline'>1</data></edge>"
            "<edge source='a' target='b'><data key='startline'>2</data><data key='threadId'>1</data></edge>"
            "<edge source='b' target='b'><data key='startline'>4</data></edge>"
            "<edge source='b' target='e'><data key='startline'>3</data></edge></graph></graphml>",
            "w");
  ASSERT_TRUE(read);
  const auto &waypoints = std::get<ViolationWitness>(read->content).waypoints;
  ASSERT_EQ(waypoints.size(), 2);
  EXPECT_EQ(waypoints[0].position.line, 2);
  EXPECT_EQ(waypoints[0].thread, 1);
  EXPECT_EQ(waypoints[1].kind, Waypoint::Kind::Target);
}

TEST(GraphMl, SeparatesTheConstraintsOfAnEdge) {
  const support::Expected<Witness> read =
      parse("<graphml><graph><data key='witness-type'>violation_witness</data>"
            "<node id='a'><data key='entry'>true</data></node><node id='b'/><node id='c'/>"
            "<node id='e'><data key='violation'>true</data></node>"
            "<edge source='a' target='b'><data key='startline'>2</data><data key='control'>condition-false</data>"
            "<data key='assumption'>x == 1; y == 2;</data></edge>"
            "<edge source='b' target='c'><data key='assumption'>x == 4</data></edge>"
            "<edge source='c' target='e'><data key='startline'>3</data><data key='assumption'>x == 3</data></edge>"
            "</graph></graphml>",
            "w");
  ASSERT_TRUE(read);
  const auto &waypoints = std::get<ViolationWitness>(read->content).waypoints;
  ASSERT_EQ(waypoints.size(), 5);
  EXPECT_EQ(waypoints[0].kind, Waypoint::Kind::Branching);
  EXPECT_EQ(waypoints[0].constraint, "false");
  EXPECT_EQ(waypoints[1].kind, Waypoint::Kind::Assumption);
  EXPECT_TRUE(waypoints[1].holdsAfter);
  EXPECT_EQ(waypoints[2].constraint, "x == 4") << "a constraint without a place must not get lost";
  EXPECT_EQ(waypoints[3].constraint, "x == 3");
  EXPECT_FALSE(waypoints[3].holdsAfter) << "nothing is after the violation";
  EXPECT_EQ(waypoints[4].kind, Waypoint::Kind::Target);
  EXPECT_EQ(waypoints[4].constraint, "");
}

// As other tools lay them out: a prefix, ids of keys that are no names, white space, and threads with names.
TEST(GraphMl, ReadsOtherLayouts) {
  const support::Expected<Witness> read =
      parse("<?xml version='1.0'?>\r\n<g:graphml xmlns:g='http://graphml.graphdrawing.org/xmlns'>"
            "<g:key id='d0' attr.name='witness-type' for='graph'/><g:key id='d1' attr.name='entry' for='node'/>"
            "<g:key id='d2' attr.name='violation' for='node'/><g:key id='d3' attr.name='startline' for='edge'/>"
            "<g:key id='d4' attr.name='threadId' for='edge'/>"
            "<g:key id='originfile' attr.name='originFileName' for='edge'/>"
            "<g:graph><g:data key='d0'>\r\n  violation_witness\r\n</g:data>"
            "<g:node id='a'><g:data key='d1'> 1 </g:data></g:node>"
            "<g:node id='b'/><g:node id='e'><g:data key='d2'>\n true</g:data></g:node>"
            "<g:edge source='a' target='b'><g:data key='d3'> 2 </g:data><g:data key='d4'>worker</g:data>"
            "<g:data key='originfile'> a.c </g:data></g:edge>"
            "<g:edge source='b' target='e'><g:data key='d3'>3</g:data><g:data key='d4'>other</g:data></g:edge>"
            "</g:graph></g:graphml>",
            "w");
  ASSERT_TRUE(read) << read.error().message;
  const auto &waypoints = std::get<ViolationWitness>(read->content).waypoints;
  ASSERT_EQ(waypoints.size(), 2);
  EXPECT_EQ(waypoints[0].position.line, 2);
  EXPECT_EQ(waypoints[0].position.file, "a.c");
  ASSERT_TRUE(waypoints[0].thread && waypoints[1].thread);
  EXPECT_NE(*waypoints[0].thread, *waypoints[1].thread);
}

TEST(SourceScan, FindsStatementsAndLoops) {
  const SourceScan scan("int a[] = {1, 2}; // while (1)\n"
                        "#define LOOP while (0)\n"
                        "void f(void) {\n"
                        "  while (a[0] < f(1)) a[0]++;\n"
                        "  for (int i = 0; ; i++) {\n"
                        "    x = 1;\n"
                        "  }\n"
                        "  do { y = 1; } while (y);\n"
                        "  if (x)\n"
                        "    y = 2;\n"
                        "  return;\n"
                        "}\n");
  ASSERT_EQ(scan.loops().size(), 3);
  EXPECT_EQ(scan.loopAt(4, 3)->kind, SourceScan::Loop::Kind::While);
  EXPECT_FALSE(scan.loopAt(5, 0)->hasCondition);
  EXPECT_EQ(scan.loopAt(8, 3)->kind, SourceScan::Loop::Kind::Do);
  EXPECT_NE(scan.statementStart(6, 5), nullptr);
  EXPECT_NE(scan.statementStart(11, 0), nullptr);
  EXPECT_EQ(scan.statementStart(10, 5), nullptr) << "a second statement would not belong to the if";
  EXPECT_EQ(scan.statementStart(1, 1), nullptr) << "outside of functions";
}

TEST(SourceScan, FindsStatementsForObservations) {
  const std::string text = "void f(void) {\n"
                           "  int a[] = {1, 2};\n"
                           "  if (x)\n"
                           "    y = g(2);\n"
                           "  else return;\n"
                           "  { x = 1; y = 2; }\n"
                           "  while (x) { y = 1; }\n"
                           "  for (;;) if (a[0]) break;\n"
                           "  do x = 1; while (x);\n"
                           "}\n";
  const SourceScan scan(text);
  EXPECT_EQ(scan.statementOf(2, 3)->end, text.find("\n  if"));
  EXPECT_FALSE(scan.statementOf(3, 3)->end) << "not a simple statement";
  EXPECT_TRUE(scan.statementOf(4, 0)->isBody);
  EXPECT_EQ(scan.statementOf(4, 5)->end, text.find("\n  else"));
  EXPECT_TRUE(scan.statementOf(5, 8)->isBody);
  EXPECT_FALSE(scan.statementOf(5, 8)->isLeft);
  EXPECT_EQ(scan.statementOf(6, 12)->begin, text.find("y = 2"));
  EXPECT_FALSE(scan.statementOf(6, 0)) << "which of the two?";
  EXPECT_TRUE(scan.statementOf(7, 3)) << "not the end of a do statement";
  EXPECT_TRUE(scan.statementOf(9, 6)->isBody);
  EXPECT_FALSE(scan.statementOf(10, 1));
}

TEST(SourceScan, FindsConditions) {
  const std::string text = "void f(void) {\n"
                           "  if (x == (1)) y = 1;\n"
                           "  for (int i = 0; i < (2); i++) ;\n"
                           "  for (;;) if (x) break;\n"
                           "  if (x) while (y) ;\n"
                           "}\n";
  const SourceScan scan(text);
  const auto conditionAt = [&](unsigned line, unsigned column) {
    const auto condition = scan.conditionOf(line, column);
    return condition ? text.substr(condition->begin, condition->end - condition->begin) : condition.error().message;
  };
  EXPECT_EQ(conditionAt(2, 3), "x == (1)");
  EXPECT_EQ(conditionAt(3, 0), " i < (2)");
  EXPECT_EQ(conditionAt(4, 0), "x") << "the loop has no condition";
  EXPECT_EQ(conditionAt(5, 10), "y");
  EXPECT_EQ(conditionAt(5, 1), "several branches begin in the line");
  EXPECT_EQ(conditionAt(6, 1), "no branch with a condition begins there");
}

TEST(SourceScan, ReadsTheNumberOfAResult) {
  EXPECT_EQ(resultNumber("\\result == -5"), -5);
  EXPECT_EQ(resultNumber("(\\result == (0x10U));"), 16);
  for (const char *other :
       {"\\result > 3", "\\result == 5 || x == 1", "x == 5", "\\result == 1.5", "\\result == y", ""})
    EXPECT_EQ(resultNumber(other), std::nullopt) << other;
}

TEST(SourceScan, TellsExpressionsWithAnEffect) {
  for (const char *pure : {"x == 1", "x <= 5 && y >= 0", "(long)x != -1", "a[i] < sizeof(int)", "x << 2 == 4", "!x"})
    EXPECT_EQ(reasonNotPure(pure), std::nullopt) << pure;
  for (const char *impure : {"x = 1", "x += 1", "x <<= 1", "x++", "--x", "f(x)", "1); (2", "1; abort()", "({ 1; })", "",
                             "1 /*", "1 // 2", "(1", "x, y"})
    EXPECT_NE(reasonNotPure(impure), std::nullopt) << impure;
}

TEST(SourceScan, TellsCastsFromCallsOfExpressions) {
  for (const char *pure : {"(int)(x) == 1", "(const unsigned char *)(p) != 0", "(struct s *)(p) == q", "(x) == (y)"})
    EXPECT_EQ(reasonNotPure(pure), std::nullopt) << pure;
  for (const char *impure : {"(exit)(0)", "(*f)(1) == 1", "f[0](1)", "((f))(x)", "(long (*)(int))(f) == 0"})
    EXPECT_NE(reasonNotPure(impure), std::nullopt) << impure;
}

} // namespace heddle::witness
