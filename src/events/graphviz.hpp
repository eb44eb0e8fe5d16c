// Unwound programs and event order graphs as Graphviz graphs, for developers: `… | dot -Tsvg`.
//
// Both are meant for small programs. A graph that exceeds its limits is truncated, and its title says so.
#pragma once

#include "events/cells.hpp"
#include "events/read_from.hpp"
#include "support/expected.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace heddle::events {

struct GraphvizLimits {
  std::size_t nodes = 300;
  std::size_t edges = 1'000; // read-from candidates, or edges of the order graph other than program order
};

/// One cluster for each thread. A node of the graph is a node of the program order, with the line at which it begins,
/// its reads and writes of cells, and the violations and side exits that it may have; guards are shown when they are
/// short. Dashed edges are read-from candidates.
std::string toGraphviz(const UnwoundProgram &program, const CellEvents &cells, const ReadFrom &readFrom,
                       const GraphvizLimits &limits = {});

/// Unwinds a prepared program to a depth and draws it with the candidates of all reads. An error says why the program
/// cannot be unwound.
support::Expected<std::string> unwoundToGraphviz(const program::Program &program, unsigned depth,
                                                 support::Cancellation &cancellation,
                                                 const GraphvizLimits &limits = {});

/// How the nodes, cells and threads of an event order graph are called; what is missing is shown by its number.
struct OrderNames {
  std::vector<std::string> nodes;   // by NodeId
  std::vector<std::string> cells;   // by CellId
  std::vector<std::string> threads; // by ThreadId
};

OrderNames namesOf(const UnwoundProgram &program, const CellEvents &cells);

/// The event order graph of one candidate execution: program order, the read-froms that it has chosen, and the orders
/// that the rules derive from them (*from-read*, *write serialisation*) until nothing new follows or there is a cycle.
/// The edges of the cycle are red. `schedule`, empty if there is none, is a total order of the execution: its nodes are
/// numbered.
std::string toGraphviz(const ProgramOrder &program, const CandidateExecution &execution,
                       const std::vector<NodeId> &schedule, const OrderNames &names = {},
                       const GraphvizLimits &limits = {});

} // namespace heddle::events
