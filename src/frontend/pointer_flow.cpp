// An inclusion-based points-to analysis (Andersen's) for function pointers.
//
// Every value has the set of objects that it may point to; every object (a variable, a local, an
// allocation, a function) has the set of objects that any part of it may point to. The analysis is thus
// field-, flow- and context-insensitive, and follows pointers through integers and aggregates. Loads,
// stores and calls through pointers become inclusions between these sets as the sets grow: an inclusion
// is added once for each object that arrives at the pointer. The invariant of the worklist is that all
// inclusions hold except those out of nodes with objects that are not yet propagated.
//
// A value from outside (the result of a function without a body, the content of an undefined `extern`)
// points to the object Unknown. Arbitrary *integers* from outside are not followed into pointers: in C, a
// program that turns an input into the address of a function has no defined meaning.
//
// Precision matters most on the heap: each call of malloc is therefore an allocation site, and not the one
// allocation inside Heddle's model of malloc.
#include "frontend/pointer_flow.hpp"

#include "frontend/debug_types.hpp"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <cassert>

namespace heddle::frontend {

using llvm::CallBase;
using llvm::Function;
using llvm::Value;

/// Library functions whose effect on pointers is known at the call, and more precisely than from their body.
enum class Known : std::uint8_t { No, Allocate, Reallocate, Copy, Spawn, Join, EndThread };

struct KnownCall {
  Known effect = Known::No;
  unsigned function = 0; // Spawn: the positions of the start function and its argument
  unsigned argument = 0;
};

namespace {

KnownCall knownCall(const Function &function) {
  if (!function.isDeclaration() && !isRuntime(function))
    return {}; // the user's own definition takes precedence
  KnownCall known = llvm::StringSwitch<KnownCall>(function.getName())
                        .Cases("malloc", "calloc", "aligned_alloc", "__heddle_allocate", {Known::Allocate})
                        .Cases("realloc", "reallocarray", {Known::Reallocate})
                        .Cases("memcpy", "memmove", "mempcpy", "__heddle_copy", {Known::Copy})
                        .Case("__heddle_spawn", {Known::Spawn, 0, 1})
                        .Case("pthread_create", {Known::Spawn, 2, 3})
                        .Case("thrd_create", {Known::Spawn, 1, 2})
                        .Cases("__heddle_join", "pthread_join", {Known::Join})
                        .Cases("__heddle_end_thread", "pthread_exit", {Known::EndThread})
                        .Default({});
  const bool isThreadModel = known.effect >= Known::Spawn && !function.isDeclaration();
  return isThreadModel ? KnownCall{} : known; // its body is defined in terms of __heddle_*
}

} // namespace

PointerFlow::PointerFlow(const llvm::Module &module, const llvm::DenseSet<const Function *> &executed) {
  const Object first = newObject();
  assert(first == unknown && "Unknown is the first object");
  point(objects_[first].content, unknown);
  threadResults_ = newNode();
  for (const Function &function : module)
    if (executed.contains(&function))
      for (const llvm::Instruction &instruction : llvm::instructions(function))
        visit(instruction);
  solve();
}

PointerFlow::Node PointerFlow::nodeOf(const Value *value) {
  if (const auto found = values_.find(value); found != values_.end())
    return found->second;
  const Node node = newNode();
  values_[value] = node; // first, since constants may be cyclic
  if (const auto *constant = llvm::dyn_cast<llvm::Constant>(value))
    initialise(node, *constant);
  return node;
}

void PointerFlow::initialise(Node node, const llvm::Constant &constant) {
  if (const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(&constant)) {
    include(nodeOf(alias->getAliasee()), node);
    return;
  }
  if (const auto *global = llvm::dyn_cast<llvm::GlobalValue>(&constant)) {
    point(node, objectOf(global));
    return;
  }
  for (const llvm::Use &operand : constant.operands())
    if (llvm::isa<llvm::GlobalValue, llvm::ConstantExpr, llvm::ConstantAggregate>(operand.get()))
      include(nodeOf(operand.get()), node);
}

PointerFlow::Object PointerFlow::objectOf(const llvm::GlobalValue *global) {
  if (const auto found = globals_.find(global); found != globals_.end())
    return found->second;
  const Object object = newObject(llvm::dyn_cast<Function>(global));
  globals_[global] = object;
  if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(global)) {
    if (variable->hasInitializer())
      include(nodeOf(variable->getInitializer()), objects_[object].content);
    else
      point(objects_[object].content, unknown);
  }
  return object;
}

