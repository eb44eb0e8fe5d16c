// Engines that use facts, with the option `--facts`: for a single engine, the thread-modular analysis runs first, in
// the same process. In `auto` it is a member of its own, and the facts reach those that start after it has ended.
#pragma once

#include "engines/engine.hpp"

#include <cstdint>
#include <memory>

namespace heddle::portfolio {

/// The most effort of the thread-modular analysis: some seconds for a small program. It computes each location a few
/// times, so that a large one may take more.
std::uint64_t mostAnalysis(const program::Program &program);

engines::Option factsOption(bool &setting);

/// The configuration with facts in its context, if it is asked for them.
class WithFacts final : public engines::Configuration {
public:
  explicit WithFacts(std::unique_ptr<engines::Configuration> inner) : inner_(std::move(inner)) {}

  engines::OptionList options() override;
  engines::Preparation preparation() const override { return inner_->preparation(); }
  std::optional<support::Error> check(const program::Program &program) const override { return inner_->check(program); }
  engines::Result run(const engines::Context &context) const override;

private:
  std::unique_ptr<engines::Configuration> inner_;
  bool isAskedFor_ = false;
};

template <const engines::Engine &engine> engines::Engine withFacts() {
  engines::Engine result = engine;
  result.configure = []() -> std::unique_ptr<engines::Configuration> {
    return std::make_unique<WithFacts>(engine.configure());
  };
  return result;
}

} // namespace heddle::portfolio
