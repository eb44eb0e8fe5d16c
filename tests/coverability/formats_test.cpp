// The meaning of the file formats, and the positions in error messages about malformed files.
#include "coverability/boolean_program.hpp"
#include "coverability/conditions.hpp"
#include "coverability/pnml.hpp"
#include "coverability/spec.hpp"
#include "systems.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace heddle::coverability {

namespace {

std::string specError(const std::string &text) {
  const auto parsed = parseSpec(text, "f");
  return parsed ? "" : parsed.error().message;
}

Verdict specVerdict(const std::string &rules, const std::string &initial, const std::string &target) {
  const auto parsed = parseSpec("vars x y z\nrules\n" + rules + "\ninit\n" + initial + "\ntarget\n" + target, "f");
  EXPECT_TRUE(parsed) << parsed.error().message;
  return ask(*parsed).verdict;
}

std::string programError(const std::string &text) {
  const auto parsed = parseBooleanProgram(text, "f");
  return parsed ? "" : parsed.error().message;
}

Verdict programVerdict(const std::string &text) {
  const auto parsed = parseBooleanProgram(text, "f");
  EXPECT_TRUE(parsed) << parsed.error().message;
  const auto compiled = compileBooleanProgram(*parsed, "f");
  EXPECT_TRUE(compiled) << compiled.error().message;
  return ask(*compiled).verdict;
}

std::string pnmlError(const std::string &text) {
  const auto parsed = parsePnml(text, "f");
  return parsed ? "" : parsed.error().message;
}

std::string ttsError(const std::string &text) {
  const auto parsed = parseTts(text, "f");
  return parsed ? "" : parsed.error().message;
}

} // namespace

TEST(Tts, StartsWithAnyNumberOfThreadsInZero) {
  EXPECT_EQ(verdict("1 2\n0 0 -> 0 1\ntarget 0|1,1,1,1\n"), Verdict::Coverable);
}

TEST(Tts, InitialStatesMayBeBounded) {
  EXPECT_EQ(verdict("1 3\ninit 0|0,0/2\n0 0 -> 0 1\ntarget 0|1,1,2,2,2\n"), Verdict::Coverable);
  EXPECT_EQ(verdict("1 3\ninit 0|0,0/2\n0 0 -> 0 1\ntarget 0|1,1,1\n"), Verdict::Uncoverable);
}

TEST(Tts, ASpawnKeepsTheSpawningThread) {
  EXPECT_EQ(verdict("1 2\ninit 0|0\n0 0 +> 0 1\ntarget 0|0,1,1,1\n"), Verdict::Coverable);
}

TEST(Tts, ASignalDoesNotBlock) {
  EXPECT_EQ(verdict("2 2\ninit 0|0\n0 1 !> 1 0\ntarget 1|0\n"), Verdict::Coverable);
  EXPECT_EQ(verdict("2 2\ninit 0|1\n0 1 !> 1 0\ntarget 1|1\n"), Verdict::Uncoverable) << "the waiting thread moves";
}

TEST(Tts, Errors) {
  EXPECT_EQ(ttsError("2\n"), "f:1:2: expected the numbers of shared and of local states, both positive");
  EXPECT_EQ(ttsError("2 2\n0 0 => 1 1\n"), "f:2:5: expected ->, +>, ~> or !>");
  EXPECT_EQ(ttsError("2 2\n0 0 -> 1\n"), "f:2:9: expected a local state (a number)");
  EXPECT_EQ(ttsError("2 2\n0 0 -> 1 1 0 -> 1\n"), "f:2:14: expected ~> between the local states of a passive transfer");
  EXPECT_EQ(ttsError("2 2\n0 0 +> 1 1 0\n"), "f:2:12: unexpected text at the end of the line");
  EXPECT_EQ(ttsError("2 2\ntarget 0|0,\n"), "f:2:12: expected a local state after the comma");
}

TEST(Tts, AMillionTransitionsLoadInSeconds) {
  std::string text = "1000 1000\n";
  for (int i = 0; i < 1000; ++i) {
    for (int j = 0; j < 1000; ++j)
      text += std::to_string(i) + " " + std::to_string(j) + " -> " + std::to_string((i + 1) % 1000) + " " +
              std::to_string((j + 7) % 1000) + "\n";
  }
  const auto parsed = parseTts(text, "f");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->transitions().size(), 1'000'000u);
}

TEST(Spec, ATransferMovesAllTokens) {
  EXPECT_EQ(specVerdict("x >= 1 -> y' = y + x, x' = 0;", "x = 3, y = 0, z = 0", "y >= 3"), Verdict::Coverable);
  EXPECT_EQ(specVerdict("x >= 1 -> y' = y + x, x' = 0;", "x = 3, y = 0, z = 0", "x >= 1, y >= 1"),
            Verdict::Uncoverable);
}

