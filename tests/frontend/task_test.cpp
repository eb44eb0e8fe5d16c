#include "frontend/task.hpp"

#include "temporary_files.hpp"

namespace heddle::frontend {
namespace {

using program::DataModel;
using program::Property;
using program::PropertySet;

class PropertyFile : public testing::Test {
protected:
  support::Expected<PropertySpec> parse(std::string_view content) {
    return parsePropertyFile(files_.write("test.prp", content));
  }
  std::string messageFor(std::string_view content) {
    const auto spec = parse(content);
    return spec ? "no error" : spec.error().message;
  }

  TemporaryFiles files_;
};

TEST_F(PropertyFile, CallMeansExactlyTheNamedFunction) {
  const auto spec = parse("CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->properties, PropertySet{Property::UnreachCall});
  EXPECT_EQ(spec->errorFunctions, std::vector<std::string>{"reach_error"});
}

TEST_F(PropertyFile, SeveralChecksAddUp) {
  const auto spec = parse("CHECK( init(main()), LTL(G valid-free) )\n"
                          "CHECK( init(main()), LTL(G valid-deref) )\n"
                          "CHECK( init(main()), LTL(G valid-memtrack) )\n\n");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->properties, (PropertySet{Property::ValidFree, Property::ValidDeref, Property::ValidMemtrack}));
  EXPECT_TRUE(spec->errorFunctions.empty());
}

TEST_F(PropertyFile, SeveralErrorFunctionsAreAllKept) {
  const auto spec = parse("CHECK(init(main()),LTL(G!call(f())))\nCHECK(init(main()),LTL(G!call(g())))\n");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->errorFunctions, (std::vector<std::string>{"f", "g"}));
}

TEST_F(PropertyFile, EveryFormulaOfOursIsKnown) {
  EXPECT_EQ(parse("CHECK( init(main()), LTL(G ! data-race) )")->properties, PropertySet{Property::NoDataRace});
  EXPECT_EQ(parse("CHECK( init(main()), LTL(G ! overflow) )")->properties, PropertySet{Property::NoOverflow});
  EXPECT_EQ(parse("CHECK( init(main()), LTL(G ! deadlock) )")->properties, PropertySet{Property::NoDeadlock});
  EXPECT_EQ(parse("CHECK( init(main()), LTL(G lock-discipline) )")->properties, PropertySet{Property::LockDiscipline});
}

TEST_F(PropertyFile, BlanksAndWindowsLineEndsDoNotMatter) {
  const auto spec = parse("  CHECK(init( main() ),LTL( G!  data-race ))  \r\n\r\n");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->properties, PropertySet{Property::NoDataRace});
}

TEST_F(PropertyFile, UnsupportedPropertiesAreNamed) {
  EXPECT_EQ(messageFor("CHECK( init(main()), LTL(F end) )\r\n"),
            files_.path("test.prp") + ": property `CHECK( init(main()), LTL(F end) )` is not supported");
  EXPECT_NE(messageFor("CHECK( init(main()), LTL(G valid-memcleanup) )").find("is not supported"), std::string::npos);
  EXPECT_NE(messageFor("CHECK( init(start()), LTL(G ! overflow) )").find("`start` is not supported"),
            std::string::npos);
}

TEST_F(PropertyFile, SomethingElseIsNotAPropertyFile) {
  EXPECT_EQ(messageFor("int main(void) { return 0; }\n"),
            files_.path("test.prp") + ": not a property file: `int main(void) { return 0; }`");
  EXPECT_EQ(messageFor(""), files_.path("test.prp") + ": not a property file: it has no CHECK line");
  EXPECT_EQ(messageFor(std::string_view("\x7f"
                                        "ELF\0\1",
                                        6)),
            files_.path("test.prp") + ": not a property file: `?ELF`");
}

TEST_F(PropertyFile, MissingFileAndDirectoryAreNamed) {
  EXPECT_EQ(parsePropertyFile(files_.path("none.prp")).error().message, files_.path("none.prp") + ": no such file");
  EXPECT_EQ(parsePropertyFile(files_.directory()).error().message, files_.directory() + ": is a directory");
}

