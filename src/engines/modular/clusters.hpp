// Relations that locks protect.
//
// A *cluster* is a template (templates.hpp) all of whose variables are protected by one lock: all stores to them, while
// several threads run, are made by threads that hold the lock exclusively, or there are none (Schwarz, Saan, Seidl,
// Erhard, Vojdani, "Clustered Relational Thread-Modular Abstract Interpretation"). While no thread holds the lock, the
// values that the template has are those that it had at a release of the lock, or when main started threads. A thread
// that takes the lock knows that much, as with single values (interference.hpp). A template counts as a cluster until a
// store refutes it, so that what is known only shrinks.
#pragma once

#include "engines/modular/interference.hpp"
#include "engines/modular/templates.hpp"

#include <map>

namespace heddle::engines::modular {

class Clusters {
public:
  Clusters(const Templates &templates, const Global &global, const Interference &interference,
           Dependencies &dependencies, const Thresholds &thresholds, Mutation mutation)
      : templates_(templates), global_(global), interference_(interference), dependencies_(dependencies),
        thresholds_(thresholds), mutation_(mutation) {}

  bool hasGrown() { return std::exchange(hasGrown_, false); }

  /// The thread has taken a lock, or is about to release it.
  void enter(State &state, const Cell &lock);
  void leave(const State &state, const Cell &lock);
  /// Main starts threads; `read` gives the content of a cell.
  void start(const State &state, const std::function<Value(const Cell &)> &read);
  /// What holds while no thread holds the lock.
  void forEach(const Cell &lock, const std::function<void(const Sum &, const Interval &)> &visit) const;

  const Templates &templates() const { return templates_; }

private:
  /// The values of a template.
  struct Published {
    std::optional<Interval> values; // none: it has none yet
    unsigned updates = 0;
  };
  using Reader = std::function<Value(const Cell &)>;
  bool isCluster(const Sum &form, const Cell &lock) const;
  std::optional<Interval> valuesOf(const State &state, const Sum &form, const Reader &read) const;
  bool publish(Published &known, const Interval &values);

  const Templates &templates_;
  const Global &global_;
  const Interference &interference_;
  Dependencies &dependencies_;
  const Thresholds &thresholds_;
  Mutation mutation_;
  bool hasGrown_ = false;
  std::map<Sum, Published> starts_;
  std::map<Cell, std::map<Sum, Published>> releases_; // by lock
};

} // namespace heddle::engines::modular
