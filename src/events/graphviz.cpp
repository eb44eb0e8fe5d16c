#include "events/graphviz.hpp"

#include "events/graphviz_writer.hpp"
#include "events/unwind.hpp"
#include "program/print.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::events {

namespace {

constexpr std::size_t longestExpression = 40; // in characters

/// `x`, `a+4`, `malloc#3+8`; the life of an object is `malloc#3.life`, and whether a thread can
/// be joined `thread 2.joinable`.
std::string nameOf(const UnwoundProgram &program, const Cell &cell) {
  const auto &pointers = program.program->pointers;
  const ObjectId object = pointers.object(cell.address);
  const std::uint64_t offset = pointers.offset(cell.address);
  if (object == program::nullObject)
    return fmt::format("thread {}.joinable", offset);
  const bool isDynamic = object >= program.firstDynamic();
  std::string name = isDynamic ? fmt::format("{}#{}", program.program->sites[program.object(object).site].name,
                                             object - program.firstDynamic())
                               : program.program->objects[object].name;
  if (isDynamic && offset == program.object(object).size)
    return name + ".life";
  return offset == 0 ? name : fmt::format("{}+{}", name, offset);
}

std::string nameOf(const UnwoundProgram &program, ThreadId thread) {
  if (thread == 0)
    return "initial";
  return fmt::format("thread {}: {}", thread, program.program->cfas[program.threads[thread].cfa].name);
}

/// `n12 file.c:7`; without the line if it is not known.
std::string nameOfNode(const UnwoundProgram &program, NodeId node) {
  const program::SourceMap &sources = program.program->sources;
  const program::SourceSpan span = sources.userSpan(program.nodes[node].span);
  return span.known() ? fmt::format("n{} {}", node, sources.describe(span)) : fmt::format("n{}", node);
}

/// Draws an unwound program.
class UnwoundDrawing {
public:
  UnwoundDrawing(const UnwoundProgram &program, const CellEvents &cells, const GraphvizLimits &limits)
      : program_(program), cells_(cells), limits_(limits), printer_(symbols_, program.program),
        shown_(std::min(limits.nodes, program.nodes.size())), lines_(program.nodes.size()) {
    nameSymbols();
  }

  std::string draw(const ReadFrom &readFrom) {
    describeEvents();
    describeExits();
    drawNodes();
    drawOrder();
    drawReadFrom(readFrom);
    return writer_.text();
  }

private:
  bool isShown(NodeId node) const { return node < shown_; }

  /// A read is called after its cell and node, an input after its thread.
  void nameSymbols() {
    symbols_.registers.resize(program_.symbols);
    for (SymbolId symbol = 0; symbol < program_.symbols; ++symbol)
      symbols_.registers[symbol].name = fmt::format("s{}", symbol);
    for (ThreadId thread = 0; thread < program_.threads.size(); ++thread)
      for (std::size_t i = 0; i < program_.threads[thread].inputs.size(); ++i)
        if (const Expr value = program_.threads[thread].inputs[i].value; value->isRegister())
          symbols_.registers[value->index].name = fmt::format("input{}.{}", thread, i);
    for (const CellRead &read : cells_.reads)
      symbols_.registers[read.value->index].name =
          fmt::format("{}@n{}", nameOf(program_, cells_.cells[read.cell]), read.node);
  }

  /// Empty if it is too long to be readable.
  std::string shortText(Expr expression) const {
    std::string text = printer_.expression(expression);
    return text.size() <= longestExpression ? text : "";
  }

  std::string condition(Expr guard) const {
    if (guard->isTrue())
      return "";
    const std::string text = shortText(guard);
    return text.empty() ? " if …" : " if " + text;
  }

  void describeEvents() {
    for (const CellRead &read : cells_.reads)
      addLine(read.node, fmt::format("{} {}{}", read.isAttempt ? "attempt to read" : "read",
                                     nameOf(program_, cells_.cells[read.cell]), condition(read.guard)));
    for (const CellWrite &write : cells_.writes) {
      const std::string value = shortText(write.value);
      addLine(write.node, fmt::format("write {} := {}{}", nameOf(program_, cells_.cells[write.cell]),
                                      value.empty() ? "…" : value, condition(write.guard)));
    }
    for (const Wait &wait : program_.waits)
      addLine(wait.node, "wait" + condition(wait.waits));
  }

  void describeExits() {
    for (const Violation &violation : program_.violations)
      addLine(violation.node,
              fmt::format("violation of {}{}", program::name(violation.property), condition(violation.condition)));
    for (const SideExit &exit : program_.sideExits)
      addLine(exit.node,
              fmt::format("side exit: {}{}", exit.deeperHelps ? "a loop that is not unwound further" : exit.message,
                          condition(exit.condition)));
    for (const UnwoundProgram::End &end : program_.ends)
      addLine(end.node, "end of the program" + condition(end.guard));
  }

