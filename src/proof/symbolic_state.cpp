#include "proof/symbolic_state.hpp"

#include "program/kept_slots.hpp"

#include <array>

namespace heddle::proof {

using program::Bits;
using program::ExprKind;
using program::ObjectId;
using program::StaticObject;

namespace {

enum NameKind : unsigned { RegisterName, ResultName, HistoryName, InputName, WordName };

/// The expression, with its registers replaced by `leaf`.
template <typename Leaf> Expr rebuild(program::ExprPool &pool, Expr expression, const Leaf &leaf) {
  std::unordered_map<Expr, Expr> done;
  const auto go = [&](const auto &self, Expr e) -> Expr {
    if (e->isConstant())
      return pool.constant(e->value, e->width);
    if (e->isRegister())
      return leaf(e);
    if (const auto known = done.find(e); known != done.end())
      return known->second;
    std::array<Expr, 3> args{};
    for (unsigned i = 0; i < program::arity(e->kind); ++i)
      args[i] = self(self, e->args[i]);
    const Expr result = pool.rebuild(e, args);
    done.emplace(e, result);
    return result;
  };
  return go(go, expression);
}

} // namespace

Vocabulary::Vocabulary(const program::Program &program, const ReachabilityProof &proof)
    : program_(program), keepsSlot_(program::keptSlots(program)) {
  for (const Variable &variable : proof.variables)
    if (variable.kind == Variable::Kind::Memory) {
      unsigned &bytes = words_[variable.object][variable.offset];
      // Words of different widths at one offset overlap: they are split into bytes.
      bytes = bytes == 0 || bytes == variable.width / 8 ? variable.width / 8 : 1;
    }
  for (auto &[object, words] : words_) {
    std::uint64_t end = 0;
    std::vector<std::uint64_t> broken;
    std::uint64_t last = 0;
    for (const auto &[offset, bytes] : words) {
      if (offset < end) {
        broken.push_back(last);
        broken.push_back(offset);
      }
      if (offset + bytes > end) {
        end = offset + bytes;
        last = offset;
      }
    }
    for (const std::uint64_t offset : broken)
      words[offset] = 1;
  }
}

Expr Vocabulary::intern(const Key &key, unsigned width) {
  const auto [entry, isNew] = names_.try_emplace(key, nullptr);
  if (isNew) {
    entry->second = pool_.reg(static_cast<program::RegisterId>(keys_.size()), width);
    keys_.push_back(key);
  }
  return entry->second;
}

std::optional<Variable> Vocabulary::variableOf(program::RegisterId name) const {
  const auto &[kind, first, second, third, making] = keys_[name];
  const unsigned width = names_.at(keys_[name])->width;
  switch (kind) {
  case RegisterName:
    return Variable{.kind = Variable::Kind::Register,
                    .width = width,
                    .slot = static_cast<unsigned>(first),
                    .cfa = static_cast<program::CfaId>(second),
                    .reg = static_cast<program::RegisterId>(third)};
  case ResultName:
    return Variable{.kind = Variable::Kind::Result, .width = width, .slot = static_cast<unsigned>(first)};
  case HistoryName:
    return Variable{.kind = Variable::Kind::History, .width = width};
  case WordName:
    if (making == 0)
      return Variable{
          .kind = Variable::Kind::Memory, .width = width, .object = static_cast<ObjectId>(first), .offset = second};
    break;
  default:
    break;
  }
  return std::nullopt;
}

Expr Vocabulary::ofRegister(unsigned slot, program::CfaId cfa, program::RegisterId reg) {
  return intern({RegisterName, slot, cfa, reg, 0}, program_.cfas[cfa].registers[reg].width);
}

Expr Vocabulary::ofResult(unsigned slot) { return intern({ResultName, slot, 0, 0, 0}, program_.pointers.width); }

Expr Vocabulary::ofHistory(VariableId variable, unsigned width) {
  return intern({HistoryName, variable, 0, 0, 0}, width);
}

Expr Vocabulary::ofInput(unsigned number, unsigned width, std::uint64_t source) {
  return intern({InputName, number, width, source, 0}, width);
}

Vocabulary::Word Vocabulary::wordAt(ObjectId object, std::uint64_t offset) const {
  const auto words = words_.find(object);
  if (words == words_.end())
    return {offset, 1};
  auto word = words->second.upper_bound(offset);
  if (word == words->second.begin())
    return {offset, 1};
  --word;
  return offset < word->first + word->second ? Word{word->first, word->second} : Word{offset, 1};
}

Expr Vocabulary::ofWord(ObjectId object, const Word &word, unsigned making) {
  return intern({WordName, object, word.offset, word.bytes, making}, word.bytes * 8);
}

SymbolicState SymbolicState::initial(Vocabulary &vocabulary, const Control &where) {
  SymbolicState state(vocabulary, where);
  state.statics_ = Unwritten::Initial;
  state.clearRegisters(0, 0);
  const program::Cfa &main = vocabulary.program().cfas[0];
  if (main.self != program::noRegister)
    state.setRegister(0, 0, main.self, vocabulary.pool().constant(1, main.registers[main.self].width));
  return state;
}

Expr SymbolicState::reg(unsigned slot, program::CfaId cfa, program::RegisterId id) const {
  const auto assigned = registers_.find({slot, cfa, id});
  if (assigned != registers_.end())
    return assigned->second;
  if (!started_.contains({slot, cfa}))
    return vocabulary_->ofRegister(slot, cfa, id);
  return vocabulary_->pool().constant(0, vocabulary_->program().cfas[cfa].registers[id].width);
}

void SymbolicState::clearRegisters(unsigned slot, program::CfaId cfa) {
  registers_.erase(registers_.lower_bound({slot, cfa, 0}), registers_.upper_bound({slot, cfa, program::noRegister}));
  started_.emplace(slot, cfa);
}

void SymbolicState::setRegister(unsigned slot, program::CfaId cfa, program::RegisterId id, Expr value) {
  registers_[{slot, cfa, id}] = value;
}

Expr SymbolicState::result(unsigned slot) const {
  const auto assigned = results_.find(slot);
  return assigned != results_.end() ? assigned->second : vocabulary_->ofResult(slot);
}

SymbolicState::Byte SymbolicState::firstByte(ObjectId object, std::uint64_t offset, const Content &content) const {
  program::ExprPool &pool = vocabulary_->pool();
  const program::Program &program = vocabulary_->program();
  if (object < program.objects.size()) {
    const StaticObject &known = program.objects[object];
    if (known.initial && (known.kind != StaticObject::Kind::Variable || statics_ == Unwritten::Initial))
      return {pool.constant((*known.initial)[offset], 8), 0};
  }
  if (content.unwritten == Unwritten::Zero)
    return {pool.constant(0, 8), 0};
  const Vocabulary::Word word = vocabulary_->wordAt(object, offset);
  return {vocabulary_->ofWord(object, word, content.making), static_cast<unsigned>(offset - word.offset)};
}

SymbolicState::Byte SymbolicState::byteAt(ObjectId object, std::uint64_t offset) const {
  static const Content untouched;
  const auto found = memory_.find(object);
  const Content &content = found != memory_.end() ? found->second : untouched;
  const auto written = content.written.find(offset);
  return written != content.written.end() ? written->second : firstByte(object, offset, content);
}

/// Concatenates bytes; consecutive parts of one word are extracted at once.
template <typename At> Expr SymbolicState::join(unsigned bytes, const At &byteAt) const {
  program::ExprPool &pool = vocabulary_->pool();
  Expr result = nullptr;
  for (unsigned i = 0; i < bytes;) {
    const Byte first = byteAt(i);
    unsigned count = 1;
    for (; i + count < bytes; ++count) {
      const Byte next = byteAt(i + count);
      if (next.word != first.word || next.index != first.index + count)
        break;
    }
    const Expr part = pool.extract(first.word, first.index * 8, count * 8);
    result = result == nullptr ? part : pool.make(ExprKind::Concat, part, result);
    i += count;
  }
  return result;
}

std::vector<ObjectId> SymbolicState::changedObjects() const {
  std::vector<ObjectId> result;
  for (const auto &[object, content] : memory_)
    result.push_back(object);
  return result;
}

Expr SymbolicState::read(ObjectId object, std::uint64_t offset, unsigned bytes) const {
  // Most reads are of words that have a name and have not been written.
  if (isNamed(object) && object < vocabulary_->program().objects.size() &&
      vocabulary_->program().objects[object].kind == StaticObject::Kind::Variable) {
    const Vocabulary::Word word = vocabulary_->wordAt(object, offset);
    if (word.offset == offset && word.bytes == bytes)
      return vocabulary_->ofWord(object, word, 0);
  }
  return join(bytes, [&](unsigned i) { return byteAt(object, offset + i); });
}

Expr SymbolicState::firstContent(ObjectId object, std::uint64_t offset, unsigned bytes) const {
  static const Content untouched;
  const auto found = memory_.find(object);
  const Content &content = found != memory_.end() ? found->second : untouched;
  return join(bytes, [&](unsigned i) { return firstByte(object, offset + i, content); });
}

void SymbolicState::write(ObjectId object, std::uint64_t offset, Expr value, Expr condition) {
  const unsigned bytes = value->width / 8U;
  if (!condition->isTrue())
    value = vocabulary_->pool().ite(condition, value, read(object, offset, bytes));
  Content &content = memory_[object];
  for (unsigned i = 0; i < bytes; ++i)
    content.written[offset + i] = {value, i};
}

void SymbolicState::make(ObjectId object, bool zeroed) {
  memory_[object] = {.unwritten = zeroed ? Unwritten::Zero : Unwritten::Arbitrary, .making = ++makings_, .written = {}};
}

void SymbolicState::replaceNames(const std::function<Expr(Expr)> &nameOf) {
  program::ExprPool &pool = vocabulary_->pool();
  std::unordered_map<Expr, Expr> done;
  const auto replace = [&](Expr &value) {
    const auto [entry, isNew] = done.try_emplace(value, nullptr);
    if (isNew)
      entry->second = pool.substitute(value, nameOf);
    value = entry->second;
  };
  for (Expr &condition : conditions)
    replace(condition);
  for (auto &[where, value] : registers_)
    replace(value);
  for (auto &[slot, value] : results_)
    replace(value);
  for (auto &[object, content] : memory_)
    for (auto &[offset, byte] : content.written)
      replace(byte.word);
}

Expr SymbolicState::evaluate(Expr expression, unsigned slot, program::CfaId cfa) const {
  return rebuild(vocabulary_->pool(), expression, [&](Expr leaf) { return reg(slot, cfa, leaf->index); });
}

Expr SymbolicState::evaluateLabel(Expr conjunct, const ReachabilityProof &proof,
                                  const std::unordered_map<VariableId, Expr> &history) const {
  return rebuild(vocabulary_->pool(), conjunct, [&](Expr leaf) -> Expr {
    const Variable &variable = proof.variables[leaf->index];
    switch (variable.kind) {
    case Variable::Kind::Register:
      return reg(variable.slot, variable.cfa, variable.reg);
    case Variable::Kind::Result:
      return result(variable.slot);
    case Variable::Kind::Memory:
      return read(variable.object, variable.offset, variable.width / 8);
    case Variable::Kind::History:
      break;
    }
    const auto chosen = history.find(leaf->index);
    return chosen != history.end() ? chosen->second : vocabulary_->ofHistory(leaf->index, leaf->width);
  });
}

} // namespace heddle::proof
