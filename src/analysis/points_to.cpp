// Constraint generation.
//
// C programs hide pointers in integers, so the result of every operator may hold the pointers of its operands; only
// values of one bit (comparisons) hold none. `p + constant` moves offsets, a choice keeps them, and every other
// operator forgets them. A constant is a pointer if its upper bits are the id of a static object; the initial
// bytes of static objects are searched for such constants, too. Inputs and uninitialised bytes yield no pointers:
// an address computed from them is wild, and using it is undefined behaviour.
//
// Soundness is the usual argument for inclusion constraints: in every execution, whenever a value from which the
// id of an object can be computed flows from one register or cell to another, the constraint generated for the
// operation includes the source's targets in the destination's.
#include "analysis/points_to.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>
#include <unordered_map>

namespace heddle::analysis {

using namespace program;

class PointsTo::Builder {
public:
  using Node = PointsToSolver::Node;

  explicit Builder(const Program &program)
      : program_(program), solver_(program.pointers.width / 8), nothing_(solver_.addNode()),
        handedOver_(solver_.addNode()), results_(solver_.addNode()), expressionNodes_(program.cfas.size()) {
    sitesBegin_ = static_cast<AbstractObject>(program.objects.size());
    for (const Cfa &cfa : program.cfas) {
      firstRegister_.push_back(solver_.addNode());
      for (std::size_t i = 0; i < cfa.registers.size(); ++i)
        solver_.addNode();
    }
    solver_.addCopy(results_, handedOver_);
    for (ObjectId id = 1; id < program.objects.size(); ++id)
      addInitialContent(id);
    for (CfaId id = 0; id < program.cfas.size(); ++id)
      for (const Action &action : program.cfas[id].actions)
        for (const Instruction &instruction : action.instructions)
          std::visit([this, id](const auto &operation) { constrain(id, operation); }, instruction.operation);
    solver_.solve();
  }

  TargetSet solve(CfaId cfa, Expr e) {
    const Node node = nodeOf(cfa, e);
    solver_.solve();
    return solver_.solution(node);
  }
  TargetSet handedOver() const { return solver_.solution(handedOver_); }
  TargetSet content(AbstractObject object) { return solver_.content(object); }
  TargetSet initialContent(AbstractObject object) const {
    TargetSet result;
    if (object < sitesBegin_)
      forEachInitialPointer(object, [&](std::uint64_t, Target target) { result.push_back(target); });
    return result;
  }
  AbstractObject sitesBegin() const { return sitesBegin_; }
  const std::vector<std::pair<SiteId, CfaId>> &sites() const { return sites_; }
  AbstractObject objectAt(SiteId site, CfaId cfa) const { return siteObjects_.at({site, cfa}); }

private:
  Node registerNode(CfaId cfa, RegisterId id) const { return firstRegister_[cfa] + 1 + id; }

  /// The pointer that a word denotes, if its upper bits are the id of a static object. Offsets in the upper half of
  /// their range are negative: the id bits of `&a[-1]` are one less than a's.
  std::optional<Target> decode(Bits word) const {
    const PointerLayout &layout = program_.pointers;
    const ObjectId object = layout.object(word);
    const std::uint64_t offset = layout.offset(word);
    if (offset >= layout.maxObjectSize()) {
      const std::uint64_t next = std::uint64_t{object} + 1;
      if (next >= program_.objects.size())
        return std::nullopt;
      return Target{static_cast<ObjectId>(next), Target::anyOffset};
    }
    if (object == nullObject || object >= program_.objects.size())
      return std::nullopt;
    return Target{object, static_cast<std::uint32_t>(offset)};
  }

  /// The distance by which adding the constant moves a pointer, if it is less than the size of the largest object.
  std::optional<std::int64_t> asDistance(Expr constant) const {
    const support::SignedBits distance = support::toSigned(constant->value, constant->width);
    const auto limit = static_cast<support::SignedBits>(program_.pointers.maxObjectSize());
    if (constant->width != program_.pointers.width || distance <= -limit || distance >= limit)
      return std::nullopt;
    return static_cast<std::int64_t>(distance);
  }

  Node nodeOf(CfaId cfa, Expr e) {
    if (e->width == 1)
      return nothing_;
    if (e->isRegister())
      return registerNode(cfa, e->index);
    if (e->isConstant())
      return constantNode(e);
    const auto known = expressionNodes_[cfa].find(e);
    if (known != expressionNodes_[cfa].end())
      return known->second;
    const Node node = operatorNode(cfa, e);
    expressionNodes_[cfa].emplace(e, node);
    return node;
  }

