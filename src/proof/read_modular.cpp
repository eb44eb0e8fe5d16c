// Reads the part of a proof file that follows the header, if it is a thread-modular proof. Whether what it names exists
// is checked by check_modular, as for proofs that an engine hands over.
#include "proof/base_reader.hpp"
#include "proof/body_reader.hpp"
#include "proof/modular_protection.hpp"
#include "proof/proof_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace heddle::proof {

using support::Expected;

namespace {

class ModularReader {
public:
  Expected<ModularProof> read(const ProofFile &file) {
    const Body body{
        "a thread-modular proof", "cases", [&] { return proof_.cases.size(); },
        [&](std::string_view keyword, Words &words) { return readByKeyword(*this, keywords, keyword, words); }};
    if (const std::optional<support::Error> error = readBody(file, body))
      return *error;
    return std::move(proof_);
  }

private:
  static const std::array<Keyword<ModularReader>, 29> keywords;

  static std::int64_t signedNumber(Words &words, const char *what) {
    Words digits(words.next(what));
    if (!digits.rest().starts_with('-'))
      return static_cast<std::int64_t>(digits.number(what, INT64_MAX));
    const std::uint64_t size = Words(digits.rest().substr(1)).number(what, std::uint64_t{1} << 63);
    return static_cast<std::int64_t>(0 - size);
  }

  static ValueSet::Number numberOf(Words &words) {
    ValueSet::Number number;
    number.low = words.number("a lower bound");
    number.high = words.number("an upper bound");
    number.least = signedNumber(words, "a lower bound");
    number.most = signedNumber(words, "an upper bound");
    return number;
  }

  static SumClaim sumOf(Words &words) {
    SumClaim claim;
    claim.values = numberOf(words);
    while (!words.atEnd()) {
      SumClaim::Term term;
      const bool isMemory = BaseReader::takeFlag(words, "memory");
      if (!isMemory && !BaseReader::takeFlag(words, "register"))
        throw Malformed{fmt::format("{} is not a part of a sum", quoted(words.peek()))};
      term.factor = words.number("a factor");
      if (isMemory)
        term.cell = BaseReader::cell(words);
      else
        term.reg = words.number32("a register");
      claim.terms.push_back(term);
    }
    return claim;
  }

  static ValueSet setOf(Words &words) {
    ValueSet set;
    while (!words.atEnd()) {
      if (BaseReader::takeFlag(words, "number")) {
        set.number = numberOf(words);
      } else if (BaseReader::takeFlag(words, "self")) {
        set.self = true;
      } else if (BaseReader::takeFlag(words, "handle")) {
        set.handles.push_back(words.number32("a start of a thread"));
      } else {
        ValueSet::Pointer pointer;
        pointer.isStatic = BaseReader::takeFlag(words, "pointer");
        if (!pointer.isStatic && !BaseReader::takeFlag(words, "own"))
          throw Malformed{fmt::format("{} is not a set of values", quoted(words.peek()))};
        pointer.target = words.number32("an object or an allocation site");
        pointer.low = signedNumber(words, "an offset");
        pointer.high = signedNumber(words, "an offset");
        set.pointers.push_back(pointer);
      }
    }
    return set;
  }

  static LinearForm formOf(Words &words) {
    LinearForm form;
    form.base = words.number32("an object");
    form.factor = signedNumber(words, "a factor");
    form.low = signedNumber(words, "a distance");
    form.high = signedNumber(words, "a distance");
    return form;
  }

  static std::vector<std::uint32_t> listOf(Words &words) {
    std::vector<std::uint32_t> list;
    while (!words.atEnd())
      list.push_back(words.number32("a number"));
    return list;
  }

  ModularCase &last() {
    if (proof_.cases.empty())
      throw Malformed{"there is no case to which this belongs"};
    return proof_.cases.back();
  }

