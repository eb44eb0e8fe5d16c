// The frame of the lowering: automata for main and the thread functions, positions, emission.
#include "frontend/lowering.hpp"

#include "support/bytes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::frontend {

using namespace program;

namespace {

/// Functions that run before main or after it, in the order of their priorities: `llvm.global_ctors` and
/// `llvm.global_dtors`, from __attribute__((constructor)) and ((destructor)).
std::vector<const llvm::Function *> listed(const llvm::Module &module, llvm::StringRef name) {
  std::vector<const llvm::Function *> functions;
  const llvm::GlobalVariable *list = module.getNamedGlobal(name);
  if (!list || !list->hasInitializer())
    return functions;
  std::multimap<std::uint64_t, const llvm::Function *> ordered;
  for (const llvm::Use &entry : list->getInitializer()->operands()) {
    const auto *fields = llvm::dyn_cast<llvm::ConstantStruct>(entry.get());
    if (!fields)
      continue;
    if (const auto *function = llvm::dyn_cast<llvm::Function>(fields->getOperand(1)->stripPointerCasts()))
      ordered.emplace(llvm::cast<llvm::ConstantInt>(fields->getOperand(0))->getZExtValue(), function);
  }
  for (const auto &[priority, function] : ordered)
    functions.push_back(function);
  return functions;
}

} // namespace

ModuleLowering::ModuleLowering(const Options &options_, const llvm::Module &module_, Program &program_)
    : options(options_), module(module_), layout(module_.getDataLayout()), program(program_),
      pool(*program_.expressions), types(program_), objects(program_, module_, types), callees(module_) {}

support::Expected<bool> ModuleLowering::run() {
  const llvm::Function *main = definition("main");
  if (!main)
    return support::Error{options.files.size() == 1 ? fmt::format("{} has no main function", options.files.front())
                                                    : std::string("none of the files has a main function")};
  cfaOf(*main);
  for (CfaId id = 0; id < threads_.size(); ++id) {
    CfaLowering lowering(*this, *threads_[id]);
    Cfa cfa = id == 0 ? lowering.lowerMain() : lowering.lowerThread();
    program.cfas[id] = std::move(cfa);
  }
  objects.finish();
  if (program.objects.size() > program.pointers.maxObject() / 2)
    return support::Error{fmt::format("the program has {} objects, more than a {}-bit pointer can name here; try "
                                      "--data-model LP64",
                                      program.objects.size(), program.pointers.width)};
  return true;
}

CfaId ModuleLowering::cfaOf(const llvm::Function &function) {
  const auto [entry, isNew] = cfas_.try_emplace(&function, static_cast<CfaId>(threads_.size()));
  if (isNew) {
    threads_.push_back(&function);
    program.cfas.emplace_back();
  }
  return entry->second;
}

const Locals &ModuleLowering::localsOf(const llvm::Function &function) {
  std::unique_ptr<Locals> &locals = locals_[&function];
  if (!locals)
    locals = std::make_unique<Locals>(function);
  return *locals;
}

const llvm::Function *ModuleLowering::definition(llvm::StringRef name) const {
  const llvm::Function *function = module.getFunction(name);
  return function && !function->isDeclaration() ? function : nullptr;
}

void ModuleLowering::warnOnce(const std::string &key, Warning warning) {
  if (warned_.insert(key).second)
    program.warnings.push_back(std::move(warning));
}

CfaLowering::CfaLowering(ModuleLowering &module, const llvm::Function &function)
    : m_(module), pool_(module.pool), function_(function), pointerWidth_(module.program.pointers.width) {
  cfa_.name = function.getName().str();
  cfa_.entry = newLocation();
  cfa_.exit = newLocation();
  cfa_.self = newRegister("self", 32);
  here_ = cfa_.entry;
}

Cfa CfaLowering::lowerMain() {
  for (const llvm::Function *function : listed(m_.module, "llvm.global_ctors"))
    callAndContinue(*function, {});

  std::vector<Lowered> arguments;
  if (function_.arg_size() >= 1) {
    // The environment may pass any number of arguments; what they say is not known.
    const unsigned width = scalarWidth(function_.getArg(0)->getType(), m_.layout);
    const RegisterId count = newRegister("argc", width);
    emit(Havoc{count, 1, support::mask(width - 1), InputKind::Nondet, "argc"});
    arguments.push_back({reg(count)});
  }
  if (function_.arg_size() >= 2)
    arguments.push_back({commandLine(arguments.front().front())});
  if (function_.arg_size() >= 3)
    arguments.push_back({havoc(pointerWidth_, InputKind::Nondet, "envp")});
  callAndContinue(function_, arguments);
  runExitHandlers();
  emitLast(EndProgram{});
  addThreadLocals();
  return std::move(cfa_);
}