  Node constantNode(Expr e) {
    const unsigned width = program_.pointers.width;
    if (e->width < width)
      return nothing_;
    const auto known = constantNodes_.find(e);
    if (known != constantNodes_.end())
      return known->second;
    Node node = nothing_;
    for (unsigned low = 0; low + width <= e->width; low += width) {
      std::optional<Target> target = decode(support::truncate(e->value >> low, width));
      if (!target)
        continue;
      if (e->width != width)
        target->offset = Target::anyOffset;
      if (node == nothing_)
        node = solver_.addNode();
      solver_.addTarget(node, *target);
    }
    constantNodes_.emplace(e, node);
    return node;
  }

  Node operatorNode(CfaId cfa, Expr e) {
    if (e->kind == ExprKind::Ite) {
      const Node node = solver_.addNode();
      solver_.addCopy(nodeOf(cfa, e->args[1]), node);
      solver_.addCopy(nodeOf(cfa, e->args[2]), node);
      return node;
    }
    if ((e->kind == ExprKind::Add || e->kind == ExprKind::Sub) && e->args[1]->isConstant()) {
      if (const std::optional<std::int64_t> distance = asDistance(e->args[1])) {
        const Node base = nodeOf(cfa, e->args[0]);
        if (base == nothing_)
          return nothing_;
        const Node node = solver_.addNode();
        solver_.addShift(base, node, e->kind == ExprKind::Add ? *distance : -*distance);
        return node;
      }
    }
    Node node = nothing_;
    for (const Expr arg : e->args) {
      if (arg == nullptr)
        continue;
      const Node from = nodeOf(cfa, arg);
      if (from == nothing_)
        continue;
      if (node == nothing_)
        node = solver_.addNode();
      solver_.addBlur(from, node);
    }
    return node;
  }

  void constrain(CfaId cfa, const Assign &op) { flow(nodeOf(cfa, op.value), registerNode(cfa, op.target)); }

  void constrain(CfaId cfa, const Load &op) {
    const Node address = nodeOf(cfa, op.address);
    if (address != nothing_ && program_.cfas[cfa].registers[op.target].width > 1)
      solver_.addLoad(address, registerNode(cfa, op.target), op.width / 8U);
  }

  void constrain(CfaId cfa, const Store &op) {
    const Node address = nodeOf(cfa, op.address);
    if (address != nothing_)
      solver_.addStore(address, nodeOf(cfa, op.value), op.value->width / 8U);
  }

  void constrain(CfaId cfa, const Allocate &op) {
    const auto next = sitesBegin_ + static_cast<AbstractObject>(sites_.size());
    const auto [entry, isNew] = siteObjects_.emplace(std::pair{op.site, cfa}, next);
    if (isNew)
      sites_.emplace_back(op.site, cfa);
    solver_.addTarget(registerNode(cfa, op.target), {entry->second, 0});
  }

  void constrain(CfaId cfa, const Spawn &op) {
    const Node argument = nodeOf(cfa, op.argument);
    flow(argument, handedOver_);
    const RegisterId parameter = program_.cfas[op.cfa].argument;
    if (parameter != noRegister)
      flow(argument, registerNode(op.cfa, parameter));
  }

  void constrain(CfaId cfa, const Join &op) {
    if (op.target != noRegister)
      flow(results_, registerNode(cfa, op.target));
  }

  void constrain(CfaId cfa, const EndThread &op) { flow(nodeOf(cfa, op.result), results_); }

  // The other operations move no pointers.
  void constrain(CfaId, const Havoc &) {}
  void constrain(CfaId, const Fence &) {}
  void constrain(CfaId, const AtomicBegin &) {}
  void constrain(CfaId, const Guard &) {}
  void constrain(CfaId, const Assume &) {}
  void constrain(CfaId, const Check &) {}
  void constrain(CfaId, const Free &) {}
  void constrain(CfaId, const ObjectSize &) {}
  void constrain(CfaId, const Detach &) {}
  void constrain(CfaId, const EndProgram &) {}
  void constrain(CfaId, const Halt &) {}
  void constrain(CfaId, const Sync &) {}

  void flow(Node from, Node to) {
    if (from != nothing_)
      solver_.addCopy(from, to);
  }

