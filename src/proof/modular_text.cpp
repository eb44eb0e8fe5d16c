// The text says what protects each piece of shared memory, why each pair of conflicting accesses does not race, and
// what holds at each location of each thread function. The first two are derived from the cases of the proof and from
// the provenance of addresses, so that the checker need not believe them: it decides about pairs by itself.
#include "proof/describe.hpp"
#include "proof/invariant.hpp"
#include "proof/modular_threads.hpp"
#include "proof/provenance.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace heddle::proof {

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
  std::vector<StartId> open;
  auto operator<=>(const SharedUse &) const = default;

  bool overlaps(const SharedUse &other) const {
    return cell.bytes == 0 || other.cell.bytes == 0 ||
           (cell.offset < other.cell.offset + other.cell.bytes && other.cell.offset < cell.offset + cell.bytes);
  }
};

class ModularTextWriter {
public:
  ModularTextWriter(const program::Program &program, const ModularProof &proof)
      : program_(program), proof_(proof), provenance_(program) {}

  std::string write() {
    text_ = "/* A thread-modular invariant, for any number of threads, found by Heddle.\n"
            " *\n"
            " * First, what protects the memory that several threads use, and why conflicting accesses do not race.\n"
            " * Then what holds of memory whenever several threads may run, and what holds of a thread at each of its\n"
            " * locations: the values of its variables, the locks that it holds, the threads that may run beside it.\n"
            " */\n";
    findUses();
    writeProtection();
    writePairs();
    if (!proof_.global.empty() || !proof_.guarded.empty())
      text_ += "\n/* whenever several threads may run */\n";
    for (const auto &[cell, set] : proof_.global)
      text_ += fmt::format("   {};\n", formula(nameOf(cell), set));
    for (const GuardedClaim &claim : proof_.guarded)
      text_ +=
          fmt::format("   {}, while {} is free;\n", formula(nameOf(claim.cell), claim.value), namesOf({claim.lock}));
    for (const ModularCase &each : proof_.cases)
      writeCase(each);
    return std::move(text_);
  }

private:
  std::string nameOf(const StaticCell &cell) const {
    if (cell.object >= program_.objects.size())
      return fmt::format("object {}", cell.object);
    const program::StaticObject &object = program_.objects[cell.object];
    return object.name + (cell.bytes == 0 ? "" : program_.types.cellAt(object.type, cell.offset, cell.bytes).path);
  }

  std::string namesOf(const std::vector<LockId> &locks) const {
    std::vector<std::string> names;
    for (const LockId lock : locks)
      names.push_back(lock < proof_.locks.size() ? nameOf(proof_.locks[lock].cell) : "?");
    return fmt::format("{}", fmt::join(names, ", "));
  }

