#include "frontend/program_arguments.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string>

namespace heddle::frontend {

using namespace program;

namespace {

/// The program as a shell would name it: the first file without its folder and extension.
std::string programName(const Options &options) {
  return options.files.empty() ? "program" : std::filesystem::path(options.files.front()).stem().string();
}

/// A string of the command line; it may be changed.
Expr stringObject(const std::string &text, const std::string &name, Emitter &emitter) {
  const Expr object = emitter.allocate(emitter.pointerConstant(text.size() + 1), true,
                                       {name, Storage::Stack, unknownType, emitter.span()});
  for (std::size_t i = 0; i < text.size(); ++i)
    emitter.store(emitter.pool().add(object, emitter.pointerConstant(i)),
                  emitter.constant(static_cast<unsigned char>(text[i]), 8), {});
  return object;
}

/// Objects for the pointers among the parameters of an entry function.
class EntryArguments {
public:
  EntryArguments(const llvm::Function &entry, ModuleContext &module, Emitter &emitter)
      : entry_(entry), module_(module), emitter_(emitter) {}

  Lowered of(const llvm::Argument &parameter) {
    const std::string given = module_.types.ofArgument(parameter).name;
    const std::string name = given.empty() ? fmt::format("argument {}", parameter.getArgNo() + 1) : given;
    const llvm::Type *passed = parameter.hasByValAttr()       ? parameter.getParamByValType()
                               : parameter.hasStructRetAttr() ? parameter.getParamStructRetType()
                                                              : nullptr;
    if (passed != nullptr) // a struct: its object is the caller's
      return {fresh(module_.layout.getTypeAllocSize(const_cast<llvm::Type *>(passed)), unknownType, name)};
    if (parameter.getType()->isPointerTy())
      return {pointer(parameter, name)};
    Lowered values;
    const unsigned width = scalarWidth(parameter.getType(), module_.layout);
    if (width != 0)
      return {any(width, name)};
    for (const Leaf &leaf : leavesOf(parameter.getType(), module_.layout))
      values.push_back(any(scalarWidth(leaf.type, module_.layout), name));
    return values;
  }

private:
  static constexpr std::uint64_t sizeOfUnknown = 4096;
  static constexpr std::uint64_t sizeOfString = 8;

  Expr any(unsigned width, const std::string &name) { return emitter_.havoc(width, InputKind::Nondet, name); }

  Expr fresh(std::uint64_t size, TypeId type, const std::string &name) {
    return emitter_.allocate(emitter_.pointerConstant(size), false,
                             {"*" + name, Storage::Stack, type, emitter_.span()});
  }

  Expr pointer(const llvm::Argument &parameter, const std::string &name) {
    const EntryPointers choice = module_.options.entryPointers;
    const Expr null = emitter_.pointerConstant(0);
    if (choice == EntryPointers::Null)
      return null;
    const Expr object = pointee(parameter, name);
    if (choice == EntryPointers::Fresh)
      return object;
    return emitter_.pool().ite(any(1, name + " is given"), object, null);
  }

  /// How many objects a pointer leads to is not known: one, of the type that it points to. Strings and objects without
  /// a type have sizes that are as good as any other, so that no proof rests on them.
  Expr pointee(const llvm::Argument &parameter, const std::string &name) {
    const TypeId type = module_.types.ofParameter(entry_, parameter.getArgNo()).pointee;
    const std::uint64_t size = type == unknownType ? 0 : module_.program.types[type].size;
    if (size > 1)
      return fresh(size, type, name);
    const bool isString = size == 1;
    const std::uint64_t chosen = isString ? sizeOfString : sizeOfUnknown;
    module_.warnOnce("entry " + name,
                     {isString ? fmt::format("the string {} has at most {} characters here", name, chosen - 1)
                               : fmt::format("the object that {} points to has {} bytes here", name, chosen),
                      module_.types.span(entry_), true});
    const Expr object = fresh(chosen, unknownType, name);
    if (isString)
      emitter_.store(emitter_.pool().add(object, emitter_.pointerConstant(chosen - 1)), emitter_.constant(0, 8), {});
    return object;
  }

  const llvm::Function &entry_;
  ModuleContext &module_;
  Emitter &emitter_;
};

} // namespace

std::vector<Lowered> givenArguments(const llvm::Function &main, ModuleContext &module, Emitter &emitter) {
  std::vector<std::string> texts{programName(module.options)};
  texts.insert(texts.end(), module.options.programArguments->begin(), module.options.programArguments->end());
  std::vector<Lowered> arguments;
  if (main.arg_size() >= 1)
    arguments.push_back({emitter.constant(texts.size(), scalarWidth(main.getArg(0)->getType(), module.layout))});
  if (main.arg_size() < 2)
    return arguments;
  const std::uint64_t pointerBytes = emitter.pointerWidth() / 8;
  const Expr array = emitter.allocate(emitter.pointerConstant((texts.size() + 1) * pointerBytes), true,
                                      {"argv", Storage::Stack, unknownType, emitter.span()});
  for (std::size_t i = 0; i < texts.size(); ++i)
    emitter.store(emitter.pool().add(array, emitter.pointerConstant(i * pointerBytes)),
                  stringObject(texts[i], fmt::format("argv[{}]", i), emitter), {});
  arguments.push_back({array});
  if (main.arg_size() >= 3)
    arguments.push_back({emitter.havoc(emitter.pointerWidth(), InputKind::Nondet, "envp")});
  return arguments;
}

std::vector<Lowered> arbitraryArguments(const llvm::Function &entry, ModuleContext &module, Emitter &emitter) {
  EntryArguments objects(entry, module, emitter);
  std::vector<Lowered> arguments;
  for (const llvm::Argument &parameter : entry.args())
    arguments.push_back(objects.of(parameter));
  return arguments;
}

} // namespace heddle::frontend
