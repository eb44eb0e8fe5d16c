// The whole model as text for people: `heddle dump --program`.
#include "program/print.hpp"

#include "support/bytes.hpp"

#include <algorithm>

namespace heddle::program {

std::string typeName(const TypeTable &types, TypeId type) { return type == unknownType ? "" : types[type].name; }

namespace {

const char *describe(StaticObject::Kind kind) {
  switch (kind) {
  case StaticObject::Kind::Variable:
    return "variable";
  case StaticObject::Kind::Constant:
    return "constant";
  case StaticObject::Kind::Function:
    return "function";
  }
  return "";
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

/// "zero", "not known", a number for a scalar, the first bytes of anything else.
std::string initialContent(const StaticObject &object) {
  if (!object.initial)
    return "not known";
  const std::vector<std::uint8_t> &bytes = *object.initial;
  if (std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte == 0; }))
    return "zero";
  if (bytes.size() <= 8 && (bytes.size() & (bytes.size() - 1)) == 0)
    return support::toDecimal(support::fromLittleEndian(bytes));
  constexpr std::size_t shown = 16;
  std::string text;
  for (std::size_t i = 0; i < std::min(bytes.size(), shown); ++i) {
    text += i == 0 ? "" : " ";
    text += "0123456789abcdef"[bytes[i] >> 4];
    text += "0123456789abcdef"[bytes[i] & 15];
  }
  return text + (bytes.size() > shown ? " …" : "");
}

class ProgramText {
public:
  explicit ProgramText(const Program &program) : program_(program) {}

  std::string text() {
    header();
    objects();
    sites();
    for (const Cfa &cfa : program_.cfas)
      automaton(cfa);
    warnings();
    return std::move(out_);
  }

private:
  std::string typed(TypeId type) const {
    const std::string text = typeName(program_.types, type);
    return text.empty() ? "" : ": " + text;
  }

  /// The user's line, also for instructions of a library model.
  std::string where(SourceSpan span) const { return program_.sources.describe(program_.sources.userSpan(span)); }

  void header() {
    out_ += program_.dataModel == DataModel::LP64 ? "program LP64" : "program ILP32";
    out_ += ", pointers of " + std::to_string(program_.pointers.width) + " bits (" +
            std::to_string(program_.pointers.offsetBits) + " for the offset)\n";
    out_ += "checks:";
    for (unsigned i = 0; i < propertyCount; ++i)
      if (program_.properties.contains(static_cast<Property>(i)))
        out_ += " " + std::string(name(static_cast<Property>(i)));
    out_ += program_.properties.empty() ? " nothing\n" : "\n";
  }

  void objects() {
    if (program_.objects.size() > 1)
      out_ += "\nobjects\n";
    for (ObjectId id = 1; id < program_.objects.size(); ++id) {
      const StaticObject &object = program_.objects[id];
      out_ +=
          "  " + padded(std::to_string(id), 3) + " " + object.name + typed(object.type) + " (" + describe(object.kind);
      if (object.kind != StaticObject::Kind::Function)
        out_ += ", " + std::to_string(object.size) + " bytes, " + initialContent(object);
      out_ += ")  " + where(object.span) + "\n";
    }
  }

  void sites() {
    if (!program_.sites.empty())
      out_ += "\nallocation sites\n";
    for (SiteId id = 0; id < program_.sites.size(); ++id) {
      const AllocationSite &site = program_.sites[id];
      out_ += "  " + padded("S" + std::to_string(id), 3) + " " + site.name + typed(site.type) + " (" +
              describe(site.storage) + ")  " + where(site.span) + "\n";
    }
  }

  void automaton(const Cfa &cfa) {
    Printer printer(cfa, &program_);
    printer.distinguishRegisters();
    out_ += "\nthread function " + cfa.name + ": " + std::to_string(cfa.locations.size()) + " locations, " +
            std::to_string(cfa.actions.size()) + " actions, entry L" + std::to_string(cfa.entry) + ", exit L" +
            std::to_string(cfa.exit) + "\n";
    variables(cfa, printer);
    for (LocationId id = 0; id < cfa.locations.size(); ++id) {
      const Location &location = cfa.locations[id];
      if (cfa.outgoing[id].empty() && id != cfa.exit)
        continue;
      out_ += "  L" + std::to_string(id) + (location.atomic ? " atomic" : "") + (id == cfa.exit ? " exit" : "") + "\n";
      for (const ActionId action : cfa.outgoing[id])
        line(cfa.actions[action], printer);
    }
  }

  void variables(const Cfa &cfa, const Printer &printer) {
    for (RegisterId id = 0; id < cfa.registers.size(); ++id) {
      const Register &reg = cfa.registers[id];
      const std::string role = id == cfa.self ? ", own handle" : id == cfa.argument ? ", argument" : "";
      if (!reg.isVariable && role.empty())
        continue;
      out_ += "  var " + printer.registerName(id) + typed(reg.type) + " (" + std::to_string(reg.width) + " bits" +
              role + ")\n";
    }
  }

  void line(const Action &action, const Printer &printer) {
    std::string target = "    → L" + std::to_string(action.to);
    constexpr std::size_t targetWidth = 15; // the arrow is three bytes wide
    if (action.instructions.empty())
      out_ += target + "\n";
    for (const Instruction &instruction : action.instructions) {
      out_ += padded(target, targetWidth) + padded(where(instruction.span), 20) + "  " +
              printer.operation(instruction.operation);
      out_ += isVisible(instruction.operation) ? "  *\n" : "\n";
      target = std::string(targetWidth - 2, ' ');
    }
  }

  void warnings() {
    if (!program_.warnings.empty())
      out_ += "\nwarnings\n";
    for (const Warning &warning : program_.warnings)
      out_ += "  " + where(warning.span) + ": " + warning.message + (warning.blocksProof ? " (no proof)" : "") + "\n";
  }

  const Program &program_;
  std::string out_;
};

} // namespace

std::string toText(const Program &program) { return ProgramText(program).text(); }

} // namespace heddle::program
