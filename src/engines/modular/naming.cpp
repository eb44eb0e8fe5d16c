#include "engines/modular/naming.hpp"

#include <algorithm>

namespace heddle::engines::modular {

using program::Expr;
using program::RegisterId;

struct Naming::Change {
  RegisterId reg = program::noRegister;
  std::optional<SignedBits> increment;
  std::map<Symbol, Linear> substitutes; // symbol = substitute, at a constant distance
};

namespace {

void collect(Expr e, std::unordered_set<RegisterId> &found, std::unordered_set<Expr> &seen) {
  if (e == nullptr || !seen.insert(e).second)
    return;
  if (e->isRegister())
    found.insert(e->index);
  for (const Expr arg : e->args)
    collect(arg, found, seen);
}

std::optional<Linear> shiftedBy(const Linear &linear, SignedBits distance) {
  if (distance < -Linear::farAway || distance > Linear::farAway)
    return std::nullopt;
  return shifted(linear, Distance::exactly(static_cast<std::int64_t>(distance)));
}

/// The entries of a map by words, with other words or without some of them.
template <typename Map, typename Change> void renameKeys(Map &map, Change change) {
  Map renamed;
  for (auto &[word, fact] : map)
    if (std::optional<Word> next = change(word))
      renamed.emplace(std::move(*next), std::move(fact));
  map = std::move(renamed);
}

} // namespace

bool Naming::mentions(const Symbol &symbol, RegisterId reg) {
  if (symbol.kind != Symbol::Kind::Expression)
    return symbol.kind == Symbol::Kind::Register && symbol.id == reg;
  const auto [entry, isNew] = registers_.try_emplace(symbol.expression);
  if (isNew) {
    std::unordered_set<Expr> seen;
    collect(symbol.expression, entry->second, seen);
  }
  return entry->second.contains(reg);
}

/// None if what the relation mentions is lost.
std::optional<Linear> Naming::changed(const Change &change, const Linear &linear) {
  Linear result = linear;
  if (mentions(linear.base, change.reg)) {
    const auto found = change.substitutes.find(linear.base);
    result.base = found != change.substitutes.end() ? found->second.symbol : Symbol{};
  }
  if (!mentions(linear.symbol, change.reg))
    return result;
  if (change.increment && linear.symbol.kind == Symbol::Kind::Register)
    return shiftedBy(result, -*change.increment * linear.factor);
  const auto found = change.substitutes.find(linear.symbol);
  if (found == change.substitutes.end())
    return std::nullopt;
  result.symbol = found->second.symbol;
  return shiftedBy(result, SignedBits{linear.factor} * found->second.low);
}

void Naming::assign(State &state, RegisterId reg, Value &value, std::optional<SignedBits> increment) {
  Change change{reg, increment, {}};
  const auto isSubject = [&](const Linear &linear) { return mentions(linear, reg); };
  if (!increment)
    for (const auto &[other, known] : state.registers) {
      if (other == reg || !known.linear || !isSubject(*known.linear))
        continue;
      const Linear &linear = *known.linear;
      if (linear.form == Linear::Form::Whole && linear.factor == 1 && linear.isExact()) {
        Linear substitute = Linear::same(Symbol::ofRegister(other));
        substitute.low = substitute.high = -linear.low;
        change.substitutes.try_emplace(linear.symbol, substitute);
      }
    }
  const auto rename = [&](std::optional<Linear> &linear) {
    if (linear && isSubject(*linear))
      linear = changed(change, *linear);
  };
  changeValues(state, [&](Value &known) { rename(known.linear); });
  rename(value.linear);
  const auto renameWord = [&](const Word &word) -> std::optional<Word> {
    if (!isSubject(word.address))
      return word;
    const std::optional<Linear> address = changed(change, word.address);
    if (!address || (word.address.base && !address->base))
      return std::nullopt;
    Word result = word;
    result.address = *address;
    return result;
  };
  const auto hasSubject = [&](const auto &map) {
    return std::any_of(map.begin(), map.end(), [&](const auto &entry) { return isSubject(entry.first.address); });
  };
  if (hasSubject(state.words))
    renameKeys(state.words, renameWord);
  if (hasSubject(state.heldWords))
    renameKeys(state.heldWords, renameWord);
  if (hasSubject(state.acquiredWords))
    renameKeys(state.acquiredWords, renameWord);
  for (auto entry = state.wordLinks.begin(); entry != state.wordLinks.end();) {
    const std::optional<Word> word = renameWord(entry->second);
    if (word)
      entry->second = *word;
    entry = word ? std::next(entry) : state.wordLinks.erase(entry);
  }
  for (auto &slot : state.issued) {
    rename(slot.second.upper);
    rename(slot.second.lower);
  }
  if (!state.room.isEmpty())
    state.room.renameSymbols([&](const Symbol &symbol) { return mentions(symbol, reg); },
                             [&](const Linear &linear) { return changed(change, linear); });
  const auto stripSelf = [](Value &known, RegisterId of) {
    if (known.linear && *known.linear == Linear::same(Symbol::ofRegister(of)))
      known.linear.reset();
  };
  stripSelf(value, reg);
  for (auto &[other, known] : state.registers)
    stripSelf(known, other);
}

} // namespace heddle::engines::modular
