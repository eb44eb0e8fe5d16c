// Objects whose size is not a constant, such as `malloc(n * sizeof *p)`, and accesses to them, such as `p[i]` for i <
// n.
//
// Two kinds of facts, about symbols (symbol.hpp) as integers:
//
//   - a *difference*: a * x - b * y is at most a constant, learned from comparisons; without x, it is a lower bound of
//     y. These are zones (Miné, "A new numerical abstract domain based on difference-bound matrices"), with factors,
//     and without closure: a query combines at most two of them. Factors have no common divisor, since a bound divided
//     by it is as good;
//   - a *size*: every object of that name has factor * x + least bytes or more, learned where it is allocated.
//
// An access that begins at f * x + h in its object is in bounds if f * x + h + bytes is not above the size.
//
// An abstract object that stands for several has a size if all of them have it, so that an allocation keeps only what
// it confirms. Symbols are renamed as everywhere else (naming.hpp); a fact about a value that has lost its name is
// dropped. A state in which a name has no object yet agrees with every size of it.
//
// A started thread knows sizes in terms of the numbers that it was started with (slots.hpp): if main knows at each
// start that the size is at least factor * number + least, so does the thread. That is a fact about one object, which
// main has made before and makes only once.
//
// Comparisons are followed only once a size is known, so that other programs incur no cost.
#pragma once

#include "engines/modular/owned_object.hpp"
#include "engines/modular/symbol.hpp"

#include <functional>
#include <map>
#include <optional>

namespace heddle::engines::modular {

/// factor * symbol
struct Multiple {
  Symbol symbol;
  std::int64_t factor = 1;
  auto operator<=>(const Multiple &) const = default;
};

class Room {
public:
  struct Size {
    AbstractObject object = 0;
    Multiple of;
    auto operator<=>(const Size &) const = default;
  };
  using Sizes = std::map<Size, std::int64_t>;

  bool isEmpty() const { return sizes_.empty(); }
  const Sizes &sizes() const { return sizes_; }

  /// What else is known of the value of a symbol: its bounds.
  using Bounds = std::function<std::optional<Distance>(const Symbol &)>;

  /// first - second is at most the bound.
  void learn(const Multiple &first, const Multiple &second, std::int64_t bound);
  /// An upper bound of first - second.
  std::optional<std::int64_t> mostDifference(const Multiple &first, const Multiple &second, const Bounds &bounds) const;

  /// An object has been allocated that has at least so many bytes; `isFirst`: it is the only one of its name.
  void allocate(AbstractObject object, bool isFirst, const std::optional<Linear> &size);
  void addSize(const Size &size, std::int64_t least) { sizes_.insert_or_assign(size, least); }
  /// The object gets another name, which stands for others as well unless it `isFirst`.
  void rename(AbstractObject before, AbstractObject after, bool isFirst);
  /// Whether `bytes` bytes at the address, a relation of the offset, are in all objects of the name.
  bool contains(AbstractObject object, const Linear &address, std::int64_t bytes, const Bounds &bounds) const;

  /// Facts about a symbol become facts about factor * another symbol + distance, the result of `change`, or are lost.
  void renameSymbols(const std::function<bool(const Symbol &)> &isChanged,
                     const std::function<std::optional<Linear>(const Linear &)> &change);
  /// Differences about such symbols are dropped, unless a size is about them.
  void forgetIf(const std::function<bool(const Symbol &)> &isUseless);

  /// One of two sides, with what is known of single values, and whether it has no object of a name.
  struct Side {
    const Room &room;
    const Bounds &bounds;
    std::function<bool(AbstractObject)> isAbsent;
  };
  /// What both say. `widens`: a bound that has moved is dropped.
  static Room merge(const Side &before, const Side &after, bool widens);
  bool operator==(const Room &) const = default;

private:
  using Pair = std::pair<Multiple, Multiple>;
  static constexpr std::size_t mostDifferences = 32;

  std::map<Pair, std::int64_t> differences_;
  Sizes sizes_;
};

} // namespace heddle::engines::modular
