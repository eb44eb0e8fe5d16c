// heddle harness: a C file to start from, for a library without main.
//
// The functions that take a pointer to the same struct belong together: one object of that struct is shared, functions
// whose names say that they begin or end its life are called before and after, and each of the others by a thread of
// its own. What the code cannot know, a user fills in: numbers are arbitrary, and the last line asks for an assertion.
#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/input.hpp"
#include "cli/interrupt.hpp"
#include "cli/messages.hpp"
#include "cli/values.hpp"
#include "frontend/function_list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string_view>

namespace heddle::cli {

using frontend::FunctionSummary;

namespace {

struct HarnessOptions {
  InputOptions input;
  std::string record;
  std::string output;
};

constexpr std::size_t threadsWritten = 3;

/// Whether a part of the name, between underscores or capitals, is one of the words.
bool hasWord(const std::string &name, std::initializer_list<std::string_view> words) {
  std::string lower;
  for (const char c : name)
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::ranges::any_of(words, [&](std::string_view word) {
    const std::size_t at = lower.find(word);
    const bool begins = at != std::string::npos &&
                        (at == 0 || lower[at - 1] == '_' || std::isupper(static_cast<unsigned char>(name[at])) != 0);
    const std::size_t end = at + word.size();
    return begins && (end == name.size() || std::islower(static_cast<unsigned char>(name[end])) == 0);
  });
}

enum class Role : std::uint8_t { Setup, Thread, Teardown };

Role roleOf(const FunctionSummary &function) {
  if (hasWord(function.name, {"init", "initialize", "create", "new", "open", "setup", "start"}))
    return Role::Setup;
  if (hasWord(function.name, {"destroy", "free", "delete", "close", "fini", "deinit", "teardown", "cleanup", "stop"}))
    return Role::Teardown;
  return Role::Thread;
}

bool takes(const FunctionSummary &function, const std::string &record) {
  return std::ranges::any_of(function.parameters,
                             [&](const FunctionSummary::Parameter &p) { return p.pointee == record; });
}

/// The struct that most functions take.
std::string sharedRecord(const std::vector<FunctionSummary> &functions) {
  std::map<std::string, std::size_t> counts;
  for (const FunctionSummary &function : functions) {
    std::set<std::string> own;
    for (const FunctionSummary::Parameter &parameter : function.parameters)
      if (!parameter.pointee.empty() && own.insert(parameter.pointee).second)
        ++counts[parameter.pointee];
  }
  const auto most = std::ranges::max_element(counts, {}, [](const auto &entry) { return entry.second; });
  return most == counts.end() ? std::string() : most->first;
}

/// A call of one function, with the declarations that its arguments need.
class CallText {
public:
  CallText(const FunctionSummary &function, const std::string &record) {
    std::vector<std::string> arguments;
    for (const FunctionSummary::Parameter &parameter : function.parameters) {
      const std::string name =
          parameter.name.empty() ? fmt::format("argument_{}", arguments.size() + 1) : parameter.name;
      if (!record.empty() && parameter.pointee == record)
        arguments.emplace_back("&shared");
      else if (parameter.type == "...")
        comment_ = " // variable arguments: to be filled in";
      else if (parameter.type.ends_with('*'))
        arguments.push_back(pointer(parameter, name));
      else
        arguments.push_back(number(parameter, name));
    }
    call_ = fmt::format("{}({});{}", function.name, fmt::join(arguments, ", "), comment_);
  }

  std::string indented(const char *indentation) const {
    std::string text;
    for (const std::string &declaration : declarations_)
      text += indentation + declaration + '\n';
    return text + indentation + call_ + '\n';
  }

private:
  std::string pointer(const FunctionSummary::Parameter &parameter, const std::string &name) {
    if (parameter.type == "void *" || parameter.type == "const void *") {
      comment_ = " // a pointer to anything: to be filled in";
      return "0";
    }
    std::string pointee = parameter.type.substr(0, parameter.type.size() - 1);
    while (pointee.ends_with(' '))
      pointee.pop_back();
    if (pointee.starts_with("const "))
      pointee.erase(0, std::string_view("const ").size());
    declarations_.push_back(pointee == "char" ? fmt::format("char {}[] = \"text\";", name)
                                              : fmt::format("{} {} = {{0}};", pointee, name));
    return pointee == "char" ? name : "&" + name;
  }
  std::string number(const FunctionSummary::Parameter &parameter, const std::string &name) {
    declarations_.push_back(fmt::format("{} {}; // any value", parameter.type, name));
    return name;
  }