  void addLine(NodeId node, const std::string &line) { lines_[node] += line + "\n"; }

  void drawNodes() {
    std::vector<bool> isError(program_.nodes.size());
    for (const Violation &violation : program_.violations)
      isError[violation.node] = true;
    for (NodeId node = 0; node < shown_; ++node) {
      const ThreadId thread = program_.nodes[node].thread;
      const std::string label = nameOfNode(program_, node) + condition(program_.nodes[node].executed) + "\n";
      writer_.addNode(thread, node, label + lines_[node],
                      isError[node]                     ? "color=red"
                      : !program_.nodes[node].scheduled ? "style=rounded"
                                                        : "");
    }
    for (ThreadId thread = 0; thread < program_.threads.size(); ++thread)
      writer_.nameThread(thread, nameOf(program_, thread));
    if (shown_ < program_.nodes.size())
      writer_.noteTruncation("nodes", shown_, program_.nodes.size());
  }

  /// Program order: along each thread, from the creation of a thread to it, and from its end to its joins.
  void drawOrder() {
    for (NodeId node = 0; node < shown_; ++node)
      if (const std::optional<NodeId> next = program_.order.next(node); next && isShown(*next))
        writer_.addEdge(node, *next, "", "weight=10");
    for (ThreadId thread = mainThread; thread < program_.threads.size(); ++thread)
      if (isShown(program_.threads[thread].first))
        writer_.addEdge(program_.threads[thread].created, program_.threads[thread].first, "create");
    for (const JoinEdge &join : program_.joins)
      if (const NodeId last = program_.threads[join.joined].last; isShown(last) && isShown(join.node))
        writer_.addEdge(last, join.node, join.isStatic ? "join" : "join, if it succeeds");
  }

  void drawReadFrom(const ReadFrom &readFrom) {
    std::size_t all = 0;
    std::size_t drawn = 0;
    for (const ReadFrom::Read &read : readFrom.reads) {
      const CellRead &reader = cells_.reads[read.read];
      for (const std::uint32_t candidate : read.candidates) {
        const NodeId source = cells_.writes[candidate].node;
        ++all;
        if (drawn == limits_.edges || !isShown(reader.node) || !isShown(source))
          continue;
        ++drawn;
        writer_.addEdge(source, reader.node, "rf " + nameOf(program_, cells_.cells[reader.cell]),
                        "style=dashed, color=blue, constraint=false");
      }
    }
    if (drawn < all)
      writer_.noteTruncation("read-from candidates", drawn, all);
  }

  const UnwoundProgram &program_;
  const CellEvents &cells_;
  const GraphvizLimits &limits_;
  program::Cfa symbols_; // the names of the symbols, as registers of a function
  program::Printer printer_;
  std::size_t shown_;              // nodes below this
  std::vector<std::string> lines_; // by node
  GraphvizWriter writer_;
};

} // namespace

std::string toGraphviz(const UnwoundProgram &program, const CellEvents &cells, const ReadFrom &readFrom,
                       const GraphvizLimits &limits) {
  return UnwoundDrawing(program, cells, limits).draw(readFrom);
}

support::Expected<std::string> unwoundToGraphviz(const program::Program &program, unsigned depth,
                                                 support::Cancellation &cancellation, const GraphvizLimits &limits) {
  UnwindFacts facts(program);
  UnwindOptions options;
  options.depth = depth;
  support::Expected<UnwoundProgram> unwound = unwindUntilStable(facts, options, cancellation);
  if (!unwound)
    return unwound.error();
  const CellEvents cells = resolveCells(*unwound, cancellation);
  std::vector<Expr> values;
  for (const CellRead &read : cells.reads)
    values.push_back(read.value);
  const ReadFrom readFrom = ReadFromFinder(*unwound, cells, cancellation).find(values);
  return toGraphviz(*unwound, cells, readFrom, limits);
}

OrderNames namesOf(const UnwoundProgram &program, const CellEvents &cells) {
  OrderNames names;
  for (NodeId node = 0; node < program.nodes.size(); ++node)
    names.nodes.push_back(nameOfNode(program, node));
  for (const Cell &cell : cells.cells)
    names.cells.push_back(nameOf(program, cell));
  for (ThreadId thread = 0; thread < program.threads.size(); ++thread)
    names.threads.push_back(nameOf(program, thread));
  return names;
}

} // namespace heddle::events