PointerFlow::Node PointerFlow::resultOf(const Function *function) {
  const auto [entry, isNew] = results_.try_emplace(function, Node{});
  if (isNew)
    entry->second = newNode();
  return entry->second;
}

PointerFlow::Object PointerFlow::variadicArgumentsOf(const Function *function) {
  const auto [entry, isNew] = variadic_.try_emplace(function, Object{});
  if (isNew)
    entry->second = newObject();
  return entry->second;
}

void PointerFlow::visit(const llvm::Instruction &instruction) {
  if (llvm::isa<llvm::AllocaInst>(instruction)) {
    point(nodeOf(&instruction), newObject());
    return;
  }
  if (const auto *read = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load(nodeOf(read->getPointerOperand()), nodeOf(read));
  if (const auto *write = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return store(nodeOf(write->getValueOperand()), nodeOf(write->getPointerOperand()));
  if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    load(nodeOf(update->getPointerOperand()), nodeOf(update));
    return store(nodeOf(update->getValOperand()), nodeOf(update->getPointerOperand()));
  }
  if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    load(nodeOf(exchange->getPointerOperand()), nodeOf(exchange));
    return store(nodeOf(exchange->getNewValOperand()), nodeOf(exchange->getPointerOperand()));
  }
  if (const auto *back = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
    if (back->getReturnValue())
      include(nodeOf(back->getReturnValue()), resultOf(back->getFunction()));
    return;
  }
  if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return visitIntrinsic(*intrinsic);
  if (const auto *site = llvm::dyn_cast<CallBase>(&instruction); site != nullptr && site->isInlineAsm())
    return visitAssembly(*site);
  if (const auto *site = llvm::dyn_cast<CallBase>(&instruction)) {
    nodes_[nodeOf(site->getCalledOperand())].calls.push_back(site);
    return;
  }
  if (const auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
    return include(nodeOf(address->getPointerOperand()), nodeOf(address));
  if (llvm::isa<llvm::CmpInst>(instruction) || instruction.getType()->isVoidTy())
    return;
  for (const llvm::Use &operand : instruction.operands())
    if (!llvm::isa<llvm::BasicBlock, llvm::ConstantData>(operand.get()))
      include(nodeOf(operand.get()), nodeOf(&instruction));
}

void PointerFlow::visitIntrinsic(const llvm::IntrinsicInst &call) {
  if (const auto *transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(&call))
    return copyContent(nodeOf(transfer->getRawSource()), nodeOf(transfer->getRawDest()));
  if (llvm::isa<llvm::VACopyInst>(call))
    return copyContent(nodeOf(call.getArgOperand(1)), nodeOf(call.getArgOperand(0)));
  if (llvm::isa<llvm::VAStartInst>(call)) {
    // The list points to the memory of the arguments, and so does the pointer that va_arg reads from it.
    const Object arguments = variadicArgumentsOf(call.getFunction());
    const Node address = newNode();
    point(address, arguments);
    point(objects_[arguments].content, arguments);
    return store(address, nodeOf(call.getArgOperand(0)));
  }
  if (call.getType()->isVoidTy())
    return;
  for (const llvm::Use &argument : call.args())
    if (!llvm::isa<llvm::MetadataAsValue>(argument.get()))
      include(nodeOf(argument.get()), nodeOf(&call));
}

/// Assembly may move every value that it is given, and what is where its operands point to, to each other's places.
void PointerFlow::visitAssembly(const CallBase &site) {
  const Node moved = newNode();
  for (const llvm::Use &operand : site.args()) {
    include(nodeOf(operand.get()), moved);
    load(nodeOf(operand.get()), moved);
    store(moved, nodeOf(operand.get()));
  }
  include(moved, nodeOf(&site));
}

void PointerFlow::applyCall(const CallBase &site, Object callee) {
  if (objects_[callee].function)
    return call(site, *objects_[callee].function);
  if (callee == unknown && site.getType()->isPointerTy())
    point(nodeOf(&site), unknown);
}

void PointerFlow::call(const CallBase &site, const Function &callee) {
  if (const KnownCall known = knownCall(callee); known.effect != Known::No)
    return callKnown(site, known);
  if (callee.isDeclaration()) {
    if (!site.getType()->isPointerTy())
      return;
    point(nodeOf(&site), unknown);
    for (const llvm::Use &argument : site.args()) // it may return its argument
      include(nodeOf(argument.get()), nodeOf(&site));
    return;
  }
  for (unsigned i = 0; i < site.arg_size(); ++i) {
    if (i < callee.arg_size())
      include(nodeOf(site.getArgOperand(i)), nodeOf(callee.getArg(i)));
    else if (callee.isVarArg() && site.isByValArgument(i))
      load(nodeOf(site.getArgOperand(i)), objects_[variadicArgumentsOf(&callee)].content);
    else if (callee.isVarArg())
      include(nodeOf(site.getArgOperand(i)), objects_[variadicArgumentsOf(&callee)].content);
  }
  include(resultOf(&callee), nodeOf(&site));
}

void PointerFlow::callKnown(const CallBase &site, const KnownCall &known) {
  const auto argument = [&](unsigned index) {
    return index < site.arg_size() ? nodeOf(site.getArgOperand(index)) : newNode();
  };
  const Node result = nodeOf(&site);
  switch (known.effect) {
  case Known::Allocate:
    point(result, newObject());
    return;
  case Known::Reallocate:
    point(result, newObject());
    include(argument(0), result);
    return copyContent(argument(0), result);
  case Known::Copy:
    include(argument(0), result);
    return copyContent(argument(1), argument(0));
  case Known::Spawn: {
    const Node function = argument(known.function);
    const Node passed = argument(known.argument);
    nodes_[function].spawnArguments.push_back(passed);
    const Objects started = nodes_[function].objects;
    for (const Object object : started)
      if (objects_[object].function)
        spawn(*objects_[object].function, passed);
    return;
  }
  case Known::Join:
    include(threadResults_, result);           // __heddle_join
    return store(threadResults_, argument(1)); // pthread_join
  case Known::EndThread:
    return include(argument(0), threadResults_);
  case Known::No:
    break;
  }
  assert(false && "not a known call");
}

void PointerFlow::spawn(const Function &function, Node argument) {
  if (function.arg_size() > 0)
    include(argument, nodeOf(function.getArg(0)));
  include(resultOf(&function), threadResults_);
}

void PointerFlow::include(Node from, Node into) {
  if (from == into || !inclusions_.insert({from, into}).second)
    return;
  nodes_[from].includedIn.push_back(into);
  point(into, nodes_[from].objects);
}

void PointerFlow::point(Node node, const Objects &objects) {
  Objects news = objects;
  news.intersectWithComplement(nodes_[node].objects);
  if (news.empty())
    return;
  nodes_[node].objects |= news;
  nodes_[node].news |= news;
  worklist_.push_back(node);
}

void PointerFlow::load(Node from, Node into) {
  nodes_[from].loadedInto.push_back(into);
  const Objects objects = nodes_[from].objects;
  for (const Object object : objects)
    include(objects_[object].content, into);
}

void PointerFlow::store(Node value, Node into) {
  nodes_[into].storedFrom.push_back(value);
  const Objects objects = nodes_[into].objects;
  for (const Object object : objects)
    include(value, objects_[object].content);
}

void PointerFlow::copyContent(Node from, Node into) {
  const Node content = newNode();
  load(from, content);
  store(content, into);
}

void PointerFlow::solve() {
  // By index: the lists grow during the iteration.
  const auto forEach = [](const auto &list, const auto &act) {
    for (std::size_t i = 0; i < list.size(); ++i)
      act(list[i]);
  };
  while (!worklist_.empty()) {
    NodeData &node = nodes_[worklist_.back()];
    worklist_.pop_back();
    const Objects news = std::exchange(node.news, Objects());
    forEach(node.includedIn, [&](Node target) { point(target, news); });
    if (node.loadedInto.empty() && node.storedFrom.empty() && node.calls.empty() && node.spawnArguments.empty())
      continue;
    for (const Object object : news) {
      const ObjectData data = objects_[object];
      forEach(node.loadedInto, [&](Node target) { include(data.content, target); });
      forEach(node.storedFrom, [&](Node value) { include(value, data.content); });
      forEach(node.calls, [&](const CallBase *site) { applyCall(*site, object); });
      if (data.function)
        forEach(node.spawnArguments, [&](Node argument) { spawn(*data.function, argument); });
    }
  }
}

PointerFlow::Targets PointerFlow::targets(const Value &pointer) const {
  Targets found;
  const auto node = values_.find(&pointer);
  if (node == values_.end())
    return found;
  for (const Object object : nodes_[node->second].objects) {
    found.unknown |= object == unknown;
    if (objects_[object].function)
      found.functions.insert(objects_[object].function);
  }
  return found;
}

std::optional<unsigned> startFunctionArgument(const Function &function) {
  const KnownCall known = knownCall(function);
  return known.effect == Known::Spawn ? std::optional(known.function) : std::nullopt;
}

} // namespace heddle::frontend