  std::string formula(const std::string &name, const ValueSet &set) const {
    std::vector<std::string> parts;
    if (set.number) {
      const ValueSet::Number &n = *set.number;
      if (n.low == n.high)
        parts.push_back(
            fmt::format("{} == {}", name, n.least == n.most ? fmt::format("{}", n.least) : fmt::format("{}", n.low)));
      else if (n.least < 0)
        parts.push_back(fmt::format("{} <= {} && {} <= {}", n.least, name, name, n.most));
      else
        parts.push_back(fmt::format("{} <= {} && {} <= {}", n.low, name, name, n.high));
    }
    for (const ValueSet::Pointer &pointer : set.pointers) {
      const std::string target = pointer.isStatic                         ? nameOf({pointer.target, 0, 0})
                                 : pointer.target < program_.sites.size() ? program_.sites[pointer.target].name
                                                                          : "?";
      if (pointer.low == pointer.high)
        parts.push_back(pointer.low == 0 ? fmt::format("{} == &{}", name, target)
                                         : fmt::format("{} == (char *)&{} + {}", name, target, pointer.low));
      else
        parts.push_back(fmt::format("(char *)&{0} + {1} <= {3} && {3} <= (char *)&{0} + {2}", target, pointer.low,
                                    pointer.high, name));
    }
    if (set.self)
      parts.push_back(fmt::format("{} == the own handle", name));
    for (const StartId start : set.handles)
      parts.push_back(fmt::format("{} == the handle of thread start {}", name, start));
    if (parts.size() > 1)
      for (std::string &part : parts)
        if (part.find("&&") != std::string::npos)
          part = fmt::format("({})", part);
    return parts.empty() ? "0" : fmt::format("{}", fmt::join(parts, " || "));
  }

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
      uses_[object].insert({each.cfa,
                            program_.sources.describe(program_.sources.userSpan(instruction.span)),
                            {object, isKnown ? static_cast<std::uint64_t>(target.offset) : 0, isKnown ? bytes : 0},
                            writes,
                            program::isAtomic(access.order),
                            each.held,
                            each.open});
    }
  }

  /// Accesses to one object that overlap, directly or through others, are described together.
  std::vector<std::vector<SharedUse>> groupsOf(const std::set<SharedUse> &uses) const {
    std::map<StaticCell, std::vector<SharedUse>> byCell;
    const bool isWhole =
        std::any_of(uses.begin(), uses.end(), [](const SharedUse &use) { return use.cell.bytes == 0; });
    for (const SharedUse &use : uses)
      byCell[isWhole ? StaticCell{use.cell.object, 0, 0} : use.cell].push_back(use);
    std::vector<std::vector<SharedUse>> result;
    for (auto &[cell, group] : byCell)
      result.push_back(std::move(group));
    return result;
  }

  std::string protectionOf(const std::vector<SharedUse> &uses) const {
    std::vector<LockId> common = uses.front().held;
    for (const SharedUse &use : uses)
      std::erase_if(common, [&](LockId lock) { return std::ranges::find(use.held, lock) == use.held.end(); });
    if (std::none_of(uses.begin(), uses.end(), [](const SharedUse &use) { return use.writes; }))
      return "is only read";
    if (std::all_of(uses.begin(), uses.end(), [](const SharedUse &use) { return use.isAtomic; }))
      return "has only atomic accesses";
    if (!common.empty())
      return fmt::format("is protected by {}", namesOf(common));
    return "is protected by the order of threads, by locks or by disjoint addresses, pair by pair";
  }

  void writeProtection() {
    if (!uses_.empty())
      text_ += "\n/* what several threads may use, while they run */\n";
    for (const auto &[object, uses] : uses_)
      for (const std::vector<SharedUse> &group : groupsOf(uses)) {
        const bool isWhole =
            std::any_of(group.begin(), group.end(), [](const SharedUse &u) { return u.cell.bytes == 0; });
        text_ += fmt::format("   {} {};\n", nameOf(isWhole ? StaticCell{object, 0, 0} : group.front().cell),
                             protectionOf(group));
      }
  }

  std::string reasonFor(const SharedUse &a, const SharedUse &b, const ModularThreads *threads) const {
    if (threads != nullptr && !threads->mayBeTogether(a.cfa, false, a.open, b.cfa, false, b.open))
      return "ordered by the start and the join of threads, or of one thread";
    std::vector<LockId> common;
    std::ranges::set_intersection(a.held, b.held, std::back_inserter(common));
    if (!common.empty())
      return fmt::format("both hold {}", namesOf(common));
    return "their addresses differ";
  }

  void writePairs() {
    std::optional<ModularThreads> threads;
    try {
      threads.emplace(program_, proof_);
      for (const ModularCase &each : proof_.cases)
        if (each.cfa == 0)
          for (const program::ActionId action : program_.cfas[0].outgoing[each.location]) {
            std::vector<StartId> open = each.open;
            for (const StartId start : threads->startsOf(action)) {
              threads->noteStart(open, start);
              open.push_back(start);
            }
          }
    } catch (const CheckFailure &) {
      threads.reset(); // the order of threads is not known here
    }
    std::set<std::string> lines;
    for (const auto &[object, uses] : uses_)
      for (auto a = uses.begin(); a != uses.end(); ++a)
        for (auto b = a; b != uses.end(); ++b) {
          if ((!a->writes && !b->writes) || (a->isAtomic && b->isAtomic) || !a->overlaps(*b) ||
              lines.size() >= mostPairs)
            continue;
          const auto describeUse = [&](const SharedUse &use) {
            return fmt::format("{} by {} at {}", use.writes ? "write" : "read", program_.cfas[use.cfa].name, use.where);
          };
          lines.insert(fmt::format("   {}: {}, {}: {}\n", nameOf(a->cell), describeUse(*a), describeUse(*b),
                                   reasonFor(*a, *b, threads ? &*threads : nullptr)));
        }
    if (!lines.empty())
      text_ += "\n/* conflicting accesses, and why they do not race */\n";
    for (const std::string &each : lines)
      text_ += each;
    if (lines.size() >= mostPairs)
      text_ += "   and more\n";
  }

  void writeCase(const ModularCase &each) {
    const program::Cfa &cfa = program_.cfas[each.cfa];
    Control control;
    control.threads.push_back({.status = ThreadStatus::Active, .cfa = each.cfa, .location = each.location});
    text_ += fmt::format("\n/* {} (location {}){}{} */\n", describe(program_, control), each.location,
                         each.alone ? ", alone" : "",
                         each.held.empty() ? "" : fmt::format(", holding {}", namesOf(each.held)));
    const auto registerName = [&](program::RegisterId reg) {
      return reg < cfa.registers.size() ? cfa.registers[reg].name : "?";
    };
    for (const auto &[reg, set] : each.registers)
      text_ += fmt::format("   {};\n", formula(registerName(reg), set));
    for (const auto &[cell, set] : each.memory)
      text_ += fmt::format("   {};\n", formula(nameOf(cell), set));
    for (const auto &[reg, cell] : each.loaded)
      text_ += fmt::format("   {} == {};\n", registerName(reg), nameOf(cell));
    for (const ModularCase::OwnCell &cell : each.objects)
      text_ += fmt::format(
          "   {};\n",
          formula(fmt::format("{}[{}..{}]", cell.site < program_.sites.size() ? program_.sites[cell.site].name : "?",
                              cell.offset, cell.offset + cell.bytes - 1),
                  cell.value));
    if (!each.open.empty())
      text_ += fmt::format("   threads may run of start {};\n", fmt::join(each.open, ", "));
  }

  const program::Program &program_;
  const ModularProof &proof_;
  Provenance provenance_;
  std::map<program::ObjectId, std::set<SharedUse>> uses_;
  std::string text_;
};

} // namespace

std::string invariantText(const program::Program &program, const ModularProof &proof) {
  return ModularTextWriter(program, proof).write();
}

} // namespace heddle::proof
