// The identity of a program is taken from the module after clang, not from the files: macros, headers, flags of the
// compilation database and the library models have had their effect, and nothing that clang read can be forgotten. The
// text of the module has the debug information as well, so positions and names of files count; a comment that moves no
// code does not, except that clang adds a checksum of each file.
#include "frontend/identity.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/SHA256.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdint>
#include <map>
#include <optional>
#include <type_traits>
#include <vector>

namespace heddle::frontend {

namespace {

/// A hash of values in sequence; each text is preceded by its length, so that no two sequences are the same bytes.
class Digest {
public:
  void add(const std::string &text) {
    add(text.size());
    hash_.update(text);
  }
  template <typename Number>
    requires std::is_integral_v<Number> || std::is_enum_v<Number>
  void add(Number value) {
    hash_.update(std::to_string(static_cast<std::uint64_t>(value)) + ";");
  }
  template <typename Value> void add(const std::optional<Value> &value) {
    add(value.has_value());
    if (value)
      add(*value);
  }
  template <typename Value> void add(const std::vector<Value> &values) {
    add(values.size());
    for (const Value &value : values)
      add(value);
  }
  void add(const std::map<std::string, ExternModel> &externs) {
    add(externs.size());
    for (const auto &[function, model] : externs) {
      add(function);
      add(model);
    }
  }
  void add(const Harness::Code &code) {
    add(code.text);
    add(code.file);
    add(code.line);
  }
  void add(const Harness &harness) {
    add(harness.declarations);
    add(harness.setup);
    add(harness.threads);
    add(harness.check);
  }
  void add(const program::PropertySet &properties) {
    for (unsigned i = 0; i < program::propertyCount; ++i)
      add(properties.contains(static_cast<program::Property>(i)));
  }

  std::string text() { return llvm::toHex(hash_.final(), true); }

private:
  llvm::SHA256 hash_;
};

} // namespace

std::string identityOf(const CompiledModule &compiled, const Options &options) {
  Digest digest;
  std::string text;
  llvm::raw_string_ostream stream(text);
  compiled.module->print(stream, nullptr);
  digest.add(text);
  digest.add(compiled.dataModel);
  digest.add(compiled.replaced);
  // A new member of Options does not compile here until it is added.
  const auto &[files, stubs, compilerArguments, compilationDatabase, dataModel, properties, errorFunctions,
               recursionDepth, maxActions, mallocMayFail, spuriousWakeups, externs, externPure, unknownWrites,
               programArguments, entry, entryPointers, harness, noOutsideSignals, volatileAtomic] = options;
  digest.add(files);
  digest.add(stubs);
  digest.add(compilerArguments);
  digest.add(compilationDatabase);
  digest.add(dataModel);
  digest.add(properties);
  digest.add(errorFunctions);
  digest.add(recursionDepth);
  digest.add(maxActions);
  digest.add(mallocMayFail);
  digest.add(spuriousWakeups);
  digest.add(externs);
  digest.add(externPure);
  digest.add(unknownWrites);
  digest.add(programArguments);
  digest.add(entry);
  digest.add(entryPointers);
  digest.add(harness);
  digest.add(noOutsideSignals);
  digest.add(volatileAtomic);
  return digest.text();
}

} // namespace heddle::frontend