TEST(Spec, ANegativeConstantTakesFromTheSum) {
  EXPECT_EQ(specVerdict("x >= 1 -> y' = y + x - 1, x' = 0, z' = z + 1;", "x = 3, y = 0, z = 0", "y >= 2, z >= 1"),
            Verdict::Coverable);
  EXPECT_EQ(specVerdict("x >= 1 -> y' = y + x - 1, x' = 0, z' = z + 1;", "x = 3, y = 0, z = 0", "y >= 3"),
            Verdict::Uncoverable);
}

TEST(Spec, AnAssignmentWithoutItselfResets) {
  EXPECT_EQ(specVerdict("y >= 1 -> x' = 1;", "x = 3, y = 1, z = 0", "x >= 3"), Verdict::Coverable);
  EXPECT_EQ(specVerdict("x >= 3 -> x' = 1, z' = z + 1;", "x = 3, y = 1, z = 0", "x >= 2, z >= 1"),
            Verdict::Uncoverable);
}

TEST(Spec, AVariableThatInitDoesNotMentionIsUnconstrained) {
  EXPECT_EQ(specVerdict("x >= 1 -> x' = x - 1;", "x = 0", "y >= 9, z >= 9"), Verdict::Coverable);
}

TEST(Spec, ConditionsOnTheSameVariableAllHold) {
  EXPECT_EQ(specVerdict("x >= 9 -> x' = x - 1;", "x >= 1, x in [0, 2], x = 2, x = 2, y = 0, z = 0", "x >= 2"),
            Verdict::Coverable);
  EXPECT_EQ(specVerdict("x >= 9 -> x' = x - 1;", "x in [0, 2], x >= 1, y = 0, z = 0", "x >= 3"), Verdict::Uncoverable);
  EXPECT_EQ(specError("vars x y\nrules\ninit x = 0, y = 0,\n x = 1\ntarget x >= 1"),
            "f:4:2: this contradicts what was said about the variable before");
}

TEST(Spec, LinesOfTheTargetAreAlternatives) {
  EXPECT_EQ(specVerdict("x >= 1 -> x' = x - 1;", "x = 1, y = 0, z = 0", "y >= 1\nx >= 1"), Verdict::Coverable);
}

TEST(Spec, Errors) {
  EXPECT_EQ(specError("rules"), "f:1:1: expected 'vars'");
  EXPECT_EQ(specError("vars x x\nrules"), "f:1:8: variable 'x' is declared twice");
  EXPECT_EQ(specError("vars x\nrules x = 1 -> ;\ninit"), "f:2:12: guards must be upward closed: only >= is possible");
  EXPECT_EQ(specError("vars x y\nrules x >= 1 -> y' = x, x' = x;\ninit x = 1\ntarget x >= 1"),
            "f:2: 'x' would be copied: this is not a Petri net with transfers");
  EXPECT_EQ(specError("vars x\nrules\ninit x = 1\ntarget x = 1"),
            "f:4:7: targets must be upward closed: only >= is possible in them");
}

TEST(Pnml, MarkingsAndWeights) {
  const auto net = parsePnml("<pnml><net><page>"
                             "<place id='p'><initialMarking><text> 4 </text></initialMarking></place><place id='q'/>"
                             "<transition id='t'/>"
                             "<arc source='p' target='t'><inscription><text>2</text></inscription></arc>"
                             "<arc source='t' target='q'/></page></net></pnml>",
                             "f");
  ASSERT_TRUE(net) << net.error().message;
  System asked = *net;
  asked.targets = *parseNetTargets(asked, "q >= 2", "--target");
  EXPECT_EQ(ask(asked).verdict, Verdict::Coverable);
  asked.targets = *parseNetTargets(asked, "p >= 1, \"q\" >= 2", "--target");
  EXPECT_EQ(ask(asked).verdict, Verdict::Uncoverable);
}

TEST(Pnml, TextMayBeACdataSection) {
  const auto net =
      parsePnml("<pnml><place id='p'><initialMarking>\n<text> <![CDATA[2]]> </text></initialMarking></place>"
                "<name><text><![CDATA[<arc ]> ]]></text></name></pnml>",
                "f");
  ASSERT_TRUE(net) << net.error().message;
  EXPECT_EQ(net->initial.front().least, Threads({{0, 2}}));
}