  /// Whether an initialiser of this type can contain an address at `offset`: a scalar of at least pointer size begins
  /// there. True if the type is unknown.
  bool mayHoldPointer(TypeId id, std::uint64_t offset) const {
    const Type &type = program_.types[id];
    switch (type.kind) {
    case TypeKind::Unknown:
      return true;
    case TypeKind::Array: {
      const std::uint64_t size = program_.types[type.element].size;
      return size == 0 || mayHoldPointer(type.element, offset % size);
    }
    case TypeKind::Struct:
    case TypeKind::Union:
      if (offset >= type.size)
        return true;
      return std::any_of(type.fields.begin(), type.fields.end(), [&](const TypeField &field) {
        const std::uint64_t size = program_.types[field.type].size;
        return offset >= field.offset && (size == 0 || offset < field.offset + size) &&
               mayHoldPointer(field.type, offset - field.offset);
      });
    default:
      return offset >= type.size || (offset == 0 && type.size >= program_.pointers.width / 8);
    }
  }

  void addInitialContent(ObjectId id) {
    forEachInitialPointer(id, [&](std::uint64_t offset, Target target) {
      solver_.addInitial(id, static_cast<std::uint32_t>(offset), target);
    });
  }

  template <typename Visit> void forEachInitialPointer(ObjectId id, const Visit &visit) const {
    const StaticObject &object = program_.objects[id];
    if (!object.initial)
      return;
    const std::vector<std::uint8_t> &bytes = *object.initial;
    const unsigned size = program_.pointers.width / 8;
    // The value of a sliding window: each step drops the lowest byte and adds a new highest one.
    Bits window = 0;
    for (std::size_t end = 1; end <= bytes.size(); ++end) {
      window = (window >> 8) | (Bits{bytes[end - 1]} << (8 * (size - 1)));
      if (window == 0 || end < size)
        continue;
      const std::uint64_t offset = end - size;
      const std::optional<Target> target = decode(window);
      if (target && mayHoldPointer(object.type, offset))
        visit(offset, *target);
    }
  }

  const Program &program_;
  PointsToSolver solver_;
  Node nothing_;    // of values that hold no pointer
  Node handedOver_; // arguments and results of threads
  Node results_;
  std::vector<Node> firstRegister_;                             // by CFA
  std::vector<std::unordered_map<Expr, Node>> expressionNodes_; // by CFA
  std::unordered_map<Expr, Node> constantNodes_;
  std::map<std::pair<SiteId, CfaId>, AbstractObject> siteObjects_;
  std::vector<std::pair<SiteId, CfaId>> sites_;
  AbstractObject sitesBegin_ = 0;
};

PointsTo::PointsTo(const Program &program) : builder_(std::make_unique<Builder>(program)) {}
PointsTo::~PointsTo() = default;
PointsTo::PointsTo(PointsTo &&) noexcept = default;
PointsTo &PointsTo::operator=(PointsTo &&) noexcept = default;

TargetSet PointsTo::targets(CfaId cfa, Expr address) const { return builder_->solve(cfa, address); }

RegionSet PointsTo::regions(CfaId cfa, Expr address, std::uint64_t size) const {
  RegionSet result;
  for (const Target target : targets(cfa, address)) {
    const std::uint64_t begin = target.hasOffset() ? target.offset : 0;
    const std::uint64_t end = target.hasOffset() ? begin + size : Region::unbounded;
    result.push_back(isStatic(target.object) ? Region::object(target.object, begin, end)
                                             : Region::site(siteOf(target.object), begin, end));
  }
  if (result.empty())
    result.push_back(Region::anywhere());
  normalise(result);
  return result;
}

AbstractObject PointsTo::objectCount() const {
  return builder_->sitesBegin() + static_cast<AbstractObject>(builder_->sites().size());
}
bool PointsTo::isStatic(AbstractObject object) const { return object < builder_->sitesBegin(); }
SiteId PointsTo::siteOf(AbstractObject object) const {
  assert(!isStatic(object) && "a static object has no site");
  return builder_->sites()[object - builder_->sitesBegin()].first;
}
CfaId PointsTo::creatorOf(AbstractObject object) const {
  assert(!isStatic(object) && "a static object has no creator");
  return builder_->sites()[object - builder_->sitesBegin()].second;
}
AbstractObject PointsTo::objectAt(SiteId site, CfaId cfa) const { return builder_->objectAt(site, cfa); }
TargetSet PointsTo::content(AbstractObject object) const { return builder_->content(object); }
TargetSet PointsTo::initialContent(AbstractObject object) const { return builder_->initialContent(object); }
TargetSet PointsTo::handedOver() const { return builder_->handedOver(); }

} // namespace heddle::analysis
