// Which library models a native run uses.
//
// Models decide what synchronisation does and which of its outcomes a schedule has chosen, so a native run that is to
// follow a schedule must use them. The other functions of the C library have one outcome, or read what the schedule
// knows nothing of: the native run has the real ones, as far as no model of the list below defines them.
#include "native/sources.hpp"

#include "native/lines.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

namespace heddle::native {

extern const std::string_view shim;
extern const std::string_view models;

namespace {

constexpr std::array nativeModels{
    "allocation.c", "atomic_library.c", "barrier.c",       "c11_threads.c", "cancellation.c",      "channels.c",
    "condvar.c",    "futex.c",          "input.c",         "mapping.c",     "memory_blocks.c",     "mutex.c",
    "once.c",       "output.c",         "random.c",        "rwlock.c",      "scanning.c",          "semaphore.c",
    "sorting.c",    "spinlock.c",       "string_search.c", "strings.c",     "thread_attributes.c", "thread_specific.c",
    "threads.c",    "time.c",
};

/// What a program prints shall be seen; but what it writes to a pipe goes to the model of pipes.
bool isNative(const std::string &file, const std::string &function) {
  return file != "output.c" || function == "write";
}

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The name before the first parenthesis of a line.
std::string functionOn(std::string_view line) {
  const std::size_t end = line.find('(');
  std::size_t begin = end;
  while (begin != std::string_view::npos && begin > 0 && isWordCharacter(line[begin - 1]))
    --begin;
  return end == std::string_view::npos ? std::string() : std::string(line.substr(begin, end - begin));
}

/// The models are formatted by clang-format: a definition begins in the first column, and declarations end there.
bool beginsDefinition(std::string_view line) {
  return !line.empty() && isWordCharacter(line.front()) && !line.starts_with("static ") &&
         !line.starts_with("typedef ") && !line.starts_with("extern ") && !line.starts_with("enum ") &&
         line.find('(') != std::string_view::npos && !line.ends_with(';');
}

std::set<std::string> wordsOf(std::string_view text) {
  std::set<std::string> words;
  forEachLine(text, [&](std::string_view line) {
    line = line.substr(0, line.find("//"));
    for (std::size_t i = 0; i < line.size();) {
      const std::size_t begin = i;
      while (i < line.size() && isWordCharacter(line[i]))
        ++i;
      if (i > begin)
        words.emplace(line.substr(begin, i - begin));
      else
        ++i;
    }
  });
  return words;
}

/// By function: the file that defines it.
const std::map<std::string, std::string> &definitions() {
  static const std::map<std::string, std::string> table = [] {
    std::map<std::string, std::string> result;
    for (const SourceFile &file : modelSources())
      if (isNativeModel(file.name) && file.name.ends_with(".c"))
        for (const std::string &function : functionsOf(file.name))
          if (isNative(file.name, function))
            result.emplace(function, file.name);
    return result;
  }();
  return table;
}

std::string_view textOf(const std::string &modelFile) {
  const auto &files = modelSources();
  const auto found = std::ranges::find(files, modelFile, &SourceFile::name);
  return found == files.end() ? std::string_view() : found->text;
}

} // namespace

std::vector<SourceFile> unbundle(std::string_view bundle) {
  constexpr std::string_view marker = "@@@ ";
  std::vector<SourceFile> files;
  while (bundle.starts_with(marker)) {
    const std::size_t begin = bundle.find('\n') + 1;
    const std::size_t next = bundle.find("\n@@@ ", begin - 1);
    const std::size_t end = next == std::string_view::npos ? bundle.size() : next + 1;
    files.push_back(
        {std::string(bundle.substr(marker.size(), begin - 1 - marker.size())), bundle.substr(begin, end - begin)});
    bundle.remove_prefix(end);
  }
  return files;
}

const std::vector<SourceFile> &shimSources() {
  static const std::vector<SourceFile> files = unbundle(shim);
  return files;
}

const std::vector<SourceFile> &modelSources() {
  static const std::vector<SourceFile> files = unbundle(models);
  return files;
}

bool isNativeModel(const std::string &file) {
  return file.ends_with(".h") || std::ranges::count(nativeModels, file) != 0;
}

std::set<std::string> functionsOf(const std::string &modelFile) {
  std::set<std::string> functions;
  constexpr std::string_view symbol = "__asm__(\""; // the name of the function in the binary
  forEachLine(textOf(modelFile), [&](std::string_view line) {
    if (beginsDefinition(line))
      functions.insert(functionOn(line));
    if (const std::size_t begin = line.find(symbol); begin != std::string_view::npos)
      functions.emplace(
          line.substr(begin + symbol.size(), line.find('"', begin + symbol.size()) - begin - symbol.size()));
  });
  return functions;
}

std::set<std::string> modelledFunctions() {
  std::set<std::string> functions;
  for (const auto &[function, file] : definitions())
    functions.insert(function);
  return functions;
}

std::vector<std::string> neededModels(const std::set<std::string> &symbols) {
  std::set<std::string> needed;
  std::vector<std::string> pending;
  const auto need = [&](const std::string &function) {
    const auto definition = definitions().find(function);
    if (definition != definitions().end() && needed.insert(definition->second).second)
      pending.push_back(definition->second);
  };
  for (const std::string &symbol : symbols)
    need(symbol);
  while (!pending.empty()) {
    const std::string file = pending.back();
    pending.pop_back();
    for (const std::string &word : wordsOf(textOf(file)))
      need(word);
  }
  return {needed.begin(), needed.end()};
}

} // namespace heddle::native
