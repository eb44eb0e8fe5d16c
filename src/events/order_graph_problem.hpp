// A candidate execution in the form that the algorithms work on: dense numbers and sorted tables.
//
// Only nodes that take part are kept. They are numbered thread by thread, in the order of each thread, so that a
// position in a thread is an offset and the predecessors of a node in a thread are a count. Literals become atoms,
// which are small numbers; atom 0 stands for `always`.
#pragma once

#include "events/order_graph.hpp"

#include <span>

namespace heddle::events {

using Index = std::uint32_t;
constexpr Index noIndex = ~Index{0};
using Atom = std::uint32_t;
constexpr Atom noAtom = 0;

/// By atom: whether it holds. noAtom always holds.
using AtomSet = std::vector<bool>;

/// Items grouped into rows by a key; the items of a row keep their order.
class Rows {
public:
  template <typename Items, typename Key> void build(std::size_t rows, const Items &items, Key key) {
    // Counting sort. First, start_[row + 2] is the size of a row; then start_[row + 1] is where its next item goes.
    start_.assign(rows + 2, 0);
    for (const auto &item : items)
      ++start_[key(item) + 2];
    for (std::size_t row = 2; row < rows + 2; ++row)
      start_[row] += start_[row - 1];
    items_.resize(items.size());
    for (std::size_t i = 0; i < items.size(); ++i)
      items_[start_[key(items[i]) + 1]++] = static_cast<Index>(i);
  }

  std::span<const Index> operator[](std::size_t row) const {
    return {items_.data() + start_[row], items_.data() + start_[row + 1]};
  }

private:
  std::vector<Index> start_;
  std::vector<Index> items_;
};

/// The nodes that take part, and program order among them.
struct OrderFrame {
  OrderFrame(const ProgramOrder &program, const CandidateExecution &execution, const std::vector<NodeId> &participants);

  /// Program order between threads that does not follow from other program order.
  struct Leap {
    Index before;
    Index after;
  };

  Index nodeCount() const { return static_cast<Index>(nodes.size()); }
  Index positionOf(Index node) const { return node - threadStart[threadOf[node]]; }
  bool isLastOfThread(Index node) const { return node + 1 == threadStart[threadOf[node] + 1]; }
  /// How many nodes of the thread precede the node.
  Index clock(Index node, Index thread) const { return clocks[std::size_t{node} * threads + thread]; }
  bool precedes(Index a, Index b) const { return clock(b, threadOf[a]) > positionOf(a); }

  std::vector<NodeId> nodes;      // node 0 is the first
  std::vector<Index> indexOf;     // of a NodeId that takes part
  std::vector<Index> threadOf;    // of each node
  std::vector<Index> threadStart; // of each thread, and the end
  Index threads = 0;              // how many have nodes here
  std::vector<Index> clocks;      // by node and thread
  std::vector<Leap> leaps;
  Rows leapsFrom; // by node
};

/// What is required of an order of the frame's nodes.
struct OrderProblem {
  struct Write {
    Index node;
    Index cell;
    Atom guard;
  };
  struct Read {
    Index node;
    Index cell;
    Index write;
    Atom readsFrom;
  };
  struct Edge {
    Index before;
    Index after;
    Atom reason;
  };

  OrderProblem(const OrderFrame &orderFrame, const CandidateExecution &execution);
  /// Without requirements.
  explicit OrderProblem(const OrderFrame &orderFrame) : frame(&orderFrame) {}
  /// Becomes the part of a problem that remains if only these atoms hold. A write takes place if its guard holds or a
  /// read from it takes place.
  void restrict(const OrderProblem &whole, const AtomSet &atoms);

  Index cells() const { return cells_; }
  /// The writes of a cell by a thread, in their order.
  std::span<const Index> writesOf(Index cell, Index thread) const {
    return cellWrites_[cell * frame->threads + thread];
  }
  /// Those in the first `count` nodes of the thread.
  std::span<const Index> writesBefore(Index cell, Index thread, Index count) const {
    const std::span<const Index> all = writesOf(cell, thread);
    const Index bound = frame->threadStart[thread] + count;
    const Index *begin = all.data();
    for (std::size_t length = all.size(); length > 0;) {
      const std::size_t half = length / 2;
      const bool isBefore = writes[begin[half]].node < bound;
      begin = isBefore ? begin + half + 1 : begin;
      length = isBefore ? length - half - 1 : half;
    }
    return {all.data(), begin};
  }
  std::span<const Index> writesAt(Index node) const { return nodeWrites_[node]; }
  std::span<const Index> readsAt(Index node) const { return nodeReads_[node]; }
  std::span<const Index> readsFrom(Index write) const { return readers_[write]; }

  const OrderFrame *frame;
  std::vector<Write> writes; // in the order of their nodes
  std::vector<Read> reads;
  std::vector<Edge> edges;
  std::vector<Literal> literals; // of the atoms

private:
  void buildTables();

  Index cells_ = 0;
  Rows cellWrites_;
  Rows nodeWrites_;
  Rows nodeReads_;
  Rows readers_;
};

} // namespace heddle::events
