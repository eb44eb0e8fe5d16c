// From the command line's file names to one linked LLVM module.
//
// Every file is read and inspected here first, so that a file that is clearly not C gets one clear message
// instead of clang's diagnostics. Plain clang is corrected in three respects:
//
// - GNU line markers (`# 12 "queue.c"`), of which preprocessed files contain many, are blanked out: source
//   positions then refer to the file that the user has given, which exists and can be shown, and not to
//   files that existed on another machine.
// - What only gcc spells so is rewritten (gcc_dialect.hpp).
// - A program may define a library function itself. If clang knows the function (memcpy, abs, …), it
//   would generate code from that knowledge instead of calling the program's function, so such a program
//   is compiled again with that builtin off.
#include "frontend/compile.hpp"

#include "frontend/compilation_database.hpp"
#include "frontend/gcc_dialect.hpp"
#include "frontend/link.hpp"
#include "frontend/translation_unit.hpp"
#include "frontend/volatile_accesses.hpp"

#include <fmt/format.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

namespace heddle::frontend {

namespace fs = std::filesystem;
using program::DataModel;
using program::Property;
using support::Error;
using support::Expected;

namespace {

constexpr std::array<std::string_view, 11> cxxExtensions{".cpp", ".cc", ".cxx", ".c++", ".C", ".ii",
                                                         ".hpp", ".hh", ".hxx", ".h++", ".H"};

std::optional<Error> refuse(const std::string &path) {
  std::error_code failed;
  const fs::file_status status = fs::status(path, failed);
  if (status.type() == fs::file_type::not_found)
    return Error{fmt::format("{}: no such file", path)};
  if (status.type() == fs::file_type::none)
    return Error{fmt::format("{}: cannot be read: {}", path, failed.message())};
  if (status.type() == fs::file_type::directory)
    return Error{fmt::format("{}: is a directory, not a C file", path)};
  const std::string extension = fs::path(path).extension().string();
  if (std::ranges::count(cxxExtensions, extension) != 0)
    return Error{fmt::format("{}: is a C++ file; Heddle verifies C", path)};
  if (extension != ".c" && extension != ".i")
    return Error{fmt::format("{}: is not a C file by its name (.c, or .i if preprocessed), nor a task (.yml)", path)};
  return std::nullopt;
}

/// Overwrites `# 12 "file.c" 3 4` with spaces, which leaves all other source positions unchanged.
void blankLineMarkers(std::string &content) {
  std::size_t begin = 0;
  while (begin < content.size()) {
    const std::size_t end = std::min(content.find('\n', begin), content.size());
    const std::string_view line(content.data() + begin, end - begin);
    const bool isMarker = line.starts_with("# ") && line.size() > 2 && line[2] >= '0' && line[2] <= '9';
    if (isMarker)
      content.replace(begin, line.size(), line.size(), ' ');
    begin = end + 1;
  }
}

Expected<std::string> readSource(const std::string &path) {
  if (std::optional<Error> refusal = refuse(path))
    return *refusal;
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  std::string content{std::istreambuf_iterator<char>(stream), {}};
  if (!stream.good() && !stream.eof())
    return Error{fmt::format("{}: cannot be read: {}", path, std::strerror(errno))};
  if (content.find('\0') != std::string::npos)
    return Error{fmt::format("{}: is a binary file, not C", path)};
  if (std::ranges::all_of(content, [](unsigned char c) { return std::isspace(c) != 0; }))
    return Error{fmt::format("{}: is empty", path)};
  blankLineMarkers(content);
  content = withoutGccDialect(content);
  if (content.back() != '\n')
    content += '\n'; // clang is extremely slow on a long last line without a newline
  return content;
}

/// The last -m32 or -m64 among the arguments decides unless the options do.
DataModel dataModelOf(const std::vector<std::string> &arguments) {
  DataModel model = DataModel::LP64;
  for (const std::string &argument : arguments) {
    if (argument == "-m32")
      model = DataModel::ILP32;
    if (argument == "-m64")
      model = DataModel::LP64;
  }
  return model;
}

Expected<std::vector<CompileCommand>> commandsOf(const Options &options) {
  Expected<std::vector<std::string>> files = options.files;
  if (options.compilationDatabase && options.files.empty())
    files = databaseFiles(*options.compilationDatabase, "");
  if (!files)
    return files.error();
  if (files->empty())
    return Error{"no C file is given"};
  files->insert(files->end(), options.stubs.begin(), options.stubs.end());
  if (options.compilationDatabase)
    return compileCommands(*options.compilationDatabase, *files);
  std::vector<CompileCommand> commands;
  commands.reserve(files->size());
  for (const std::string &file : *files)
    commands.push_back({file, {}});
  return commands;
}

Expected<std::vector<TranslationUnit>> readUnits(const Options &options) {
  Expected<std::vector<CompileCommand>> commands = commandsOf(options);
  if (!commands)
    return commands.error();
  std::vector<TranslationUnit> units;
  for (CompileCommand &command : *commands) {
    Expected<std::string> content = readSource(command.file);
    if (!content)
      return content.error();
    TranslationUnit unit;
    unit.path = command.file;
    unit.content = std::move(*content);
    unit.preprocessed = fs::path(command.file).extension() == ".i";
    unit.arguments = std::move(command.arguments);
    unit.arguments.insert(unit.arguments.end(), options.compilerArguments.begin(), options.compilerArguments.end());
    unit.dataModel = options.dataModel.value_or(dataModelOf(unit.arguments));
    if (!options.entry.empty() || options.harness)
      unit.arguments.emplace_back("-femit-all-decls"); // also static functions that nothing calls
    unit.checkOverflow = options.properties.contains(Property::NoOverflow);
    if (!units.empty() && unit.dataModel != units.front().dataModel)
      return Error{fmt::format("{} and {} are compiled for different data models; choose one with --data-model",
                               units.front().path, unit.path)};
    units.push_back(std::move(unit));
  }
  return units;
}

Expected<std::vector<UserModule>> compileAll(const std::vector<TranslationUnit> &units,
                                             std::unique_ptr<llvm::LLVMContext> &context) {
  std::vector<UserModule> modules;
  std::optional<Error> errors; // of all files: a user mends them together
  for (const TranslationUnit &unit : units) {
    Expected<std::unique_ptr<llvm::Module>> module = compile(unit, context);
    if (module) {
      modules.push_back({unit.path, std::move(*module)});
      continue;
    }
    if (context == nullptr || !module.error().verbatim) // after a crash of clang there is nothing to go on with
      return module.error();
    if (errors)
      errors->message += '\n';
    else
      errors.emplace(Error{"", true});
    errors->message += module.error().message;
  }
  if (errors)
    return *errors;
  return modules;
}

/// The library functions that the program defines and for which clang has a builtin.
std::vector<std::string> ownLibraryFunctions(const std::vector<UserModule> &modules) {
  std::vector<std::string> names;
  const llvm::TargetLibraryInfoImpl library(llvm::Triple(modules.front().module->getTargetTriple()));
  for (const UserModule &unit : modules) {
    for (const llvm::Function &function : *unit.module) {
      llvm::LibFunc known{};
      if (!function.isDeclaration() && library.getLibFunc(function.getName(), known))
        names.push_back(function.getName().str());
    }
  }
  return names;
}

/// The words of a C text that may be names.
std::vector<std::string> identifiersIn(const std::string &text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text + ' ') {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
      continue;
    }
    if (!word.empty())
      words.push_back(std::move(word));
    word.clear();
  }
  return words;
}