  void readModular(Words &) {
    if (hasBegun_)
      throw Malformed{"a second line 'modular'"};
    hasBegun_ = true;
  }
  void readLock(Words &words) {
    const StaticCell cell = BaseReader::cell(words);
    LockWord lock{cell, words.number("the value of a free lock")};
    if (!words.atEnd()) {
      if (!BaseReader::takeFlag(words, "readers"))
        throw Malformed{fmt::format("{} does not belong to a lock", quoted(words.peek()))};
      lock.readers = BaseReader::cell(words);
    }
    proof_.locks.push_back(lock);
  }
  void readGuarded(Words &words) {
    const LockId lock = words.index("a lock", proof_.locks.size());
    const StaticCell cell = BaseReader::cell(words);
    proof_.guarded.push_back({lock, cell, setOf(words)});
  }
  void readGuardedSum(Words &words) {
    const LockId lock = words.index("a lock", proof_.locks.size());
    proof_.guardedSums.push_back({lock, sumOf(words)});
  }
  void readSum(Words &words) { last().sums.push_back(sumOf(words)); }
  void readStart(Words &words) {
    const program::ActionId action = words.number32("an action");
    proof_.starts.push_back({action, words.number32("an instruction")});
  }
  void readGlobal(Words &words) {
    const StaticCell cell = BaseReader::cell(words);
    proof_.global.emplace_back(cell, setOf(words));
  }
  void readResult(Words &words) { proof_.result = setOf(words); }
  void readCase(Words &words) {
    ModularCase each;
    each.cfa = words.number32("an automaton");
    each.location = words.number32("a location");
    each.alone = BaseReader::takeFlag(words, "alone");
    proof_.cases.push_back(std::move(each));
  }
  void readHeld(Words &words) { last().held = listOf(words); }
  void readReading(Words &words) { last().reading = listOf(words); }
  void readHandles(Words &words) { proof_.mostHandle = words.number("a handle"); }
  void readUntil(Words &words) {
    HandOver claim;
    claim.giver = words.number32("an automaton");
    claim.cell = BaseReader::cell(words);
    claim.values = setOf(words);
    proof_.handOvers.push_back(std::move(claim));
  }
  void readAcquired(Words &words) { last().acquired = listOf(words); }
  void readOpen(Words &words) { last().open = listOf(words); }
  void readJoinable(Words &words) { last().joinable = listOf(words); }
  void readCount(Words &words) {
    ModularCase::Count &count = last().count;
    count.least = signedNumber(words, "a number of threads");
    if (!BaseReader::takeFlag(words, "any"))
      count.most = signedNumber(words, "a number of threads");
    if (words.atEnd())
      return;
    count.isNegative = BaseReader::takeFlag(words, "minus");
    if (!count.isNegative && !BaseReader::takeFlag(words, "plus"))
      throw Malformed{"a number of threads is a sum or a difference"};
    count.reg = words.number32("a register");
    count.offset = signedNumber(words, "a number of threads");
  }
  void readRegister(Words &words) {
    const program::RegisterId reg = words.number32("a register");
    last().registers.emplace_back(reg, setOf(words));
  }
  void readMemory(Words &words) {
    const StaticCell cell = BaseReader::cell(words);
    last().memory.emplace_back(cell, setOf(words));
  }
  void readLoaded(Words &words) {
    const program::RegisterId reg = words.number32("a register");
    last().loaded.emplace_back(reg, BaseReader::cell(words));
  }
  void readSpacing(Words &words) {
    const program::CfaId cfa = words.number32("an automaton");
    proof_.spacing.emplace_back(cfa, words.number("a spacing"));
  }
  /// One of two words: whether it is the first.
  static bool isFirst(Words &words, std::string_view first, std::string_view second) {
    if (BaseReader::takeFlag(words, first))
      return true;
    if (!BaseReader::takeFlag(words, second))
      throw Malformed{fmt::format("{} is neither '{}' nor '{}'", quoted(words.peek()), first, second)};
    return false;
  }
  void readRank(Words &words) {
    Rank rank;
    rank.cfa = words.number32("an automaton");
    rank.reg = words.number32("a register");
    rank.isRising = isFirst(words, "up", "down");
    rank.isSigned = isFirst(words, "signed", "unsigned");
    proof_.ranks.push_back(rank);
  }
  void readChoice(Words &words) {
    ChosenInput choice;
    choice.cfa = words.number32("an automaton");
    choice.location = words.number32("a location");
    choice.reg = words.number32("a register");
    choice.value = words.number("a value");
    proof_.choices.push_back(choice);
  }
  static Separation::Access accessOf(Words &words) {
    Separation::Access access;
    access.writes = isFirst(words, "write", "read");
    access.cfa = words.number32("an automaton");
    access.span.file = words.number32("a file");
    access.span.line = words.number32("a line");
    access.span.column = words.number32("a column");
    access.span.frame = words.number32("a call");
    return access;
  }
  void readApart(Words &words) {
    const auto reason = std::ranges::find_if(
        separationReasons, [&](Separation::Reason each) { return BaseReader::takeFlag(words, wordFor(each)); });
    if (reason == separationReasons.end())
      throw Malformed{fmt::format("{} is no reason why accesses do not race", quoted(words.peek()))};
    Separation pair{.one = accessOf(words), .other = {}, .reason = *reason};
    pair.other = accessOf(words);
    proof_.separations.push_back(pair);
  }
  void readArgument(Words &words) { last().argument = setOf(words); }
  void readRelated(Words &words) {
    ModularCase::Relation relation;
    relation.reg = words.number32("a register");
    if (!BaseReader::takeFlag(words, "argument"))
      relation.source = words.number32("a register");
    relation.form = formOf(words);
    last().related.push_back(relation);
  }
  void readIssued(Words &words) {
    ModularCase::Issued issued;
    issued.cfa = words.number32("an automaton");
    if (!BaseReader::takeFlag(words, "constant"))
      issued.reg = words.number32("a register");
    issued.bound = formOf(words);
    issued.isLower = BaseReader::takeFlag(words, "lower");
    last().issued.push_back(issued);
  }
  void readObject(Words &words) {
    ModularCase::OwnCell cell;
    cell.site = words.number32("an allocation site");
    cell.offset = words.number("an offset");
    cell.bytes = words.number32("a number of bytes");
    cell.value = setOf(words);
    last().objects.push_back(std::move(cell));
  }
  void readObjectRelated(Words &words) {
    ModularCase::OwnForm own;
    own.site = words.number32("an allocation site");
    own.offset = words.number("an offset");
    own.bytes = words.number32("a number of bytes");
    own.form = formOf(words);
    last().objectForms.push_back(own);
  }

