// `--proof` and its like, for the engines whose proofs can be written.
#pragma once

#include "engines/option.hpp"

namespace heddle::engines {

/// An option that makes the engine put its proof into the answer; the command line tool writes the file.
inline Option writeOption(std::string name, std::string text, bool &setting) {
  return {.name = std::move(name),
          .valueName = "FILE",
          .text = std::move(text),
          .choices = {},
          .defaultValue = {},
          .set = [&setting](const std::string &file) -> std::optional<support::Error> {
            if (file.empty())
              return support::Error{"the name of the file is empty"};
            setting = true;
            return std::nullopt;
          }};
}

} // namespace heddle::engines
