#include "events/graphviz_writer.hpp"

#include "support/graphviz.hpp"

#include <fmt/format.h>

namespace heddle::events {

using support::escapedForGraphviz;

namespace {

/// The attributes in brackets; empty if there are none.
std::string bracketed(const char *labelKey, const std::string &label, const std::string &attributes) {
  if (label.empty())
    return attributes.empty() ? "" : fmt::format(" [{}]", attributes);
  return fmt::format(" [{}=\"{}\"{}{}]", labelKey, escapedForGraphviz(label), attributes.empty() ? "" : ", ",
                     attributes);
}

} // namespace

void GraphvizWriter::addNode(ThreadId thread, NodeId node, const std::string &label, const std::string &attributes) {
  clusters_[thread] += fmt::format("    n{}{};\n", node, bracketed("label", label, attributes));
}

void GraphvizWriter::addEdge(NodeId from, NodeId to, const std::string &label, const std::string &attributes) {
  // dot 2.43 fails ("trouble in init_rank") on labels of unconstrained edges between clusters; xlabels are placed
  // later.
  edges_ += fmt::format("  n{} -> n{}{};\n", from, to, bracketed("xlabel", label, attributes));
}

void GraphvizWriter::noteTruncation(const std::string &what, std::size_t shown, std::size_t all) {
  title_ += fmt::format("{}{} of {} {}", title_.empty() ? "truncated: " : ", ", shown, all, what);
}

std::string GraphvizWriter::text() const {
  std::string out = "digraph heddle {\n"
                    "  node [shape=box, fontname=\"monospace\", fontsize=10];\n"
                    "  edge [fontname=\"monospace\", fontsize=10];\n";
  if (!title_.empty())
    out += fmt::format("  label=\"{}\";\n  labelloc=t;\n", escapedForGraphviz(title_));
  for (const auto &[thread, nodes] : clusters_) {
    const auto name = threadNames_.find(thread);
    const std::string title = name != threadNames_.end() ? name->second : fmt::format("thread {}", thread);
    out +=
        fmt::format("  subgraph cluster_{} {{\n    label=\"{}\";\n{}  }}\n", thread, escapedForGraphviz(title), nodes);
  }
  return out + edges_ + "}\n";
}

} // namespace heddle::events