Cfa CfaLowering::lowerThread() {
  cfa_.argument = newRegister("argument", pointerWidth_);
  std::vector<Lowered> arguments;
  if (function_.arg_size() >= 1)
    arguments.push_back({reg(cfa_.argument)});

  Expr result = pointerConstant(0);
  llvm::SmallVector<RegisterId, 2> results;
  if (scalarWidth(function_.getReturnType(), m_.layout) != 0)
    results = registersFor(function_.getReturnType(), "result");
  const std::vector<Point> exits = inlineBody(function_, arguments, results);
  die();
  for (const Point &exit : exits) {
    here_ = exit.location;
    depth_ = exit.depth;
    if (results.size() == 1) {
      result = reg(results.front());
      // thrd_start_t returns an int; thrd_join hands it on as one.
      result = result->width < pointerWidth_ ? pool_.sext(result, pointerWidth_) : pool_.resize(result, pointerWidth_);
    }
    callHook("__heddle_thread_cleanup");
    emitLast(EndThread{result});
  }
  addThreadLocals();
  return std::move(cfa_);
}

namespace {

/// Whether a parameter is ever looked at; at -O0 it is stored to a local in any case.
bool isRead(const llvm::Argument &parameter) {
  return std::ranges::any_of(parameter.users(), [](const llvm::User *user) {
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
    const auto *local = store ? llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand()) : nullptr;
    return !local || !local->hasOneUse();
  });
}

} // namespace

/// main's second parameter: `count` strings of up to seven arbitrary characters, and a null pointer. There
/// are more and longer command lines; executions with more arguments end in a Halt, and a warning
/// takes away the proof for longer ones.
Expr CfaLowering::commandLine(Expr count) {
  constexpr std::uint64_t most = 4;
  constexpr std::uint64_t bytes = 8;
  if (!isRead(*function_.getArg(1)))
    return pointerConstant(0);
  m_.warnOnce("command line",
              {fmt::format("command-line arguments of more than {} characters are not looked at", bytes - 1),
               m_.types.span(function_), true});
  LocationId few = nowhere;
  branch(
      pool_.make(ExprKind::Ule, count, constant(most, count->width)), [&] { few = here_; },
      [&] { unsupported(fmt::format("more than {} command-line arguments", most - 1)); });
  here_ = few;
  const std::uint64_t pointerBytes = pointerWidth_ / 8;
  const Expr array = allocate(pointerConstant((most + 1) * pointerBytes), Storage::Stack, true,
                              {"argv", Storage::Stack, unknownType, span_});
  for (std::uint64_t i = 0; i < most; ++i) {
    const Expr text = allocate(pointerConstant(bytes), Storage::Stack, false,
                               {fmt::format("argv[{}]", i), Storage::Stack, unknownType, span_});
    storeTo(pool_.add(text, pointerConstant(bytes - 1)), constant(0, 8), {});
    const Expr given = pool_.make(ExprKind::Ult, constant(i, count->width), count);
    storeTo(pool_.add(array, pointerConstant(i * pointerBytes)), pool_.ite(given, text, pointerConstant(0)), {});
  }
  return array;
}

/// Calls a function of no interest to its caller's own control flow: all its exits meet in one point.
void CfaLowering::callAndContinue(const llvm::Function &function, llvm::ArrayRef<Lowered> arguments) {
  if (dead())
    return;
  const std::vector<Point> exits = inlineBody(function, arguments, {});
  die();
  for (const Point &exit : exits) {
    if (dead()) {
      here_ = exit.location;
      depth_ = exit.depth;
    } else {
      const LocationId meeting = here_;
      here_ = exit.location;
      emitTo(meeting, {});
      here_ = meeting;
    }
  }
}

/// A library model that is linked only into programs that need it.
void CfaLowering::callHook(llvm::StringRef name) {
  if (const llvm::Function *hook = m_.definition(name))
    callAndContinue(*hook, {});
}

/// What exit() and the return from main run before the program ends.
void CfaLowering::runExitHandlers() {
  callHook("__heddle_run_atexit");
  std::vector<const llvm::Function *> destructors = listed(m_.module, "llvm.global_dtors");
  for (auto function = destructors.rbegin(); function != destructors.rend(); ++function)
    callAndContinue(**function, {});
}

bool CfaLowering::hasExitHandlers() const {
  return m_.definition("__heddle_run_atexit") || m_.module.getNamedGlobal("llvm.global_dtors");
}

// ---- positions and emission ----------------------------------------------------------------------

LocationId CfaLowering::newLocation() { return cfa_.addLocation({depth_ > 0, span_}); }

void CfaLowering::emit(Operation operation) {
  if (dead())
    return;
  const LocationId target = newLocation();
  std::vector<Operation> operations;
  operations.push_back(std::move(operation));
  emitTo(target, std::move(operations));
  if (!dead())
    here_ = target;
}

void CfaLowering::emitTo(LocationId target, std::vector<Operation> operations) {
  if (dead())
    return;
  Action action{here_, target, {}};
  if (++m_.actionCount > m_.options.maxActions) {
    action.to = cfa_.exit;
    action.instructions.push_back(
        {Halt{HaltReason::Resource, fmt::format("inlining gives more than {} actions", m_.options.maxActions)}, span_});
    cfa_.addAction(std::move(action));
    die();
    return;
  }
  for (Operation &operation : operations)
    action.instructions.push_back({std::move(operation), span_});
  cfa_.addAction(std::move(action));
}