class TaskDefinition : public testing::Test {
protected:
  support::Expected<Task> parseYaml(std::string_view content) {
    return parseTask(files_.write("set/task.yml", content));
  }
  std::string messageFor(std::string_view content) {
    const auto task = parseYaml(content);
    return task ? "no error" : task.error().message;
  }

  TemporaryFiles files_;
};

TEST_F(TaskDefinition, PathsAreRelativeToItsFolder) {
  const auto task = parseYaml("format_version: '2.0'\n"
                              "input_files: 'lock.i'\n"
                              "properties:\n"
                              "  - property_file: ../properties/unreach-call.prp\n"
                              "    expected_verdict: true\n"
                              "  - property_file: ../properties/valid-memsafety.prp\n"
                              "    expected_verdict: false\n"
                              "    subproperty: valid-deref\n"
                              "options:\n"
                              "  language: C\n"
                              "  data_model: ILP32\n");
  ASSERT_TRUE(task);
  EXPECT_EQ(task->inputFiles, std::vector<std::string>{files_.path("set/lock.i")});
  ASSERT_EQ(task->properties.size(), 2U);
  EXPECT_EQ(task->properties[0].file, files_.path("properties/unreach-call.prp"));
  EXPECT_EQ(task->properties[0].expectedVerdict, true);
  EXPECT_EQ(task->properties[0].subproperty, std::nullopt);
  EXPECT_EQ(task->properties[1].expectedVerdict, false);
  EXPECT_EQ(task->properties[1].subproperty, "valid-deref");
  EXPECT_EQ(task->dataModel, DataModel::ILP32);
}

TEST_F(TaskDefinition, InputFilesMayBeAListAndTheRestMayBeAbsent) {
  const auto task = parseYaml("format_version: '2.0'\ninput_files: [a.c, b.c]\n");
  ASSERT_TRUE(task);
  EXPECT_EQ(task->inputFiles, (std::vector<std::string>{files_.path("set/a.c"), files_.path("set/b.c")}));
  EXPECT_TRUE(task->properties.empty());
  EXPECT_EQ(task->dataModel, std::nullopt);
}

TEST_F(TaskDefinition, ExpectedVerdictIsOptional) {
  const auto task = parseYaml("format_version: 2.0\ninput_files: a.c\nproperties:\n  - property_file: p.prp\n");
  ASSERT_TRUE(task);
  EXPECT_EQ(task->properties.at(0).expectedVerdict, std::nullopt);
}

TEST_F(TaskDefinition, WhatIsMissingIsNamed) {
  const std::string prefix = files_.path("set/task.yml") + ": not a task definition that Heddle can use: ";
  EXPECT_EQ(messageFor("input_files: a.c\n"), prefix + "it has no format_version");
  EXPECT_EQ(messageFor("format_version: '1.0'\n"), prefix + "its format_version is 1.0, not 2.0");
  EXPECT_EQ(messageFor("format_version: '2.0'\n"), prefix + "it names no input_files");
  EXPECT_EQ(messageFor("format_version: '2.0'\ninput_files: a.c\nproperties:\n  - expected_verdict: true\n"),
            prefix + "a property has no property_file");
  EXPECT_EQ(messageFor("format_version: '2.0'\ninput_files: a.c\noptions: {language: Java}\n"),
            prefix + "its language is Java; Heddle verifies C");
  EXPECT_EQ(messageFor("format_version: '2.0'\ninput_files: a.c\noptions: {data_model: LLP64}\n"),
            prefix + "the data model `LLP64` is not LP64 or ILP32");
}

TEST_F(TaskDefinition, BadYamlIsReportedWithItsLine) {
  EXPECT_TRUE(messageFor("format_version: '2.0'\ninput_files: [a.c\n").starts_with(files_.path("set/task.yml") + ":"));
  EXPECT_NE(messageFor("format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: p\n"
                       "    expected_verdict: maybe\n")
                .find(":5: not a task definition"),
            std::string::npos);
  EXPECT_NE(messageFor("").find("not a task definition"), std::string::npos);
  EXPECT_NE(messageFor("just text").find("not a task definition"), std::string::npos);
}

} // namespace
} // namespace heddle::frontend