/// Appends the harness to the file that defines the first function which the threads name, or else to the first file.
void appendHarness(const Harness &harness, std::vector<TranslationUnit> &units,
                   const std::vector<UserModule> &modules) {
  std::size_t chosen = 0;
  bool isFound = false;
  for (const Harness::Code &thread : harness.threads)
    for (const std::string &word : identifiersIn(thread.text))
      for (std::size_t i = 0; i < modules.size() && !isFound; ++i) {
        const llvm::Function *function = modules[i].module->getFunction(word);
        isFound = function != nullptr && !function->isDeclaration();
        chosen = isFound ? i : chosen;
      }
  units[chosen].content += toSource(harness, units[chosen].preprocessed);
}

/// A main function that the program has is not used.
void startInHarness(llvm::Module &program) {
  llvm::Function *harness = program.getFunction(harnessMain);
  if (harness == nullptr)
    return;
  if (llvm::Function *unused = program.getFunction("main"))
    unused->setName("main.unused");
  harness->setName("main");
}

} // namespace

Expected<CompiledModule> compile(const Options &options) {
  Expected<std::vector<TranslationUnit>> units = readUnits(options);
  if (!units)
    return units.error();

  CompiledModule result;
  result.context = std::make_unique<llvm::LLVMContext>();
  result.dataModel = units->front().dataModel;
  Expected<std::vector<UserModule>> modules = compileAll(*units, result.context);
  if (!modules)
    return modules.error();

  const std::vector<std::string> ownFunctions = ownLibraryFunctions(*modules);
  if (options.harness)
    appendHarness(*options.harness, *units, *modules);
  if (!ownFunctions.empty() || options.harness) {
    for (TranslationUnit &unit : *units)
      for (const std::string &name : ownFunctions)
        unit.arguments.push_back("-fno-builtin-" + name);
    modules = compileAll(*units, result.context);
    if (!modules)
      return modules.error();
  }

  for (std::size_t i = modules->size() - options.stubs.size(); i < modules->size(); ++i)
    (*modules)[i].isStub = true;
  result.replaced = makeWayForStubs(*modules, result.dataModel);
  Expected<std::unique_ptr<llvm::Module>> linked = linkTogether(std::move(*modules));
  if (!linked)
    return linked.error();
  result.module = std::move(*linked);
  if (options.harness)
    startInHarness(*result.module);
  if (options.volatileAtomic)
    makeVolatileAtomic(*result.module);
  if (std::optional<Error> failure = linkRuntime(*result.module, result.dataModel))
    return *failure;
  return result;
}

} // namespace heddle::frontend
