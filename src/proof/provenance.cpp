#include "proof/provenance.hpp"

#include <algorithm>

namespace heddle::proof {

using program::CfaId;
using program::Expr;
using program::ExprKind;

namespace {

/// More offsets into one object are widened to any offset, so that the iteration terminates for pointers into arrays.
constexpr std::ptrdiff_t maxOffsets = 8;

Targets blurred(const Targets &targets) {
  Targets result;
  for (const Target &target : targets)
    result.insert({target.origin, Target::anywhere});
  return result;
}

} // namespace

Provenance::Provenance(const program::Program &program)
    : program_(program), word_(program.pointers.width / 8), known_(program.cfas.size()) {
  for (const program::Cfa &cfa : program.cfas)
    registers_.emplace_back(cfa.registers.size());
  for (program::ObjectId id = 1; id < program.objects.size(); ++id)
    addInitialContent(id);
  do {
    hasChanged_ = false;
    for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
      for (const program::Action &action : program.cfas[cfa].actions)
        for (const program::Instruction &instruction : action.instructions)
          visit(cfa, instruction.operation);
  } while (hasChanged_);
}

const Targets &Provenance::targetsOf(CfaId cfa, Expr address) {
  const auto [entry, isNew] = known_[cfa].try_emplace(address);
  if (isNew)
    entry->second = evaluate(cfa, address);
  return entry->second;
}

std::set<Origin> Provenance::writtenByOthers() {
  std::set<Origin> result;
  for (CfaId cfa = 1; cfa < program_.cfas.size(); ++cfa)
    for (const program::Action &action : program_.cfas[cfa].actions)
      for (const program::Instruction &instruction : action.instructions)
        if (const auto *store = std::get_if<program::Store>(&instruction.operation))
          for (const Target &target : targetsOf(cfa, store->address))
            result.insert(target.origin);
  return result;
}

bool Provenance::mayHold(const Origin &container, std::int64_t word, const Origin &origin) const {
  const auto content = memory_.find(container);
  if (content == memory_.end())
    return false;
  const auto has = [&](const Targets &targets) {
    return std::any_of(targets.begin(), targets.end(), [&](const Target &t) { return t.origin == origin; });
  };
  const auto own = content->second.words.find(word);
  return has(content->second.anywhere) || (own != content->second.words.end() && has(own->second));
}

bool Provenance::mayHold(const Origin &container, const Origin &origin) const {
  const auto content = memory_.find(container);
  if (content == memory_.end())
    return false;
  const auto has = [&](const Targets &targets) {
    return std::any_of(targets.begin(), targets.end(), [&](const Target &t) { return t.origin == origin; });
  };
  return has(content->second.anywhere) || std::any_of(content->second.words.begin(), content->second.words.end(),
                                                      [&](const auto &word) { return has(word.second); });
}

bool Provenance::mayHoldPart(const Origin &container, const Origin &origin) const {
  const auto content = memory_.find(container);
  return content != memory_.end() && content->second.parts.contains({origin, Target::anywhere});
}

/// The static object that a constant points into. An offset beyond the maximal size comes from a pointer that was
/// decremented below the start of the next object.
std::optional<Target> Provenance::decode(program::Bits word) const {
  const auto &layout = program_.pointers;
  const program::ObjectId id = layout.object(word);
  const auto offset = static_cast<std::int64_t>(layout.offset(word));
  if (static_cast<std::uint64_t>(offset) >= layout.maxObjectSize())
    return id + 1 < program_.objects.size() ? std::optional(Target{{.object = id + 1}, Target::anywhere})
                                            : std::nullopt;
  if (id == program::nullObject || id >= program_.objects.size())
    return std::nullopt;
  return Target{{.object = id}, offset};
}

void Provenance::addInitialContent(program::ObjectId id) {
  const program::StaticObject &object = program_.objects[id];
  if (!object.initial)
    return;
  for (std::int64_t at = 0; at + word_ <= static_cast<std::int64_t>(object.size); at += word_) {
    program::Bits word = 0;
    for (std::int64_t i = 0; i < word_; ++i)
      word |= program::Bits{(*object.initial)[static_cast<std::size_t>(at + i)]} << (8 * i);
    const std::optional<Target> target = decode(word);
    // Numbers can look like pointers; most of them are outside the object.
    if (target && target->offset != Target::anywhere &&
        target->offset <= static_cast<std::int64_t>(program_.objects[target->origin.object].size))
      memory_[{.object = id}].words[at / word_].insert(*target);
  }
}

void Provenance::add(Targets &into, const Targets &targets) {
  for (const Target &target : targets) {
    if (into.contains({target.origin, Target::anywhere}) || !into.insert(target).second)
      continue;
    hasChanged_ = true;
    const auto isOfOrigin = [&](const Target &other) { return other.origin == target.origin; };
    if (target.offset == Target::anywhere || std::count_if(into.begin(), into.end(), isOfOrigin) > maxOffsets) {
      std::erase_if(into, isOfOrigin);
      into.insert({target.origin, Target::anywhere});
    }
  }
}

void Provenance::blur(Targets &targets) {
  const Targets before = targets;
  add(targets, blurred(before));
}

Targets Provenance::evaluate(CfaId cfa, Expr e) const {
  if (e->width == 1)
    return {};
  if (e->isRegister())
    return registers_[cfa][e->index];
  Targets result;
  if (e->isConstant()) {
    for (unsigned low = 0; low + program_.pointers.width <= e->width; low += program_.pointers.width)
      if (const auto target = decode(support::truncate(e->value >> low, program_.pointers.width)))
        result.insert(e->width == program_.pointers.width ? *target : Target{target->origin, Target::anywhere});
    return result;
  }
  if (e->kind == ExprKind::Ite) {
    result = evaluate(cfa, e->args[1]);
    result.merge(evaluate(cfa, e->args[2]));
    return result;
  }
  const auto limit = static_cast<support::SignedBits>(program_.pointers.maxObjectSize());
  if ((e->kind == ExprKind::Add || e->kind == ExprKind::Sub) && e->args[1]->isConstant() &&
      e->width == program_.pointers.width) {
    support::SignedBits distance = support::toSigned(e->args[1]->value, e->width);
    if (e->kind == ExprKind::Sub)
      distance = -distance;
    if (distance > -limit && distance < limit) {
      for (const Target &target : evaluate(cfa, e->args[0])) {
        const std::int64_t moved =
            target.offset == Target::anywhere ? Target::anywhere : target.offset + static_cast<std::int64_t>(distance);
        result.insert({target.origin, moved < 0 ? Target::anywhere : moved});
      }
      return result;
    }
  }
  for (unsigned i = 0; i < program::arity(e->kind); ++i)
    result.merge(blurred(evaluate(cfa, e->args[i])));
  return result;
}

void Provenance::load(const Targets &address, std::int64_t bytes, Targets &into) {
  for (const Target &target : address) {
    Content &content = memory_[target.origin];
    const bool isUnknown = target.offset == Target::anywhere;
    const bool isWhole = bytes == word_ && (isUnknown || target.offset % word_ == 0);
    const auto addFrom = [&](const Targets &from) { add(into, isWhole ? from : blurred(from)); };
    addFrom(content.anywhere);
    for (const auto &[index, word] : content.words)
      if (isUnknown || (index * word_ < target.offset + bytes && target.offset < (index + 1) * word_))
        addFrom(word);
  }
}

void Provenance::store(const Targets &address, std::int64_t bytes, const Targets &value) {
  for (const Target &target : address) {
    Content &content = memory_[target.origin];
    const bool isUnknown = target.offset == Target::anywhere;
    const bool isWhole = bytes == word_ && (isUnknown || target.offset % word_ == 0);
    if (bytes < word_ || (!isUnknown && target.offset % word_ != 0))
      add(content.parts, blurred(value));
    if (isUnknown) {
      add(content.anywhere, isWhole ? value : blurred(value));
      content.isBlurred = content.isBlurred || !isWhole;
    } else if (!value.empty() || !isWhole) {
      for (std::int64_t index = target.offset / word_; index * word_ < target.offset + bytes; ++index) {
        add(content.words[index], isWhole ? value : blurred(value));
        if (!isWhole)
          blur(content.words[index]);
      }
    }
    if (content.isBlurred) {
      blur(content.anywhere);
      for (auto &[index, word] : content.words)
        blur(word);
    }
  }
}

static_assert(std::variant_size_v<program::Operation> == 19, "a new operation: does it move pointers?");

void Provenance::visit(CfaId cfa, const program::Operation &operation) {
  std::vector<Targets> &own = registers_[cfa];
  if (const auto *assign = std::get_if<program::Assign>(&operation)) {
    add(own[assign->target], evaluate(cfa, assign->value));
  } else if (const auto *load = std::get_if<program::Load>(&operation)) {
    if (program_.cfas[cfa].registers[load->target].width > 1)
      this->load(evaluate(cfa, load->address), load->width / 8, own[load->target]);
  } else if (const auto *store = std::get_if<program::Store>(&operation)) {
    this->store(evaluate(cfa, store->address), store->value->width / 8, evaluate(cfa, store->value));
  } else if (const auto *allocate = std::get_if<program::Allocate>(&operation)) {
    add(own[allocate->target], {{{.site = allocate->site, .creator = cfa}, 0}});
  } else if (const auto *spawn = std::get_if<program::Spawn>(&operation)) {
    if (const program::RegisterId argument = program_.cfas[spawn->cfa].argument; argument != program::noRegister)
      add(registers_[spawn->cfa][argument], evaluate(cfa, spawn->argument));
  } else if (const auto *join = std::get_if<program::Join>(&operation)) {
    if (join->target != program::noRegister)
      add(own[join->target], results_);
  } else if (const auto *end = std::get_if<program::EndThread>(&operation)) {
    add(results_, evaluate(cfa, end->result));
  }
}

} // namespace heddle::proof