  std::vector<std::string> declarations_;
  std::string call_;
  std::string comment_;
};

std::string harnessText(const std::vector<FunctionSummary> &functions, const std::string &record,
                        const std::vector<std::string> &files, const std::filesystem::path &folder) {
  std::string text = fmt::format("// A harness for {}, to be completed: which functions run at the same time, with "
                                 "which arguments, and what\n// must hold afterwards. It includes the source, so that "
                                 "it can use what is static:\n//   heddle verify THIS_FILE\n",
                                 fmt::join(files, ", "));
  for (const std::string &file : files) {
    std::error_code ignored;
    text += fmt::format("#include \"{}\"\n", std::filesystem::proximate(file, folder, ignored).string());
  }
  text += "\n#include <assert.h>\n#include <pthread.h>\n\n";
  if (!record.empty())
    text += fmt::format("static {} shared;\n\n", record);
  std::string setup;
  std::string teardown;
  std::string others;
  std::size_t threads = 0;
  for (const FunctionSummary &function : functions) {
    if (function.name == "main" || (!record.empty() && !takes(function, record)))
      continue;
    const CallText call(function, record);
    const Role role = roleOf(function);
    if (role == Role::Setup)
      setup += call.indented("  ");
    else if (role == Role::Teardown)
      teardown += call.indented("  ");
    else if (threads == threadsWritten)
      others += fmt::format("// {} {}: {}:{}\n", function.result, function.name, function.file, function.line);
    else
      text += fmt::format("static void *thread_{}(void *unused) {{\n{}  return unused;\n}}\n\n", ++threads,
                          call.indented("  "));
  }
  if (!others.empty())
    text += "// More functions of the kind, for threads of their own:\n" + others + '\n';
  text += "int main(void) {\n" + setup;
  if (threads != 0) {
    text += fmt::format("  pthread_t threads[{}];\n", threads);
    for (std::size_t i = 1; i <= threads; ++i)
      text += fmt::format("  pthread_create(&threads[{}], 0, thread_{}, 0);\n", i - 1, i);
    for (std::size_t i = 1; i <= threads; ++i)
      text += fmt::format("  pthread_join(threads[{}], 0);\n", i - 1);
  }
  text += "  // assert(…): what must hold now\n" + teardown + "  return 0;\n}\n";
  return text;
}

int runHarness(const HarnessOptions &options) {
  const support::Expected<frontend::Options> input = resolveInput(options.input);
  if (!input)
    return reportError(input.error());
  catchInterrupts({});
  const support::Expected<std::vector<FunctionSummary>> functions = frontend::functionsOf(*input);
  releaseInterrupts();
  if (!functions)
    return reportError(functions.error());
  const std::string record = options.record.empty() ? sharedRecord(*functions) : options.record;
  const bool hasAny = std::ranges::any_of(*functions, [&](const FunctionSummary &function) {
    return function.name != "main" && (record.empty() || takes(function, record));
  });
  if (!hasAny)
    return reportError({options.record.empty() ? "the files define no function that a harness could call"
                                               : fmt::format("no function takes a pointer to {}", record)});
  const std::filesystem::path folder =
      options.output.empty() ? std::filesystem::path(".") : std::filesystem::path(options.output).parent_path();
  const std::string text = harnessText(*functions, record, input->files, folder.empty() ? "." : folder);
  if (options.output.empty()) {
    print(text);
    return exitTrue;
  }
  const auto written = writeFile(options.output, text);
  return written ? exitTrue : reportError(written.error());
}

/// The file of -o, which elsewhere is an option of the C compiler that has no effect; empty without one.
std::string compilerOutput(const SplitArguments &arguments) {
  constexpr std::string_view option = "-o";
  std::string file;
  for (const std::string &ignored : arguments.ignored)
    if (ignored.starts_with(option))
      file = ignored.substr(ignored.find_first_not_of(' ', option.size()));
  return file;
}

} // namespace

Command addHarness(CLI::App &heddle, const SplitArguments &arguments) {
  auto options = std::make_shared<HarnessOptions>();
  CLI::App *command = heddle.add_subcommand("harness", "write a C file to start from, for a library without main");
  addInputOptions(*command, options->input);
  command
      ->add_option("--struct", options->record,
                   "the struct whose functions are called; by default the one that most functions take")
      ->type_name("TYPE")
      ->group("Harness");
  command->add_option("--output", options->output, "(or -o) write the harness here instead of to standard output")
      ->type_name("FILE")
      ->check(fileName())
      ->group("Harness");
  return {command, [options, command, &arguments] {
            setArguments(options->input, *command, arguments);
            if (options->output.empty())
              options->output = compilerOutput(arguments);
            return runHarness(*options);
          }};
}

} // namespace heddle::cli