void CfaLowering::emitLast(Operation operation) {
  std::vector<Operation> operations;
  operations.push_back(std::move(operation));
  emitTo(cfa_.exit, std::move(operations));
  die();
}

void CfaLowering::unsupported(const std::string &what) { emitLast(Halt{HaltReason::Unsupported, what}); }

/// An instruction that is lowered again, at another depth of atomic blocks, gets the registers that it got
/// the first time: its value is one thing to those who use it.
RegisterId CfaLowering::newRegister(std::string name, unsigned width, TypeId type, bool isVariable) {
  assert(width > 0 && width <= support::maxWidth && "a register needs a width that the model has");
  if (!instruction_)
    return cfa_.addRegister({std::move(name), width, type, isVariable});
  std::vector<RegisterId> &known = current_->registers[instruction_];
  if (registersUsed_ == known.size())
    known.push_back(cfa_.addRegister({std::move(name), width, type, isVariable}));
  assert(cfa_.registers[known[registersUsed_]].width == width && "an instruction is lowered the same way each time");
  return known[registersUsed_++];
}

Expr CfaLowering::reg(RegisterId id) const { return pool_.reg(id, cfa_.registers[id].width); }

Expr CfaLowering::constant(Bits value, unsigned width) const {
  return pool_.constant(support::truncate(value, width), width);
}

Expr CfaLowering::materialise(Expr value, const std::string &name) {
  if (value->isConstant() || value->isRegister())
    return value;
  const RegisterId target = newRegister(name, value->width);
  emit(Assign{target, value});
  return reg(target);
}

Expr CfaLowering::havoc(unsigned width, InputKind kind, const std::string &name) {
  const RegisterId target = newRegister(name, width);
  emit(Havoc{target, 0, support::mask(width), kind, name});
  return reg(target);
}

/// Two ways on from here; each continuation leaves the position where it likes, or dead.
void CfaLowering::branch(Expr condition, const std::function<void()> &whenTrue,
                         const std::function<void()> &whenFalse) {
  if (dead())
    return;
  if (condition->isConstant()) {
    condition->isTrue() ? whenTrue() : whenFalse();
    return;
  }
  const LocationId origin = here_;
  const unsigned depth = depth_;
  const SourceSpan span = span_;
  const auto take = [&](Expr guard, const std::function<void()> &continuation) {
    here_ = origin;
    depth_ = depth;
    span_ = span;
    emit(Guard{guard});
    if (!dead())
      continuation();
  };
  take(condition, whenTrue);
  take(pool_.negate(condition), whenFalse);
}

SourceSpan CfaLowering::spanOf(const llvm::Instruction &instruction) const {
  SourceSpan span = m_.types.span(instruction.getDebugLoc());
  if (!span.known())
    span = span_; // what clang adds without a line of its own belongs to what came before
  span.frame = current_ ? current_->frame : noFrame;
  return span;
}

/// Thread-local variables that this thread uses are made, with their initial value, before anything else
/// and die with the thread. Which ones those are is known only after the body has been lowered.
void CfaLowering::addThreadLocals() {
  if (threadLocals_.empty())
    return;
  const LocationId body = cfa_.entry;
  depth_ = 0;
  span_ = {};
  current_ = nullptr;
  instruction_ = nullptr;
  here_ = cfa_.entry = newLocation();
  for (const auto &[variable, address] : threadLocals_) {
    const Named named = m_.types.ofGlobal(*variable);
    const std::uint64_t size = m_.layout.getTypeAllocSize(variable->getValueType());
    m_.program.sites.push_back(
        {named.name.empty() ? variable->getName().str() : named.name, Storage::ThreadLocal, named.type, named.span});
    emit(Allocate{address, pointerConstant(size), Storage::ThreadLocal, true,
                  static_cast<SiteId>(m_.program.sites.size() - 1)});
    if (!variable->hasInitializer() || variable->getInitializer()->isNullValue())
      continue;
    const std::vector<std::uint8_t> initial = m_.objects.bytesOf(*variable->getInitializer());
    for (const Leaf &leaf : leavesOf(variable->getValueType(), m_.layout)) {
      const std::uint64_t bytes = m_.layout.getTypeStoreSize(leaf.type);
      const Bits bits = support::fromLittleEndian(std::span(initial).subspan(leaf.offset, bytes));
      storeTo(pool_.add(reg(address), pointerConstant(leaf.offset)), constant(bits, static_cast<unsigned>(bytes * 8)),
              {});
    }
  }
  emitTo(body, {});
  for (Action &action : cfa_.actions) {
    if (action.instructions.empty() || !std::holds_alternative<EndThread>(action.instructions.back().operation))
      continue;
    for (const auto &[variable, address] : threadLocals_)
      action.instructions.insert(action.instructions.end() - 1,
                                 {Free{reg(address), Storage::ThreadLocal, {}}, action.instructions.back().span});
  }
}

} // namespace heddle::frontend