TEST(Pnml, Errors) {
  EXPECT_EQ(pnmlError("<pnml/>"), "f:1:8: there is no place in this file: is it PNML?");
  EXPECT_EQ(pnmlError(""), "f:1:1: there is no place in this file: is it PNML?");
  EXPECT_EQ(pnmlError("<place id='p'/>\n<transition id='t'/>\n<arc source='p' target='t' type='inhibitor'/>"),
            "f:3: arcs of type 'inhibitor' are not supported");
  EXPECT_EQ(pnmlError("<place id='p'/>\n<place/>"), "f:2: a place without an id");
  EXPECT_EQ(pnmlError("<place id='p'/>\n<transition id='p'/>"), "f:2: 'p' exists twice");
  EXPECT_EQ(pnmlError("<place id='p'/>\n<initialMarking><text>1</text></initialMarking>"),
            "f:2: an initial marking outside a place");
  EXPECT_EQ(pnmlError("<place id='p'><initialMarking>\n<text>1<b/>2</text></initialMarking></place>"),
            "f:2: expected a number, not <b>");
}

TEST(Pnml, MalformedXmlIsRefusedWithItsPlace) {
  EXPECT_EQ(pnmlError("<pnml>\n<place id='p'>"), "f:2:15: the file ends inside an element that is not closed");
  EXPECT_EQ(pnmlError("<a>\n</b>"), "f:2:3: </b> does not close the innermost open element");
  EXPECT_EQ(pnmlError("<pnml>\n<place id='p'></pnml></place>"),
            "f:2:17: </pnml> does not close the innermost open element");
  EXPECT_EQ(pnmlError("<pnml>\n<place id=p/></pnml>"), "f:2:11: expected an attribute, as in id=\"p1\"");
  EXPECT_EQ(pnmlError("<pnml>\n<place id='p/></pnml>"), "f:2:12: expected an attribute, as in id=\"p1\"");
  EXPECT_EQ(pnmlError("<pnml>\n<1/></pnml>"), "f:2:2: malformed or unfinished tag");
  EXPECT_EQ(pnmlError("<pnml>\n<!-- </pnml>"), "f:2:12: malformed or unfinished comment");
  EXPECT_EQ(pnmlError("<pnml>\n<![CDATA[ </pnml>"), "f:2:10: malformed or unfinished CDATA section");
  EXPECT_EQ(pnmlError("<?xml version='1.0'"), "f:1:19: malformed or unfinished processing instruction");
  EXPECT_EQ(pnmlError("<place id='p'/>\n" + std::string(1, '\0') + "<place id='q'/>"),
            "f:2:1: a NUL character is not allowed in XML");
  for (const char *reference : {"&#0;", "&#x0;", "&#000;"})
    EXPECT_EQ(pnmlError(std::string("<pnml>\n<place id='p") + reference + "'/></pnml>"),
              "f:2:13: a NUL character is not allowed in XML");
}

TEST(Pnml, EntitiesOfADoctypeAreNotExpanded) {
  const auto net = [](const std::string &marking) {
    return "<?xml version='1.0'?>\n<!DOCTYPE pnml [<!ENTITY two \"2\"> <!-- ]> -->]>\n"
           "<pnml><place id='p'><initialMarking>\n<text>" +
           marking + "</text></initialMarking></place></pnml>";
  };
  EXPECT_EQ(pnmlError(net("&two;")), "f:4: expected a number, not '&two;'");
  EXPECT_EQ(pnmlError(net("&#50;")), "") << "a character reference is part of XML itself";
  EXPECT_EQ(pnmlError("<!DOCTYPE pnml [\n<!ENTITY"), "f:2:8: malformed or unfinished document type declaration");
}

TEST(Pnml, CommentsAndNamespacePrefixesAreIgnored) {
  const auto net = parsePnml("<n:pnml xmlns:n='u'><!-- <place id='x'/> --><n:place n:id='p'><n:initialMarking>"
                             "<n:text>1<!-- 7 -->2</n:text></n:initialMarking></n:place></n:pnml>",
                             "f");
  ASSERT_TRUE(net) << net.error().message;
  EXPECT_EQ(net->localNames, std::vector<std::string>{"p"});
  EXPECT_EQ(net->initial.front().least, Threads({{0, 12}}));
}

TEST(Pnml, DeepNestingIsRefused) {
  std::string open;
  std::string close;
  for (int i = 0; i < 100'000; ++i) {
    open += "<page>";
    close += "</page>";
  }
  EXPECT_EQ(pnmlError(open), "f:1:600001: the file ends inside an element that is not closed");
  EXPECT_EQ(pnmlError("<pnml>\n" + open + "<place id='p'/>" + close + "</pnml>"),
            "f:2: elements are nested more than 200 deep");
}

