// Writes Graphviz graphs whose nodes are the nodes of a program order, in one cluster for each thread.
#pragma once

#include "events/order_graph.hpp"

#include <map>
#include <string>

namespace heddle::events {

class GraphvizWriter {
public:
  /// Attributes are Graphviz's, such as `color=red`; texts are escaped here. Lines of a label are left-justified.
  void addNode(ThreadId thread, NodeId node, const std::string &label, const std::string &attributes = "");
  void addEdge(NodeId from, NodeId to, const std::string &label, const std::string &attributes = "");
  void nameThread(ThreadId thread, const std::string &name) { threadNames_[thread] = name; }
  /// Says in the title that only `shown` of `all` are there.
  void noteTruncation(const std::string &what, std::size_t shown, std::size_t all);

  std::string text() const;

private:
  std::string title_;
  std::map<ThreadId, std::string> threadNames_;
  std::map<ThreadId, std::string> clusters_; // the text of the nodes
  std::string edges_;
};

} // namespace heddle::events