  ModularProof proof_;
  bool hasBegun_ = false;
};

const std::array<Keyword<ModularReader>, 29> ModularReader::keywords{{
    {"modular", &ModularReader::readModular},
    {"lock", &ModularReader::readLock},
    {"start", &ModularReader::readStart},
    {"global", &ModularReader::readGlobal},
    {"guarded", &ModularReader::readGuarded},
    {"result", &ModularReader::readResult},
    {"case", &ModularReader::readCase},
    {"held", &ModularReader::readHeld},
    {"acquired", &ModularReader::readAcquired},
    {"open", &ModularReader::readOpen},
    {"joinable", &ModularReader::readJoinable},
    {"count", &ModularReader::readCount},
    {"register", &ModularReader::readRegister},
    {"memory", &ModularReader::readMemory},
    {"loaded", &ModularReader::readLoaded},
    {"object", &ModularReader::readObject},
    {"spacing", &ModularReader::readSpacing},
    {"argument", &ModularReader::readArgument},
    {"related", &ModularReader::readRelated},
    {"issued", &ModularReader::readIssued},
    {"rank", &ModularReader::readRank},
    {"choice", &ModularReader::readChoice},
    {"sum", &ModularReader::readSum},
    {"guarded-sum", &ModularReader::readGuardedSum},
    {"reading", &ModularReader::readReading},
    {"until", &ModularReader::readUntil},
    {"handles", &ModularReader::readHandles},
    {"apart", &ModularReader::readApart},
    {"object-related", &ModularReader::readObjectRelated},
}};

} // namespace

bool isModular(const ProofFile &file) { return firstKeyword(file) == "modular"; }

Expected<ModularProof> readModularProof(const ProofFile &file) { return ModularReader().read(file); }

Expected<ModularProof> readCertificate(std::string lines) {
  return readModularProof(
      {.path = "certificate", .text = std::move(lines), .header = {}, .proofBegin = 0, .proofLine = 1});
}

} // namespace heddle::proof