TEST(Pnml, UnsupportedPartsAreRefused) {
  const auto error = [](const std::string &text) {
    const auto parsed = parsePnml("<pnml><place id='p'/><transition id='t'/>\n" + text + "</pnml>", "f");
    return parsed ? "" : parsed.error().message;
  };
  const std::string arc = "<arc source='p' target='t'>";
  EXPECT_EQ(error(arc + "<type value='normal'/></arc>"), "");
  EXPECT_EQ(error(arc + "<type value='inhibitor'/></arc>"), "f:2: arcs of type 'inhibitor' are not supported");
  EXPECT_EQ(error(arc + "<type><text> reset </text></type></arc>"), "f:2: arcs of type 'reset' are not supported");
  EXPECT_EQ(error(arc + "<arctype><text>inhibitor</text></arctype></arc>"),
            "f:2: arcs of type 'inhibitor' are not supported");
  EXPECT_EQ(error("<inhibitorArc source='p' target='t'/>"), "f:2: arcs of type 'inhibitorArc' are not supported");
  EXPECT_EQ(error("<place id='q'><capacity><text>2</text></capacity></place>"),
            "f:2: capacities of places are not supported");
  EXPECT_EQ(error("<place id='q'><capacity><value>0</value></capacity></place>"), "");
  EXPECT_EQ(error("<place id='q'><hlinitialMarking/></place>"), "f:2: high-level nets are not supported");
}

TEST(Pnml, ValuesOfPipeAreReadAndToolSpecificPartsIgnored) {
  const auto net = parsePnml("<pnml><place id='p'><initialMarking><value>Default,2</value></initialMarking>"
                             "<toolspecific><place id='x'/><initialMarking><text>7</text></initialMarking>"
                             "</toolspecific></place></pnml>",
                             "f");
  ASSERT_TRUE(net) << net.error().message;
  EXPECT_EQ(net->localStates(), 1u);
  EXPECT_EQ(net->initial.front().least, Threads({{0, 2}}));
}

TEST(Formats, NumbersThatAreTooLargeAreNamed) {
  const std::string tooLarge = "this number is too large: they go up to 4294967294";
  EXPECT_EQ(ttsError("2 2\ntarget 0|4294967295\n"), "f:2:10: " + tooLarge);
  EXPECT_EQ(ttsError("99999999999 2\n"), "f:1:1: " + tooLarge);
  EXPECT_EQ(specError("vars x\nrules\ninit x = 4294967295\ntarget x >= 1\n"), "f:3:10: " + tooLarge);
  EXPECT_EQ(specError("vars x\nrules\n-> x' = x + 4294967295;\ninit x = 1\ntarget x >= 1\n"), "f:3:13: " + tooLarge);
  EXPECT_EQ(programError("shared x := 0; 0: x := 4294967295;"), "f:1:24: " + tooLarge);
  EXPECT_EQ(programError("99999999999: skip;"), "f:1:1: " + tooLarge);
  EXPECT_EQ(programError("goto 99999999999;"), "f:1:6: " + tooLarge);
  EXPECT_EQ(parsePnml("<place id='p'><initialMarking>\n<text>4294967295</text></initialMarking></place>", "f")
                .error()
                .message,
            "f:2: '4294967295' is too large: numbers go up to 4294967294");
}

TEST(Formats, AByteOrderMarkIsSkipped) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(ttsError(mark + "2 2\n"), "");
  EXPECT_EQ(ttsError(mark + "x"), "f:1:1: expected the numbers of shared and of local states, both positive");
  EXPECT_EQ(specError(mark + "vars x\nrules\ninit x = 1\ntarget x >= 1"), "");
  EXPECT_EQ(programError(mark + "shared x := 0; 0: x := 1;"), "");
  EXPECT_TRUE(parsePnml(mark + "<place id='p'/>", "f"));
}

TEST(Formats, MutilatedFilesAreReadOrRefused) {
  const std::string texts[] = {
      figure4 + "init 0|0/1\n0 1 ~> 1 2\n1 1 !> 0 0\n0 0 -> 1 1 2 ~> 0\n",
      "vars x y\nrules\nx >= 1, y >= 2 -> x' = x + y - 1, y' = 0;\ninit\nx = 1, y in [0, 2]\ntarget\nx >= 2\n",
      "<pnml><place id='p'><initialMarking><text>1</text></initialMarking></place><transition id='t'/>"
      "<arc source='p' target='t'><inscription><text>2</text></inscription></arc></pnml>",
      "shared s : 0..3 := {0, 1}; local l := *; cond c;\n0: atomic { if s != 0 goto 0; else s := (s + 1) mod 4; }\n"
      "1: wait c; while l { l := !l; signal c; } fork 1; assert s < 2 || *; broadcast c;\ntarget s = 2 | 1, 0;"};
  std::mt19937_64 random(1);
  for (int round = 0; round < 4000; ++round) {
    std::string text = texts[round % 4];
    for (std::uint64_t changes = 1 + random() % 4; changes > 0; --changes) {
      const std::size_t place = random() % text.size();
      switch (random() % 3) {
      case 0:
        text.erase(place, 1 + random() % 5);
        break;
      case 1:
        text.insert(place, text.substr(random() % text.size(), random() % 8));
        break;
      default:
        text[place] = static_cast<char>(32 + random() % 95);
      }
      if (text.empty())
        text = " ";
    }
    if (round % 4 == 0)
      static_cast<void>(parseTts(text, "f"));
    if (round % 4 == 1)
      static_cast<void>(parseSpec(text, "f"));
    if (round % 4 == 2)
      static_cast<void>(parsePnml(text, "f"));
    if (round % 4 != 3)
      continue;
    if (const auto program = parseBooleanProgram(text, "f"))
      static_cast<void>(compileBooleanProgram(*program, "f"));
  }
}

