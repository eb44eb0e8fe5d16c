// Only what is needed to represent the proof is checked: that numbers fit their types, and that terms, variables and
// control locations are defined before they are used. Whether locations, registers or objects exist is checked by
// check_form, as for proofs that an engine hands over.
#include "proof/base_reader.hpp"

#include "proof/file_words.hpp"

namespace heddle::proof {

namespace {

Thread threadOf(std::string_view text) {
  Words fields(text, ',');
  Thread thread;
  thread.status = fields.oneOf<ThreadStatus>(words::statuses, "the status of a thread");
  thread.cfa = fields.number32("an automaton");
  thread.location = fields.number32("a location");
  thread.detached = BaseReader::takeFlag(fields, "detached");
  thread.resting = BaseReader::takeFlag(fields, "resting");
  fields.expectEnd();
  return thread;
}

Object objectOf(std::string_view text) {
  Words fields(text, ',');
  Object object;
  object.id = fields.number32("an object");
  object.size = fields.number("a size");
  object.owner = fields.number32("a slot");
  object.storage = fields.oneOf<program::Storage>(words::storages, "a kind of storage");
  object.site = fields.number32("an allocation site");
  object.creator = fields.number32("an automaton");
  object.alive = !BaseReader::takeFlag(fields, "dead");
  fields.expectEnd();
  return object;
}

} // namespace

BaseReader::BaseReader(const program::Program &program, ReachabilityProof &proof)
    : program_(program), proof_(proof), terms_(proof) {
  for (const program::Cfa &cfa : program.cfas)
    proof_.pauses.emplace_back(cfa.locations.size());
}

bool BaseReader::read(std::string_view keyword, Words &words) {
  if (keyword == "pause")
    readPause(words);
  else if (keyword == "variable")
    readVariable(words);
  else if (keyword == "term")
    terms_.read(words);
  else if (keyword == "control")
    readControl(words);
  else
    return false;
  return true;
}

bool BaseReader::takeFlag(Words &fields, std::string_view name) {
  const bool isSet = fields.peek() == name;
  if (isSet)
    fields.next("a flag");
  return isSet;
}

StaticCell BaseReader::cell(Words &words) {
  StaticCell cell;
  cell.object = words.number32("an object");
  cell.offset = words.number("an offset");
  cell.bytes = words.number32("a number of bytes");
  return cell;
}

void BaseReader::readPause(Words &words) {
  std::vector<bool> &pauses = proof_.pauses[words.index("an automaton", proof_.pauses.size())];
  while (!words.atEnd())
    pauses[words.index("a location", pauses.size())] = true;
}

void BaseReader::readVariable(Words &words) {
  Variable variable;
  variable.kind = words.oneOf<Variable::Kind>(words::variables, "a kind of variable");
  variable.width = static_cast<unsigned>(words.number("a width", support::maxWidth));
  if (variable.width == 0)
    throw Malformed{"a width of 0 bits"};
  switch (variable.kind) {
  case Variable::Kind::Register:
    variable.slot = words.number32("a slot");
    variable.cfa = words.index("an automaton", program_.cfas.size());
    variable.reg = words.index("a register", program_.cfas[variable.cfa].registers.size());
    break;
  case Variable::Kind::Result:
    variable.slot = words.number32("a slot");
    break;
  case Variable::Kind::Memory:
    variable.object = words.number32("an object");
    variable.offset = words.number("an offset");
    break;
  case Variable::Kind::History:
    break;
  }
  proof_.variables.push_back(variable);
}

void BaseReader::readControl(Words &words) {
  Control &control = proof_.controls.emplace_back();
  while (!words.atEnd() && words.peek() != "objects")
    control.threads.push_back(threadOf(words.next("a thread")));
  if (words.atEnd())
    return;
  words.next("objects");
  while (!words.atEnd())
    control.objects.push_back(objectOf(words.next("an object")));
}

} // namespace heddle::proof
