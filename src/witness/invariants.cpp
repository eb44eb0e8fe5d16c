// A case of a thread-modular proof holds each time that a thread is at its location, whatever other threads do, so it
// can be stated without them. (The labels of a reachability tree cannot: they hold in those executions that represent
// the others, and speak of all threads at once.)
//
// Two kinds of claims are made, both about global variables with the type of a number.
//
// - Before a check of the property: the union over the cases of the location at which the thread rests before the
//   check. The action with the check must not write memory before it, so that the thread's own writes cannot come
//   between the location and the check.
// - At the head of a loop: the union over all cases in which main is alone and the claims that hold whenever several
//   threads may run. It holds everywhere, so it does not matter which location of the automaton the head has become.
//
// A variable that one of the cases does not bound has no claim.
#include "witness/invariants.hpp"

#include "support/files.hpp"
#include "witness/source_scan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace heddle::witness {

using program::SourceSpan;
using proof::ModularCase;
using proof::StaticCell;
using proof::ValueSet;

namespace {

/// Bounds of a number: signed or unsigned, by the type of the variable.
struct Bounds {
  std::int64_t least = 0;
  std::int64_t most = 0;
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  void join(const Bounds &other) {
    least = std::min(least, other.least);
    most = std::max(most, other.most);
    low = std::min(low, other.low);
    high = std::max(high, other.high);
  }
};
using Claims = std::map<StaticCell, Bounds>;

class Extractor {
public:
  Extractor(const program::Program &program, const proof::ModularProof &proof) : program_(program), proof_(proof) {
    add(proof.global, global_);
  }

  std::vector<Invariant> extract() {
    const Claims everywhere = claimsEverywhere();
    for (program::CfaId id = 0; id < program_.cfas.size(); ++id)
      for (const program::Action &action : program_.cfas[id].actions) {
        bool writes = false;
        for (const program::Instruction &instruction : action.instructions) {
          const SourceSpan span = program_.sources.userSpan(instruction.span);
          writes = writes || std::holds_alternative<program::Store>(instruction.operation) ||
                   std::holds_alternative<program::Free>(instruction.operation);
          if (!span.known() || program_.sources.isRuntime(span.file))
            continue;
          addLoop(span, everywhere);
          const auto *check = std::get_if<program::Check>(&instruction.operation);
          if (check != nullptr && check->property == program::Property::UnreachCall && !writes)
            addCheck(span, claimsAt(id, action.from));
        }
      }
    std::vector<Invariant> result;
    for (const auto &[place, claims] : checks_)
      addInvariant(Invariant::Kind::Location, place, claims, result);
    for (const auto &[place, claims] : loops_)
      addInvariant(Invariant::Kind::Loop, place, claims, result);
    return result;
  }

private:
  using Place = std::tuple<program::FileId, unsigned, unsigned, std::string>; // file, line, column, function

  void add(const std::vector<std::pair<StaticCell, ValueSet>> &values, Claims &claims) const {
    for (const auto &[cell, set] : values)
      if (const bool isNumber = set.number && set.pointers.empty() && !set.self && set.handles.empty();
          isNumber && typeOf(cell) != nullptr)
        claims[cell] = {set.number->least, set.number->most, set.number->low, set.number->high};
  }

