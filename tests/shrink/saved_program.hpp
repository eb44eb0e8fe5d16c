// A C program on which engines disagree, shrunk and saved where it is found after the test.
#pragma once

#include "shrink/c_shrinker.hpp"
#include "shrink/task_definition.hpp"

#include <string>

namespace heddle::shrink {

/// Candidates of one failure in a campaign. They are counted, not timed, so that the result is the same on every
/// machine; the time is a last resort against engines that do not poll.
Budget campaignBudget();

/// Shrinks the text, writes it and its task definition to `shrunk/` in the build directory, and returns what a message
/// should say about it: the program, and where it belongs. `task.file` is the name without its suffix.
std::string shrinkAndSave(const std::string &text, const IsInteresting &isInteresting, TaskDefinition task,
                          Budget &budget);

/// A description as the name of a file: "BmcRandom.Agrees, seed 3" is "bmcrandom_agrees_seed_3".
std::string asFileName(const std::string &description);

} // namespace heddle::shrink
