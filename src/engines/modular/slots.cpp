#include "engines/modular/slots.hpp"

#include <algorithm>

namespace heddle::engines::modular {

using program::CfaId;

namespace {

constexpr std::size_t mostStores = 64; // of one object
constexpr unsigned mostUpdates = 8;

/// A slot's number as an interval and, if it is known, as a relation at one distance.
struct Number {
  SignedBits least = 0;
  SignedBits most = 0;
  std::optional<Linear> linear;
};

std::optional<Number> numberOf(const Value &value) {
  Number result;
  if (value.isNumber() && value.width <= 64) {
    result.least = value.number->least;
    result.most = value.number->most;
  } else if (!value.number && !value.self && value.handles.empty() && value.pointers.size() == 1) {
    result.least = value.pointers[0].low;
    result.most = value.pointers[0].high;
  } else {
    return std::nullopt;
  }
  if (value.linear && value.linear->isExact()) {
    result.linear = value.linear;
    result.linear->base = {};
  }
  return result;
}

} // namespace

Slots::Slots(const program::Program &program, const Objects &objects, const Global &global, Dependencies &dependencies,
             Mutation mutation)
    : objects_(objects), global_(global), dependencies_(dependencies), mutation_(mutation),
      isOfMain_(program.cfas.size(), true), functions_(program.cfas.size()) {
  for (CfaId cfa = 1; cfa < program.cfas.size(); ++cfa)
    for (const program::Action &action : program.cfas[cfa].actions)
      for (const program::Instruction &instruction : action.instructions)
        if (const auto *spawn = std::get_if<program::Spawn>(&instruction.operation))
          isOfMain_[spawn->cfa] = false;
}

std::uint64_t Slots::spacingOf(CfaId cfa, SlotId slot) const {
  if (!isOfMain_[cfa])
    return 0;
  const auto found = functions_[cfa].spacing.find(slot);
  return found == functions_[cfa].spacing.end() ? noSpacing : found->second;
}

void Slots::limitSpacing(CfaId cfa, SlotId slot, std::uint64_t spacing) {
  const auto [entry, isNew] = functions_[cfa].spacing.try_emplace(slot, spacing);
  if (!isNew && entry->second <= spacing)
    return;
  entry->second = spacing;
  hasGrown_ = true;
  for (const auto &stores : stores_)
    dependencies_.touch(stores.first);
}

/// What the state says of sizes becomes a statement about the number of a slot.
void Slots::noteSizes(const State &state, SlotId slot, const Value &value, Room::Sizes &sizes) const {
  const std::optional<Number> number = numberOf(value);
  const auto form = value.isNumber() ? Linear::Form::Whole : Linear::Form::Offset;
  if (!number || !number->linear || number->linear->form != form || number->linear->factor <= 0)
    return;
  const Linear &linear = *number->linear;
  for (const auto &[size, least] : state.room.sizes()) {
    if (size.of.factor % linear.factor != 0 || !objects_.isMadeOnce(size.object))
      continue;
    // factor * number = factor * (linear.factor * symbol + linear.low), and the size is size.of + least at least.
    const std::int64_t factor = size.of.factor / linear.factor;
    const auto beyond = state.room.mostDifference({linear.symbol, size.of.factor}, size.of, boundsIn(state));
    if (!beyond || factor > Linear::farAway / std::max<std::int64_t>(1, std::abs(linear.low)))
      continue;
    const std::int64_t rest = least - *beyond - factor * linear.low;
    const auto [entry, isNew] = sizes.try_emplace({size.object, {Symbol::ofStart(slot), factor}}, rest);
    if (!isNew)
      entry->second = std::max(entry->second, rest);
  }
}

void Slots::issue(State &state, CfaId cfa, SlotId slot, const Value &value) {
  const std::optional<Number> number = numberOf(value);
  if (!number) {
    limitSpacing(cfa, slot, mutation_ == Mutation::SlotsDiffer ? 1 : 0);
    state.issued[{cfa, slot}] = {-Issued::unbounded, Issued::unbounded, std::nullopt, std::nullopt};
    return;
  }
  const auto [entry, isFirst] =
      state.issued.try_emplace({cfa, slot}, Issued{number->least, number->most, number->linear, number->linear});
  if (isFirst)
    return;
  Issued &issued = entry->second;
  SignedBits above = number->least - issued.most;
  if (number->linear && issued.upper && number->linear->isLike(*issued.upper))
    above = std::max(above, SignedBits{number->linear->low} - issued.upper->low);
  SignedBits below = issued.least - number->most;
  if (number->linear && issued.lower && number->linear->isLike(*issued.lower))
    below = std::max(below, SignedBits{issued.lower->low} - number->linear->low);
  const SignedBits gap = std::max({above, below, SignedBits{mutation_ == Mutation::SlotsDiffer ? 1 : 0}});
  limitSpacing(cfa, slot, static_cast<std::uint64_t>(std::min(gap, SignedBits{INT64_MAX})));
  issued.least = std::min(issued.least, number->least);
  issued.most = std::max(issued.most, number->most);
  if (above >= 0)
    issued.upper = number->linear;
  else if (below < 0)
    issued.upper.reset();
  if (below >= 0)
    issued.lower = number->linear;
  else if (above < 0)
    issued.lower.reset();
}

void Slots::start(CfaId starter, State &state, CfaId started, const Value &argument) {
  Function &function = functions_[started];
  if (starter != 0)
    return;
  issue(state, started, argumentSlot, argument);
  // What the argument points to, as far as it is known.
  std::map<Field, Value> fields;
  if (argument.linear && argument.linear->isExact() && argument.pointers.size() == 1 && !argument.number)
    for (const auto &[word, value] : state.words) {
      if (word.object != argument.pointers[0].object || !word.address.isLike(*argument.linear))
        continue;
      fields.emplace(Field{word.address.low - argument.linear->low, word.bytes}, value);
    }
  if (argument.pointers.size() == 1 && !argument.number && argument.pointers[0].low == argument.pointers[0].high)
    for (const auto &[cell, knowledge] : state.known)
      if (cell.object == argument.pointers[0].object)
        fields.try_emplace(Field{static_cast<std::int64_t>(cell.offset) - argument.pointers[0].low, cell.bytes},
                           knowledge.value);
  if (function.isStarted)
    std::erase_if(fields, [&](const auto &field) { return !function.fields.contains(field.first); });
  for (const auto &[field, value] : fields) {
    const auto [slot, isNew] =
        function.slots.try_emplace(field, static_cast<SlotId>(function.slots.size()) + argumentSlot + 1);
    issue(state, started, slot->second, value);
    hasGrown_ = hasGrown_ || isNew;
    if (!function.isStarted)
      function.fields.emplace(field, published(value));
  }
  Room::Sizes sizes;
  if (!state.room.isEmpty()) {
    noteSizes(state, argumentSlot, argument, sizes);
    for (const auto &[field, value] : fields)
      noteSizes(state, function.slots.at(field), value, sizes);
  }
  // A size that is not known at every start is not known at all.
  for (auto size = function.sizes.begin(); size != function.sizes.end();) {
    const auto found = sizes.find(size->first);
    const bool isLess =
        (found == sizes.end() || found->second < size->second) && mutation_ != Mutation::SizesAtOneStart;
    hasGrown_ = hasGrown_ || isLess;
    size = isLess ? function.sizes.erase(size) : std::next(size);
  }
  if (!function.isStarted)
    function.sizes = std::move(sizes);
  if (!function.isStarted) {
    function.isStarted = true;
    hasGrown_ = true;
    return;
  }
  // A field that is not known at every start is not known at all.
  for (auto field = function.fields.begin(); field != function.fields.end();) {
    const auto found = fields.find(field->first);
    if (found == fields.end()) {
      field = function.fields.erase(field);
      hasGrown_ = true;
      continue;
    }
    const Value value = published(found->second);
    if (!includes(field->second, value)) {
      field->second = function.updates > mostUpdates ? widen(field->second, value, {}) : join(field->second, value);
      ++function.updates;
      hasGrown_ = true;
    }
    ++field;
  }
}

Value Slots::argumentOf(CfaId cfa) const {
  Value result = global_.argument(cfa);
  result.linear = Linear::same(Symbol::ofStart(argumentSlot));
  return result;
}

std::map<Word, Value> Slots::wordsOf(CfaId cfa) const {
  std::map<Word, Value> result;
  const Value &argument = global_.argument(cfa);
  if (!isOfMain_[cfa] || argument.pointers.size() != 1 || argument.number)
    return result;
  const Pointer &pointer = argument.pointers[0];
  for (const auto &[field, value] : functions_[cfa].fields) {
    if (pointer.low + field.distance < 0)
      continue;
    Word word{pointer.object, Linear::same(Symbol::ofStart(argumentSlot)), field.bytes, {}};
    word.address.low = word.address.high = field.distance;
    word.pattern = {static_cast<std::uint64_t>(pointer.low + field.distance),
                    static_cast<std::uint64_t>(pointer.high + field.distance), pointer.step, field.bytes};
    Value known = value;
    if (known.width > 1 && known.width <= 64)
      known.linear = Linear::same(Symbol::ofStart(functions_[cfa].slots.at(field)));
    result.emplace(std::move(word), std::move(known));
  }
  return result;
}

Room Slots::roomOf(CfaId cfa) const {
  Room room;
  if (isOfMain_[cfa])
    for (const auto &[size, least] : functions_[cfa].sizes)
      room.addSize(size, least);
  return room;
}

Address Slots::addressOf(CfaId cfa, const State &state, const Pattern &pattern,
                         const std::optional<Linear> &linear) const {
  Address result{cfa, pattern, std::nullopt, {}};
  if (!linear)
    return result;
  const bool isOffset = linear->form == Linear::Form::Offset;
  if (linear->symbol.kind == Symbol::Kind::Start && linear->high < Linear::farAway &&
      (isOffset || linear->symbol.id == argumentSlot))
    result.range = {linear->symbol.id, linear->factor, linear->low, linear->high};
  if (cfa != 0)
    return result;
  for (const auto &[slot, issued] : state.issued) {
    // The access begins at factor * symbol + low, and upper bounds the numbers by factor' * symbol + distance.
    if (!issued.upper || issued.upper->symbol != linear->symbol || issued.upper->factor <= 0)
      continue;
    const std::int64_t factor = linear->factor / issued.upper->factor;
    if (factor * issued.upper->factor != linear->factor || factor <= 0)
      continue;
    if (factor > Linear::farAway / std::max<std::int64_t>(1, std::abs(issued.upper->low)))
      continue;
    result.above.push_back({slot.first, slot.second, factor, linear->low - factor * issued.upper->low});
  }
  return result;
}

bool Slots::areDisjoint(const Address &a, const Address &b) const {
  if (!mayOverlap(a.pattern, b.pattern))
    return true;
  if (a.range && b.range && a.cfa == b.cfa && a.cfa != 0 && a.range->slot == b.range->slot &&
      a.range->factor == b.range->factor && a.range->factor > 0) {
    const std::uint64_t spacing = spacingOf(a.cfa, a.range->slot);
    const SignedBits begin = std::min(a.range->low, b.range->low);
    const SignedBits end = std::max(SignedBits{a.range->high} + static_cast<SignedBits>(a.pattern.bytes),
                                    SignedBits{b.range->high} + static_cast<SignedBits>(b.pattern.bytes));
    if (end - begin <= SignedBits{a.range->factor} * static_cast<SignedBits>(spacing))
      return true;
  }
  const auto isAbove = [&](const Address &higher, const Address &lower) {
    if (mutation_ == Mutation::MainIsAbove && higher.cfa == 0 && lower.range)
      return true;
    return lower.range && isOfMain_[lower.cfa] &&
           std::any_of(higher.above.begin(), higher.above.end(), [&](const Address::Above &above) {
             return above.cfa == lower.cfa && above.slot == lower.range->slot && above.factor == lower.range->factor &&
                    SignedBits{lower.range->high} + static_cast<SignedBits>(lower.pattern.bytes) <= above.margin;
           });
  };
  return isAbove(a, b) || isAbove(b, a);
}

void Slots::store(AbstractObject object, const Address &address) {
  if (anywhere_.contains(object))
    return;
  std::set<Address> &stores = stores_[object];
  if (!stores.insert(address).second)
    return;
  if (stores.size() > mostStores)
    anywhere_.insert(object);
  hasGrown_ = true;
  dependencies_.touch(object);
}

/// Whether a store of another thread does not go to the word.
bool Slots::isSafeStore(const Address &word, const Address &store) const {
  if (store.cfa == word.cfa && store.cfa == 0)
    return true;
  if (store.cfa != 0 && word.cfa != 0 && !global_.areParallel(store.cfa, word.cfa))
    return true;
  return areDisjoint(word, store);
}

bool Slots::isStable(CfaId cfa, const State &state, const Word &word) const {
  dependencies_.read(word.object);
  if (mutation_ == Mutation::WordsAreStable)
    return true;
  if (anywhere_.contains(word.object))
    return false;
  const auto stores = stores_.find(word.object);
  if (stores == stores_.end())
    return true;
  const Address address = addressOf(cfa, state, word.pattern, word.address);
  return std::all_of(stores->second.begin(), stores->second.end(),
                     [&](const Address &store) { return isSafeStore(address, store); });
}

} // namespace heddle::engines::modular