  /// Of a variable of the user that a C expression can name in any function; null otherwise.
  const program::Type *typeOf(const StaticCell &cell) const {
    if (cell.object == program::nullObject || cell.object >= program_.objects.size())
      return nullptr;
    const program::StaticObject &object = program_.objects[cell.object];
    const program::Type &type = program_.types[object.type];
    const bool isNumber = type.kind == program::TypeKind::Signed || type.kind == program::TypeKind::Unsigned;
    const bool isName =
        std::ranges::all_of(object.name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
    if (object.kind != program::StaticObject::Kind::Variable || !isNumber || !isName || object.name.starts_with("__") ||
        cell.offset != 0 || cell.bytes != object.size || !object.span.known() ||
        program_.sources.isRuntime(object.span.file))
      return nullptr;
    return &type;
  }

  /// A case bounds a variable itself or, if other threads may run, by a global claim.
  Claims claimsOf(const ModularCase &each) const {
    Claims claims;
    if (!each.alone)
      claims = global_;
    add(each.memory, claims);
    return claims;
  }

  static void joinWith(std::optional<Claims> &all, const Claims &more) {
    if (!all) {
      all = more;
      return;
    }
    std::erase_if(*all, [&](const auto &claim) { return !more.contains(claim.first); });
    for (auto &[cell, bounds] : *all)
      bounds.join(more.at(cell));
  }

  Claims claimsAt(program::CfaId cfa, program::LocationId location) const {
    std::optional<Claims> all;
    for (const ModularCase &each : proof_.cases)
      if (each.cfa == cfa && each.location == location)
        joinWith(all, claimsOf(each));
    return all.value_or(Claims());
  }

  Claims claimsEverywhere() const {
    std::optional<Claims> all;
    if (program_.cfas.size() > 1)
      all = global_;
    for (const ModularCase &each : proof_.cases)
      if (each.alone)
        joinWith(all, claimsOf(each));
    return all.value_or(Claims());
  }

  void addLoop(SourceSpan span, const Claims &claims) {
    const SourceScan &scan = scanOf(span.file);
    const SourceScan::Loop *loop = scan.loopWithHeaderAt(span.line, span.column);
    if (loop == nullptr || claims.empty())
      return;
    const Token &keyword = scan.token(loop->keyword);
    loops_.try_emplace(Place{span.file, keyword.line, keyword.column, program_.sources.frame(span.frame).function},
                       claims);
  }

  /// A statement that several calls execute has several copies, each with cases of its own.
  void addCheck(SourceSpan span, const Claims &claims) {
    const Token *statement = scanOf(span.file).statementAt(span.line, span.column);
    if (statement == nullptr || statement->line != span.line)
      return;
    const Place place{span.file, statement->line, statement->column, program_.sources.frame(span.frame).function};
    const auto [entry, isNew] = checks_.try_emplace(place, claims);
    if (isNew)
      return;
    std::optional<Claims> joined = std::move(entry->second);
    joinWith(joined, claims);
    entry->second = std::move(*joined);
  }

  std::string textOf(const StaticCell &cell, const Bounds &bounds) const {
    const program::Type &type = *typeOf(cell);
    const std::string &name = program_.objects[cell.object].name;
    const unsigned bits = cell.bytes * 8;
    if (type.kind == program::TypeKind::Unsigned) {
      if (bounds.low == bounds.high)
        return fmt::format("{} == {}U", name, bounds.low);
      const bool isUnbounded = bits < 64 ? bounds.high >= (std::uint64_t{1} << bits) - 1 : bounds.high == UINT64_MAX;
      return fmt::format("{}{}{}", bounds.low == 0 ? "" : fmt::format("{} >= {}U", name, bounds.low),
                         bounds.low != 0 && !isUnbounded ? " && " : "",
                         isUnbounded ? "" : fmt::format("{} <= {}U", name, bounds.high));
    }
    const std::int64_t lowest = bits < 64 ? -(std::int64_t{1} << (bits - 1)) : INT64_MIN;
    const std::int64_t highest = bits < 64 ? (std::int64_t{1} << (bits - 1)) - 1 : INT64_MAX;
    if (bounds.least == bounds.most && bounds.least != INT64_MIN)
      return fmt::format("{} == {}", name, bounds.least);
    std::vector<std::string> parts;
    if (bounds.least > lowest)
      parts.push_back(fmt::format("{} >= {}", name, bounds.least));
    if (bounds.most < highest)
      parts.push_back(fmt::format("{} <= {}", name, bounds.most));
    return fmt::format("{}", fmt::join(parts, " && "));
  }

  void addInvariant(Invariant::Kind kind, const Place &place, const Claims &claims, std::vector<Invariant> &result) {
    const auto &[file, line, column, function] = place;
    std::vector<std::string> parts;
    for (const auto &[cell, bounds] : claims)
      if (std::string text = textOf(cell, bounds); !text.empty())
        parts.push_back(std::move(text));
    if (!parts.empty())
      result.push_back(
          {kind, {program_.sources.path(file), line, column, function}, fmt::format("{}", fmt::join(parts, " && "))});
  }

  const SourceScan &scanOf(program::FileId file) {
    if (const auto known = scans_.find(file); known != scans_.end())
      return known->second;
    return scans_.emplace(file, SourceScan(support::readFile(program_.sources.path(file)).value_or(""))).first->second;
  }

  const program::Program &program_;
  const proof::ModularProof &proof_;
  Claims global_;
  std::map<program::FileId, SourceScan> scans_;
  std::map<Place, Claims> checks_;
  std::map<Place, Claims> loops_;
};

} // namespace

std::vector<Invariant> invariantsOf(const program::Program &program, const proof::ModularProof &proof) {
  return Extractor(program, proof).extract();
}

} // namespace heddle::witness
