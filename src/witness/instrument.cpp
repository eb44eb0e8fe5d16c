// Each invariant becomes a statement, or an operand of a comma expression in the condition of its loop, that evaluates
// it in an atomic block and calls an error function if it does not hold. Another thread may run between the arrival of
// a thread and the check, so that the check covers all states in which the thread is there. The text is inserted
// without line breaks, so that places keep their lines.
//
// The expressions come from a file that cannot be trusted. One with an effect would change the program that is checked,
// so only those without are inserted (reasonNotPure). Macros may still have one, which is left to clang: an assumption
// that may have an effect does not compile (-Wassume), and within sizeof it is not evaluated.
#include "witness/instrument.hpp"

#include "support/files.hpp"
#include "witness/source_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace heddle::witness {

namespace {

const std::string *fileOf(const Invariant &invariant, const std::vector<std::string> &files) {
  if (files.size() == 1)
    return &files.front();
  const auto found = std::ranges::find(files, baseName(invariant.position.file), baseName);
  return found == files.end() ? nullptr : &*found;
}

std::string checkText(const Invariant &invariant, const std::string &function) {
  return fmt::format("__VERIFIER_atomic_begin(); if (!({0})) {1}(); __VERIFIER_atomic_end(); "
                     "(void)sizeof((__builtin_assume({0}), 0));",
                     invariant.expression, function);
}

std::optional<Insertion> insertionFor(const Invariant &invariant, const SourceScan &scan, const std::string &function) {
  const std::string check = checkText(invariant, function);
  const auto &[file, line, column, scope] = invariant.position;
  if (invariant.kind == Invariant::Kind::Location) {
    const Token *statement = scan.statementStart(line, column);
    return statement == nullptr ? std::nullopt
                                : std::optional(Insertion{statement->begin, fmt::format("{{ {} }} ", check)});
  }
  const SourceScan::Loop *loop = scan.loopAt(line, column);
  if (loop == nullptr)
    return std::nullopt;
  if (loop->kind == SourceScan::Loop::Kind::Do)
    return Insertion{loop->insertion, fmt::format(" {{ {} }} ", check)};
  return Insertion{loop->insertion, fmt::format("({{ {} }}), {}", check, loop->hasCondition ? "" : "1")};
}

} // namespace

Instrumented instrument(const std::vector<std::string> &files, const std::vector<Invariant> &invariants) {
  Instrumented result;
  std::map<std::string, SourceScan> scans;
  std::map<std::string, std::vector<Insertion>> insertions;
  for (const Invariant &invariant : invariants) {
    const std::string name = fmt::format("the invariant of line {}", invariant.position.line);
    const std::string *file = fileOf(invariant, files);
    if (file == nullptr) {
      result.unplaced.push_back(fmt::format("{} is in a file that is not given: {}", name, invariant.position.file));
      continue;
    }
    if (const std::optional<std::string> reason = reasonNotPure(invariant.expression)) {
      result.unplaced.push_back(fmt::format("{} is not an expression without effect: {}", name, *reason));
      continue;
    }
    if (!scans.contains(*file))
      scans.emplace(*file, SourceScan(support::readFile(*file).value_or("")));
    const std::string function = fmt::format("__heddle_invariant_{}", result.placed.size());
    std::optional<Insertion> insertion = insertionFor(invariant, scans.at(*file), function);
    if (!insertion) {
      result.unplaced.push_back(
          fmt::format("{}: no {} begins there", name, invariant.kind == Invariant::Kind::Loop ? "loop" : "statement"));
      continue;
    }
    insertions[*file].push_back(std::move(*insertion));
    result.placed.push_back(invariant);
    result.errorFunctions.push_back(function);
  }
  result.declarations = "_Pragma(\"clang diagnostic error \\\"-Wassume\\\"\") "
                        "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);";
  for (const std::string &function : result.errorFunctions)
    result.declarations += fmt::format(" void {}(void);", function);
  result.declarations += '\n';
  for (auto &[file, list] : insertions) {
    std::ranges::stable_sort(list, std::ranges::greater(), &Insertion::at);
    std::string text = scans.at(file).text();
    for (const Insertion &insertion : list)
      text.insert(insertion.at, insertion.text);
    result.files[file] = std::move(text);
  }
  return result;
}

} // namespace heddle::witness