TEST(BooleanProgram, DeepNestingIsRefused) {
  EXPECT_NE(programError("shared x := 0; x := " + std::string(100'000, '(') + "1;"), "");
  EXPECT_NE(programError("shared x := 0; x := " + std::string(100'000, '!') + "1;"), "");
  EXPECT_NE(programError(std::string(100'000, '{')), "");
}

TEST(BooleanProgram, AnAtomicSectionIsNotInterrupted) {
  EXPECT_EQ(programVerdict("shared x := 0; local y := 0;\n"
                           "0: atomic { y := x; assume !y; x := 1; } critical: x := 0; goto 0;\n"
                           "target | critical, critical;"),
            Verdict::Uncoverable);
  EXPECT_EQ(programVerdict("shared x := 0; local y := 0;\n"
                           "0: y := x; assume !y; x := 1; critical: x := 0; goto 0;\n"
                           "target | critical, critical;"),
            Verdict::Coverable);
}

TEST(BooleanProgram, ForkCreatesAThread) {
  EXPECT_EQ(programVerdict("shared once := 1;\n"
                           "0: atomic { assume once; once := 0; fork child; } parent: goto parent;\n"
                           "child: goto child;\ntarget | parent, child;"),
            Verdict::Coverable);
  EXPECT_EQ(programVerdict("shared once := 1;\n"
                           "0: atomic { assume once; once := 0; fork child; } parent: goto parent;\n"
                           "child: goto child;\ntarget | child, child;"),
            Verdict::Uncoverable);
}

TEST(BooleanProgram, AnAtomicSectionMayForkInALoop) {
  const std::string program = "shared once := 1;\n"
                              "0: atomic { assume once; once := 0; while * { fork child; } }\n"
                              "parent: goto parent; child: goto child;\n";
  std::string children = "child";
  for (int i = 0; i < 30; ++i)
    children += ", child";
  EXPECT_EQ(programVerdict(program + "target | " + children + ";"), Verdict::Coverable);
  EXPECT_EQ(programVerdict(program + "target once | child;"), Verdict::Uncoverable);
}

TEST(BooleanProgram, ReturnLeadsToTheEndEvenIfALabelHasThatName) {
  EXPECT_EQ(programVerdict("shared x := 0; 0: return; { end: x := 1; } target x |;"), Verdict::Uncoverable);
}

TEST(BooleanProgram, TooManyInitialStatesAreRefused) {
  const auto parsed = parseBooleanProgram("local a : 0..65536 := *, b : 0..65536 := *; 0: skip; target | 0;", "f");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(compileBooleanProgram(*parsed, "f").error().message, "f: the program has too many states");
}

TEST(BooleanProgram, AssertionsAndRangesAreTargets) {
  EXPECT_EQ(programVerdict("shared x := 0; 0: x := 1; assert x; 1: goto 1;"), Verdict::Uncoverable);
  EXPECT_EQ(programVerdict("shared x := 0; 0: x := !x; assert x; 1: goto 1;"), Verdict::Coverable);
  EXPECT_EQ(programVerdict("shared x : 0..2 := 0; 0: x := x + 1; goto 0;"), Verdict::Coverable);
}

TEST(BooleanProgram, NondeterminismAndLoops) {
  EXPECT_EQ(programVerdict("shared x : 0..3 := {1, 2}; local i : 0..3 := *;\n"
                           "0: while i != 0 { i := i - 1; } if * x := 3; else skip; 1: goto 1; target x = 3 | 1;"),
            Verdict::Coverable);
  EXPECT_EQ(programVerdict("shared x : 0..3 := {1, 2}; 0: goto 0; target x = 0 || x = 3 | ;"), Verdict::Uncoverable);
}

TEST(BooleanProgram, AWaitWithoutASignalBlocks) {
  EXPECT_EQ(programVerdict("cond c; 0: wait c; 1: goto 1; target | 1;"), Verdict::Uncoverable);
  EXPECT_EQ(programVerdict("cond c; 0: wait c; 1: goto 1; target | 0, 0;"), Verdict::Coverable);
}

TEST(BooleanProgram, ASignalWithoutAWaitingThreadDoesNothing) {
  for (const std::string wake : {"signal", "broadcast"})
    EXPECT_EQ(programVerdict("cond c; 0: " + wake + " c; 1: goto 1; target | 1, 0;"), Verdict::Coverable);
}

TEST(BooleanProgram, SignalsInsideAtomicSections) {
  EXPECT_EQ(programVerdict("shared x := 0; cond c;\n0: goto 1, 2;\n1: wait c; woken: goto woken;\n"
                           "2: atomic { x := 1; signal c; x := 0; } 3: goto 3; target x = 1 | ;"),
            Verdict::Uncoverable)
      << "states inside the section are not visible";
}

TEST(BooleanProgram, ArithmeticDoesNotWrap) {
  const auto compileError = [](const std::string &text) {
    const auto parsed = parseBooleanProgram(text, "f");
    EXPECT_TRUE(parsed) << parsed.error().message;
    const auto compiled = compileBooleanProgram(*parsed, "f");
    return compiled ? "" : compiled.error().message;
  };
  EXPECT_EQ(compileError("shared x := 0;\n0: if 4294967294 * 4294967294 < 0 x := 1; else skip; 1: skip; target x | 1;"),
            "f:2: a value is beyond 64 bits");
  EXPECT_EQ(compileError("shared x := 0; 0: skip; target -4294967294 * 4294967294 * 9 < 0 |;"),
            "f: target: a value is beyond 64 bits");
  EXPECT_EQ(programVerdict("shared x := 0; 0: if 4294967294 * 2147483647 < 0 x := 1; else skip; 1: skip; target x | ;"),
            Verdict::Uncoverable);
  EXPECT_EQ(programVerdict("shared x := 0; 0: if (4294967294 * 2147483647) mod -3 = -1 x := 1; else skip; target x |;"),
            Verdict::Coverable);
}

TEST(BooleanProgram, BooleanOperatorsShortCircuit) {
  EXPECT_EQ(programVerdict("shared x := 0; 0: assume x != 0 && 1 mod x = 0; 1: skip; target | 1;"),
            Verdict::Uncoverable);
  EXPECT_EQ(programVerdict("shared x := 0; 0: assert x = 0 || 1 mod x = 0;"), Verdict::Uncoverable);
  EXPECT_EQ(programVerdict("shared x := 0; 0: assert 1 mod x = 0 || x = 0;"), Verdict::Coverable);
}

TEST(BooleanProgram, TheConditionOfATargetIsOnSharedVariables) {
  EXPECT_EQ(programError("local y := 0; 1: y := 1; 2: skip;\ntarget y = 1 | 2;"),
            "f:2:8: 'y' is a local variable: the condition of a target is on shared ones");
  EXPECT_EQ(programError("shared x := 0; local y := 0; 1: y := 1; 2: skip;\ntarget x = 0 && !y | 2;"),
            "f:2:18: 'y' is a local variable: the condition of a target is on shared ones");
  BooleanProgram program = *parseBooleanProgram("shared x := 0; local y := 0; 1: y := 1; 2: skip;", "f");
  EXPECT_EQ(parseProgramTargets(program, "y=1|2", "--target").error().message,
            "--target:1:1: 'y' is a local variable: the condition of a target is on shared ones");
}

TEST(BooleanProgram, AThreadIsNotWokenByItsOwnSignal) {
  for (const std::string between : {"", "skip;", "{} {}", "if 1 { skip; }"}) {
    for (const std::string signal : {"signal", "broadcast"}) {
      EXPECT_EQ(programVerdict("shared x := 0; cond c;\n0: atomic { assume !x; x := 1; } " + signal + " c; " + between +
                               " L: wait c; M: skip; target | M;"),
                Verdict::Uncoverable)
          << signal << between;
      EXPECT_EQ(programVerdict("shared x : 0..2 := 0; cond c;\n0: atomic { assume x < 2; x := x + 1; } " + signal +
                               " c; " + between + " L: wait c; M: skip; target | M;"),
                Verdict::Coverable)
          << signal << between;
      EXPECT_EQ(programVerdict("shared x := 0; cond c;\n0: atomic { assume !x; x := 1; } " + signal + " c; " + between +
                               " L: wait c; M: skip; target | L;"),
                Verdict::Coverable)
          << signal << between;
    }
  }
}

TEST(BooleanProgram, AThreadThatSkipsBeforeAWaitIsNotWaiting) {
  const auto program = [](const std::string &between) {
    return "shared x : 0..2 := 0; cond c;\n0: goto 1, 2;\n1: atomic { assume x = 0; x := 1; } " + between +
           " L: wait c; goto 4;\n2: atomic { assume x = 1; x := 2; } signal c; M: skip; 4: skip;\ntarget | L, M;";
  };
  EXPECT_EQ(programVerdict(program("skip;")), Verdict::Coverable);
  EXPECT_EQ(programVerdict(program("")), Verdict::Uncoverable);
}

TEST(BooleanProgram, LabelsInsideAtomicSectionsAreTargets) {
  const std::string program = "shared x := 0; local l := 0;\n0: atomic { x := 1; A: l := 1; B: x := 0; }\n1: skip;\n";
  EXPECT_EQ(programVerdict(program + "target | A;"), Verdict::Coverable);
  EXPECT_EQ(programVerdict(program + "target x = 1 | B, 0, 1;"), Verdict::Coverable);
  EXPECT_EQ(programVerdict(program + "target x = 0 | B;"), Verdict::Uncoverable);
  EXPECT_EQ(programVerdict(program + "target | A, B;"), Verdict::Uncoverable) << "one thread is inside at a time";
  EXPECT_EQ(programVerdict(program + "target x = 1 | 1;"), Verdict::Uncoverable) << "between steps, x is 0";
  EXPECT_EQ(programVerdict("0: atomic { assume 0; A: skip; } target | A;"), Verdict::Uncoverable);
}

TEST(BooleanProgram, AnyInAComparisonIsOfTheTypeOfTheOtherSide) {
  const auto holds = [](const std::string &condition) {
    return programVerdict("shared x : 0..3 := 2, y : -2..2 := -2; 0: assume " + condition + "; 1: skip; target | 1;");
  };
  EXPECT_EQ(holds("* = x"), Verdict::Coverable);
  EXPECT_EQ(holds("x < *"), Verdict::Coverable);
  EXPECT_EQ(holds("* > x + 1"), Verdict::Coverable);
  EXPECT_EQ(holds("* = y"), Verdict::Coverable);
  EXPECT_EQ(holds("* < y"), Verdict::Uncoverable);
  EXPECT_EQ(holds("* = 7"), Verdict::Coverable);
  EXPECT_EQ(holds("* > 7"), Verdict::Uncoverable);
  EXPECT_EQ(holds("* + 1 = x + 1"), Verdict::Coverable);
  EXPECT_EQ(holds("(* && 1) = x"), Verdict::Uncoverable);
  EXPECT_EQ(programError("shared x : 0..60000 := 0;\nassume * = x + x;"),
            "f:2:17: '*' stands for one of more than 65537 values here");
}

TEST(BooleanProgram, ProceduresAreCalledByValueAndReturnAValue) {
  const std::string twice = "shared x : 0..9 := 3; local l : 0..9 := 0;\n"
                            "procedure twice(a : 0..4) { local t : 0..9 := 1; t := a + a; a := 0; return t; }\n";
  EXPECT_EQ(programVerdict(twice + "0: l := twice(x); assert l = 6 && x = 3;"), Verdict::Uncoverable);
  EXPECT_EQ(programVerdict(twice + "0: l := twice(5); 1: skip;"), Verdict::Coverable) << "5 is not in the range of a";
  EXPECT_EQ(programVerdict(twice + "0: l := twice(*); assert l mod 2 = 0 && l <= 8;"), Verdict::Uncoverable);
  EXPECT_EQ(programVerdict(twice + "0: l := twice(1); l := twice(l); x := twice(l); assert x = 8;"),
            Verdict::Uncoverable);
  EXPECT_EQ(programVerdict("local l : 0..3 := 0; procedure any() { skip; } 0: l := any(); 1: assert l != 3;"),
            Verdict::Coverable)
      << "a value that is not given is any value";
}

TEST(BooleanProgram, LabelsInProceduresBelongToEveryCall) {
  const std::string program = "shared x := 0;\nprocedure f() { if * { return; } A: skip; goto B; B: x := 1; }\n"
                              "0: f(); 1: skip; atomic { f(); x := 0; } 2: skip;\n";
  EXPECT_EQ(programVerdict(program + "target | A, B, 2;"), Verdict::Coverable);
  EXPECT_EQ(programVerdict(program + "target x = 1 | A, 1;"), Verdict::Coverable);
}

TEST(BooleanProgram, ErrorsInProcedures) {
  EXPECT_EQ(programError("procedure f() {\n f(); }\n0: f();"),
            "f:2:2: 'f' is recursive, which is not supported: calls are inlined");
  EXPECT_EQ(programError("procedure f() { g(); }\nprocedure g() { f(); }\n0: skip;"),
            "f:2:17: 'f' is recursive, which is not supported: calls are inlined");
  EXPECT_EQ(programError("procedure f(a, b) { skip; }\n0: f(1);"),
            "f:2:4: 'f' has 2 parameters, but the call 1 argument");
  EXPECT_EQ(programError("0: g();"), "f:1:4: unknown procedure 'g'");
  EXPECT_EQ(programError("procedure f() { x := 1; }\n0: skip;"), "f:1:17: 'x' is neither a statement nor a variable");
  EXPECT_EQ(programError("procedure f(a) { skip; }\n0: a := 1;"), "f:2:4: 'a' is neither a statement nor a variable");
  EXPECT_EQ(programError("procedure f() { L: skip; }\n0: goto L;"),
            "f:2:10: 'L' is in a procedure: it cannot be jumped to");
  EXPECT_EQ(programError("procedure f() { L: skip; }\n0: fork L;"),
            "f:2:10: 'L' is in a procedure: it cannot be where a thread starts");
  EXPECT_EQ(programError("procedure f() { L: skip; }\nL: f();"), "f:1:17: label 'L' exists twice");
  EXPECT_EQ(programError("procedure f() {\nskip;"), "f:2:6: expected '}'");
  EXPECT_EQ(programError("shared x := 0; procedure f() { skip; }\n0: x := f() + 1;"), "f:2:13: expected ';'");
  EXPECT_EQ(programError("shared x := 0; procedure f() { skip; }\n0: x := 1 + f();"),
            "f:2:13: a call is a statement, or the whole right side of an assignment");
  EXPECT_EQ(programError("cond c; procedure f() { wait c; }\n0: signal c; atomic { f(); }"),
            "f:1:29: 'wait' inside an atomic section would block all threads");
}

TEST(BooleanProgram, TooMuchIsRefused) {
  std::string calls = "procedure f0() { skip; }\n";
  for (int i = 1; i < 40; ++i)
    calls += "procedure f" + std::to_string(i) + "() { f" + std::to_string(i - 1) + "(); f" + std::to_string(i - 1) +
             "(); }\n";
  EXPECT_NE(programError(calls + "0: f39();").find("more than 200000 statements"), std::string::npos);
  std::string sum = "0";
  for (int i = 0; i < 100'000; ++i)
    sum += " + 1";
  EXPECT_NE(programError("shared x := 0; x := " + sum + ";").find("this expression is too long"), std::string::npos);
  std::string choices = "*";
  for (int i = 1; i < 31; ++i)
    choices += " + * * " + std::to_string(1U << i);
  const auto parsed = parseBooleanProgram("shared x := 0;\n0: assume 0 < " + choices + "; 1: skip; target | 1;", "f");
  ASSERT_TRUE(parsed);
  EXPECT_FALSE(compileBooleanProgram(*parsed, "f"));
}

TEST(BooleanProgram, StatesHaveDistinctNames) {
  const auto parsed = parseBooleanProgram(
      "shared x := *; local l := *; cond c;\nprocedure f(a) { local t := *; l := a; x := t; return; }\n"
      "0: x := 1; x := 0; f(0); f(1); if x { l := 0; l := 1; } else { l := 1; } end: signal c; wait c; assert x;\n",
      "f");
  ASSERT_TRUE(parsed) << parsed.error().message;
  const auto compiled = compileBooleanProgram(*parsed, "f");
  ASSERT_TRUE(compiled) << compiled.error().message;
  for (const auto *names : {&compiled->sharedNames, &compiled->localNames})
    EXPECT_EQ(std::set<std::string>(names->begin(), names->end()).size(), names->size());
}

TEST(BooleanProgram, Errors) {
  EXPECT_EQ(programError("shared x := 2;"), "f:1:14: 2 is not in the range of 'x', 0..1");
  EXPECT_EQ(programError("shared x := 0;\n y := 1;"), "f:2:2: 'y' is neither a statement nor a variable");
  EXPECT_EQ(programError("shared x := 0;\nx := (1;"), "f:2:8: expected ')'");
  EXPECT_EQ(programError("goto 1; atomic { 1: skip; }"),
            "f:1:7: '1' is inside an atomic section: it cannot be jumped to");
  EXPECT_EQ(programError("atomic { fork 1; 1: skip; }"),
            "f:1:16: '1' is inside an atomic section: it cannot be where a thread starts");
  EXPECT_EQ(programError("cond c; 0: signal c; atomic { wait c; }"),
            "f:1:35: 'wait' inside an atomic section would block all threads");
}

} // namespace heddle::coverability
