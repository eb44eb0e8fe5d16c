#include "native/tables.hpp"

#include <fmt/format.h>

namespace heddle::native {

using program::Property;

namespace {

/// As a literal of C.
std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    if (static_cast<unsigned char>(c) < ' ')
      result += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    else
      result += c;
  }
  return result + '"';
}

const char *nameOf(EventKind kind) {
  switch (kind) {
  case EventKind::Read:
    return "READ";
  case EventKind::Write:
    return "WRITE";
  case EventKind::Fence:
    return "FENCE";
  case EventKind::Input:
    return "INPUT";
  case EventKind::Synchronisation:
    return "SYNCHRONISATION";
  }
  return "";
}

unsigned checkedBits(program::PropertySet properties) {
  unsigned bits = 0;
  for (unsigned i = 0; i < program::propertyCount; ++i)
    if (const auto property = static_cast<Property>(i);
        properties.contains(property) && property != Property::KnownFunctions && property != Property::Vacuity)
      bits |= 1U << shimNumberOf(property);
  return bits;
}

} // namespace

unsigned shimNumberOf(Property property) {
  switch (property) {
  case Property::LockDiscipline:
    return 0;
  case Property::ValidDeref:
    return 1;
  case Property::ValidFree:
    return 2;
  case Property::UnreachCall:
    return 3;
  case Property::NoDataRace:
    return 4;
  case Property::NoDeadlock:
    return 5;
  case Property::DefinedBehaviour:
  case Property::KnownFunctions:
  case Property::Vacuity:
    return 6;
  case Property::NoOverflow:
    return 7;
  case Property::ValidMemtrack:
    return 8;
  }
  return 6;
}

std::string tablesOf(const TableFacts &facts, Places &places) {
  const program::SourceMap &sources = facts.program->sources;
  std::string turns;
  for (const Turn &turn : *facts.turns)
    turns +=
        fmt::format("  {{.thread = {}, .kind = {}, .place = {}, .syncs = {}, .count = {}, .step = {}}},\n", turn.thread,
                    nameOf(turn.kind), places.add(turn.span, sources), turn.syncs, turn.count, turn.step);
  std::string inputs;
  for (const ChosenInput &input : facts.recording->inputs)
    inputs += fmt::format("  {{{}, {}, {}ULL, {}}},\n", input.thread, quoted(input.name), input.value,
                          places.add(input.span, sources));
  std::string race = "NO_PLACE, NO_PLACE";
  if (const auto &two = facts.recording->race)
    race = fmt::format("{}, {}", places.add((*two)[0], sources), places.add((*two)[1], sources));
  std::string deadlocked;
  for (const unsigned thread : *facts.deadlocked)
    deadlocked += fmt::format("{}, ", thread);
  const SourcePlace violation = places[places.add(facts.recording->lost.value_or(facts.violation), sources)];
  std::string used;
  for (const std::string &symbol : *facts.used)
    used += fmt::format("{}, ", quoted(symbol));
  std::string text = "#include \"shim.h\"\n\nconst struct place heddlePlaces[] = {\n";
  for (const SourcePlace &place : places.all())
    text += fmt::format("  {{{}, {}, {}, {}}},\n", quoted(place.file), place.line, place.column, place.isModel);
  return text +
         fmt::format("}};\nconst struct turn heddleTurns[] = {{\n{}  {{0}}}};\n"
                     "const unsigned heddleTurnCount = {};\n"
                     "const struct input heddleInputs[] = {{\n{}  {{0}}}};\nconst unsigned heddleInputCount = {};\n"
                     "bool heddleInputUsed[{}];\n"
                     "const char *const heddleUsedFunctions[] = {{{}0}};\nconst unsigned heddleChecked = {};\n"
                     "const unsigned heddleRace[2] = {{{}}};\nconst unsigned heddleDeadlocked[] = {{{}0}};\n"
                     "const unsigned heddleDeadlockedCount = {};\nconst char *const heddleExpectedFile = {};\n"
                     "const unsigned heddleExpectedLine = {};\nconst bool heddleMallocMayFail = {};\n"
                     "const bool heddleSpuriousWakeups = {};\n",
                     turns, facts.turns->size(), inputs, facts.recording->inputs.size(),
                     facts.recording->inputs.size() + 1, used, checkedBits(facts.program->properties), race, deadlocked,
                     facts.deadlocked->size(), quoted(violation.file), violation.line, facts.mallocMayFail,
                     facts.spuriousWakeups);
}

std::string inputFunctionsOf(const std::set<std::string> &functions) {
  std::string text = "unsigned long long heddleProgramInput(const char *name, const void *caller);\n"
                     "#define VALUE(name) heddleProgramInput(name, __builtin_return_address(0))\n";
  for (const std::string &function : functions) {
    const bool isName = function.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
                        std::string::npos;
    if (!isName || function.empty())
      continue;
    if (function == "__VERIFIER_nondet_float")
      text += "float __VERIFIER_nondet_float(void) {\n"
              "  union { unsigned bits; float value; } it = {(unsigned)VALUE(\"__VERIFIER_nondet_float\")};\n"
              "  return it.value;\n}\n";
    else if (function == "__VERIFIER_nondet_double")
      text += "double __VERIFIER_nondet_double(void) {\n"
              "  union { unsigned long long bits; double value; } it = {VALUE(\"__VERIFIER_nondet_double\")};\n"
              "  return it.value;\n}\n";
    else
      text += fmt::format("unsigned long long {}(void) {{ return VALUE({}); }}\n", function, quoted(function));
  }
  return text;
}

} // namespace heddle::native
