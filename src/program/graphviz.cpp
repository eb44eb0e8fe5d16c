// The control-flow automata as a Graphviz graph: `heddle dump --cfa`.
//
// One cluster per thread function; atomic locations are filled, the exit is a double circle, and visible
// actions are bold.
#include "program/print.hpp"

#include "support/graphviz.hpp"

namespace heddle::program {

using support::escapedForGraphviz;

namespace {

std::string nodeName(std::size_t cfa, LocationId location) {
  return "n" + std::to_string(cfa) + "_" + std::to_string(location);
}

std::string edgeLabel(const Action &action, const Printer &printer, const SourceMap &sources) {
  std::string label;
  SourceSpan last;
  for (const Instruction &instruction : action.instructions) {
    const SourceSpan span = sources.userSpan(instruction.span);
    if (span.known() && (span.file != last.file || span.line != last.line)) {
      label += sources.describe(span) + "\n";
      last = span;
    }
    label += "  " + printer.operation(instruction.operation) + "\n";
  }
  return escapedForGraphviz(label);
}

} // namespace

std::string toGraphviz(const Program &program) {
  std::string out = "digraph heddle {\n"
                    "  node [shape=circle, fontname=\"monospace\", fontsize=10];\n"
                    "  edge [fontname=\"monospace\", fontsize=10];\n";
  for (std::size_t index = 0; index < program.cfas.size(); ++index) {
    const Cfa &cfa = program.cfas[index];
    Printer printer(cfa, &program);
    printer.distinguishRegisters();
    out += "  subgraph cluster_" + std::to_string(index) + " {\n    label=\"" + escapedForGraphviz(cfa.name) + "\";\n";
    for (LocationId id = 0; id < cfa.locations.size(); ++id) {
      out += "    " + nodeName(index, id) + " [label=\"L" + std::to_string(id) + "\"";
      if (cfa.locations[id].atomic)
        out += ", style=filled, fillcolor=lightgrey";
      if (id == cfa.exit)
        out += ", shape=doublecircle";
      out += "];\n";
    }
    for (const Action &action : cfa.actions)
      out += "    " + nodeName(index, action.from) + " -> " + nodeName(index, action.to) + " [label=\"" +
             edgeLabel(action, printer, program.sources) + "\"" + (isVisible(action) ? ", style=bold" : "") + "];\n";
    out += "  }\n";
  }
  return out + "}\n";
}

} // namespace heddle::program
