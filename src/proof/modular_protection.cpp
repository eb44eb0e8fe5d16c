#include "proof/modular_protection.hpp"

#include "proof/modular_threads.hpp"
#include "proof/provenance.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace heddle::proof {

std::string nameOfCell(const program::Program &program, const StaticCell &cell) {
  if (cell.object >= program.objects.size())
    return fmt::format("object {}", cell.object);
  const program::StaticObject &object = program.objects[cell.object];
  return object.name + (cell.bytes == 0 ? "" : program.types.cellAt(object.type, cell.offset, cell.bytes).path);
}

std::string withoutModelWord(std::string name) {
  const std::size_t word = name.find(".__"); // names of members of the library's types, which programs do not use
  return word == std::string::npos ? name : name.substr(0, word);
}

std::string namesOfLocks(const program::Program &program, const ModularProof &proof, const std::vector<LockId> &locks) {
  std::vector<std::string> names;
  for (const LockId lock : locks)
    names.push_back(lock < proof.locks.size() ? withoutModelWord(nameOfCell(program, proof.locks[lock].cell)) : "?");
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string_view wordFor(Separation::Reason reason) {
  switch (reason) {
  case Separation::Reason::Place:
    return "place";
  case Separation::Reason::Order:
    return "order";
  case Separation::Reason::Value:
    return "value";
  case Separation::Reason::Phase:
    return "phase";
  case Separation::Reason::HandOver:
    return "hand-over";
  }
  return {};
}

namespace {

constexpr std::size_t mostPairs = 5'000;

/// An access to static memory while other threads may run.
struct SharedUse {
  program::CfaId cfa = 0;
  std::string where;
  StaticCell cell; // 0 bytes: anywhere in the object
  bool writes = false;
  bool isAtomic = false;
  std::vector<LockId> held;
  std::vector<LockId> reading;
  std::vector<StartId> open;

  auto key() const { return std::tie(cell, cfa, where, writes, isAtomic, held, reading, open); }
  bool operator<(const SharedUse &other) const { return key() < other.key(); }
  bool overlaps(const SharedUse &other) const {
    return cell.bytes == 0 || other.cell.bytes == 0 ||
           (cell.offset < other.cell.offset + other.cell.bytes && other.cell.offset < cell.offset + cell.bytes);
  }
};

/// With the cases in which it happens.
using Uses = std::map<SharedUse, std::vector<const ModularCase *>>;

/// Why two accesses do not race, in words.
struct Reason {
  std::string text;
  std::string protection;         // of the variable, if it is not a lock
  std::vector<LockId> locks = {}; // that both hold
};

Reason inWords(Separation::Reason reason) {
  switch (reason) {
  case Separation::Reason::Place:
    return {"their addresses differ", "different addresses"};
  case Separation::Reason::Order:
    return {"ordered by start and join", "the start and the join of threads"};
  case Separation::Reason::Value:
    return {"a variable has different values, which only their threads can change", "the values of another variable"};
  case Separation::Reason::Phase:
    return {"a barrier is between them", "a barrier"};
  case Separation::Reason::HandOver:
    return {"a hand-over is between them", "a hand-over"};
  }
  return {};
}

/// Why all pairs of accesses to a variable do not race.
struct Summary {
  std::optional<std::vector<LockId>> common; // held at both accesses of all pairs that locks exclude
  std::set<std::string> by;

  void add(const Reason &reason, const std::string &locks) {
    if (reason.locks.empty()) {
      by.insert(reason.protection);
      return;
    }
    lockNames.insert(locks);
    if (!common)
      common = reason.locks;
    std::erase_if(*common, [&](LockId lock) { return std::ranges::find(reason.locks, lock) == reason.locks.end(); });
  }
  std::set<std::string> lockNames; // of each pair
};

bool areDisjoint(const ValueSet &a, const ValueSet &b) {
  const bool areNumbers = a.number && b.number && a.pointers.empty() && b.pointers.empty() && !a.self && !b.self &&
                          a.handles.empty() && b.handles.empty();
  return areNumbers && (a.number->high < b.number->low || b.number->high < a.number->low);
}

/// Lines whose columns are aligned, each inside of a comment.
template <std::size_t columns>
std::string table(const std::string &title, const std::array<std::string, columns> &heads,
                  const std::set<std::array<std::string, columns>> &rows, bool isCut) {
  if (rows.empty())
    return {};
  std::array<std::size_t, columns> widths{};
  const auto measure = [&](const std::array<std::string, columns> &row) {
    for (std::size_t i = 0; i < columns; ++i)
      widths[i] = std::max(widths[i], row[i].size());
  };
  measure(heads);
  for (const auto &row : rows)
    measure(row);
  std::string text = fmt::format("\n/* {}\n *\n", title);
  const auto add = [&](const std::array<std::string, columns> &row) {
    text += " *  ";
    for (std::size_t i = 0; i + 1 < columns; ++i)
      text += fmt::format(" {:<{}} ", row[i], widths[i]);
    text += fmt::format(" {}\n", row[columns - 1]);
  };
  add(heads);
  for (const auto &row : rows)
    add(row);
  return text + (isCut ? " *   and more\n */\n" : " */\n");
}

class Protection {
public:
  Protection(const program::Program &program, const ModularProof &proof)
      : program_(program), proof_(proof), provenance_(program) {
    findUses();
    findThreads();
    for (const Separation &pair : proof.separations)
      separations_.try_emplace(std::minmax(keyOf(pair.one), keyOf(pair.other)), pair.reason);
  }

  ProtectionTables tables() {
    ProtectionTables result;
    auto &[variables, pairs, areAllPairs] = result;
    for (const auto &[object, uses] : uses_) {
      std::map<std::string, Summary> protections; // by variable
      for (auto a = uses.begin(); a != uses.end(); ++a) {
        const std::string name = nameOfCell(program_, a->first.cell);
        protections.try_emplace(name);
        for (auto b = a; b != uses.end(); ++b) {
          if ((!a->first.writes && !b->first.writes) || !a->first.overlaps(b->first))
            continue;
          if (a->first.isAtomic && b->first.isAtomic) {
            protections[name].by.insert("atomic accesses");
            continue;
          }
          const Reason reason = reasonFor(*a, *b);
          const std::string locks = namesOfLocks(program_, proof_, reason.locks);
          protections[name].add(reason, locks);
          protections[nameOfCell(program_, b->first.cell)].add(reason, locks);
          if (pairs.size() < mostPairs)
            pairs.insert({name, describe(a->first), describe(b->first), reason.text});
        }
      }
      for (const auto &[name, summary] : protections)
        variables.insert({name, describe(summary)});
    }
    areAllPairs = pairs.size() < mostPairs;
    return result;
  }

private:
  using Use = Uses::value_type;

  std::string describe(const Summary &summary) const {
    std::set<std::string> by = summary.by;
    if (summary.common && !summary.common->empty())
      by.insert(namesOfLocks(program_, proof_, *summary.common));
    else
      by.insert(summary.lockNames.begin(), summary.lockNames.end());
    return by.empty() ? "is only read" : fmt::format("is protected by {}", fmt::join(by, "; and by "));
  }

  std::string describe(const SharedUse &use) const {
    return fmt::format("{} in {} at {}", use.writes ? "write" : "read", program_.cfas[use.cfa].name, use.where);
  }

  using AccessKey = std::tuple<program::CfaId, std::string, bool>;

  AccessKey keyOf(const Separation::Access &access) const {
    return {access.cfa, program_.sources.describe(program_.sources.userSpan(access.span)), access.writes};
  }
  static AccessKey keyOf(const SharedUse &use) { return {use.cfa, use.where, use.writes}; }

  void findUses() {
    for (const ModularCase &each : proof_.cases)
      if (!each.alone && each.cfa < program_.cfas.size() && each.location < program_.cfas[each.cfa].locations.size())
        for (const program::ActionId action : program_.cfas[each.cfa].outgoing[each.location])
          for (const program::Instruction &instruction : program_.cfas[each.cfa].actions[action].instructions) {
            if (const auto *load = std::get_if<program::Load>(&instruction.operation))
              addUse(each, instruction, load->address, load->width / 8U, load->access, false);
            if (const auto *store = std::get_if<program::Store>(&instruction.operation))
              addUse(each, instruction, store->address, store->value->width / 8U, store->access, true);
          }
  }

  void addUse(const ModularCase &each, const program::Instruction &instruction, program::Expr address, unsigned bytes,
              const program::Access &access, bool writes) {
    if (!access.shared)
      return;
    for (const Target &target : provenance_.targetsOf(each.cfa, address)) {
      const program::ObjectId object = target.origin.object;
      if (object == program::nullObject || program_.objects[object].kind != program::StaticObject::Kind::Variable)
        continue;
      const bool isKnown = target.offset != Target::anywhere;
      uses_[object][{each.cfa,
                     program_.sources.describe(program_.sources.userSpan(instruction.span)),
                     {object, isKnown ? static_cast<std::uint64_t>(target.offset) : 0, isKnown ? bytes : 0},
                     writes,
                     program::isAtomic(access.order),
                     each.held,
                     each.reading,
                     each.open}]
          .push_back(&each);
    }
  }

  void findThreads() {
    try {
      threads_.emplace(program_, proof_);
      for (const ModularCase &each : proof_.cases)
        if (each.cfa == 0)
          for (const program::ActionId action : program_.cfas[0].outgoing[each.location]) {
            std::vector<StartId> open = each.open;
            for (const StartId start : threads_->startsOf(action)) {
              threads_->noteStart(open, start);
              open.push_back(start);
            }
          }
    } catch (const CheckFailure &) {
      threads_.reset(); // the order of threads is not known here
    }
  }

  /// A cell that has different values in all cases of the one and of the other.
  std::optional<StaticCell> differingCell(const std::vector<const ModularCase *> &a,
                                          const std::vector<const ModularCase *> &b) const {
    const auto valueIn = [](const ModularCase &each, const StaticCell &cell) -> const ValueSet * {
      const auto found = std::ranges::find_if(each.memory, [&](const auto &entry) { return entry.first == cell; });
      return found == each.memory.end() ? nullptr : &found->second;
    };
    for (const auto &[cell, set] : a.front()->memory) {
      const bool differs = std::ranges::all_of(a, [&, &at = cell](const ModularCase *one) {
        const ValueSet *first = valueIn(*one, at);
        return first != nullptr && std::ranges::all_of(b, [&](const ModularCase *other) {
                 const ValueSet *second = valueIn(*other, at);
                 return second != nullptr && areDisjoint(*first, *second);
               });
      });
      if (differs)
        return cell;
    }
    return std::nullopt;
  }

  Reason reasonFor(const Use &a, const Use &b) const {
    if (threads_ && !threads_->mayBeTogether(a.first.cfa, false, a.first.open, b.first.cfa, false, b.first.open))
      return {a.first.cfa == b.first.cfa ? "one thread, or one after the other" : "ordered by start and join",
              "the start and the join of threads"};
    std::vector<LockId> common;
    std::ranges::set_intersection(a.first.held, b.first.held, std::back_inserter(common));
    std::ranges::set_intersection(a.first.held, b.first.reading, std::back_inserter(common));
    std::ranges::set_intersection(a.first.reading, b.first.held, std::back_inserter(common));
    if (!common.empty())
      return {fmt::format("both hold {}", namesOfLocks(program_, proof_, common)), {}, common};
    if (const std::optional<StaticCell> cell = differingCell(a.second, b.second)) {
      const std::string name = nameOfCell(program_, *cell);
      return {fmt::format("{} has different values", name), fmt::format("the values of {}", name)};
    }
    const auto known = separations_.find(std::minmax(keyOf(a.first), keyOf(b.first)));
    if (known != separations_.end())
      return inWords(known->second);
    // The engine has no such pair: main is alone where it makes the access, although its case says less.
    if ((a.first.cfa == 0) != (b.first.cfa == 0) && proof_.separations.size() < mostSeparations)
      return {"main is alone, by start and join", "the start and the join of threads"};
    return {"excluded by the engine, for a reason that is not written down", "the order of accesses"};
  }

  const program::Program &program_;
  const ModularProof &proof_;
  Provenance provenance_;
  std::optional<ModularThreads> threads_;
  std::map<program::ObjectId, Uses> uses_;
  std::map<std::pair<AccessKey, AccessKey>, Separation::Reason> separations_; // the smaller one first
};

} // namespace

ProtectionTables protectionTables(const program::Program &program, const ModularProof &proof) {
  return Protection(program, proof).tables();
}

std::string protectionText(const program::Program &program, const ModularProof &proof) {
  const ProtectionTables tables = protectionTables(program, proof);
  return table<2>("what several threads may use, while they run", {"variable", "protection"}, tables.variables, false) +
         table<4>("conflicting accesses, and why they do not race", {"variable", "one access", "the other", "reason"},
                  tables.pairs, !tables.areAllPairs);
}

} // namespace heddle::proof
