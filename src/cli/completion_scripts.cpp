// Each script holds all names as data and starts nothing, so that completing costs no time. bash is told only words;
// zsh and fish also show what an option does.
#include "cli/completion_scripts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace heddle::cli {

namespace {

using Words = std::vector<std::string>;

/// In single quotes, for bash and zsh.
std::string shellWord(const std::string &text) {
  std::string result = "'";
  for (const char c : text)
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string escaped(const std::string &text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos)
      result += '\\';
    result += c;
  }
  return result;
}

std::string joined(const Words &words, const char *separator = " ") {
  return fmt::format("{}", fmt::join(words, separator));
}

Words namesOf(const std::vector<CompletedOption> &options) {
  Words names;
  for (const CompletedOption &option : options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

/// The cases of one command: $words becomes what may stand after $option.
std::string bashCases(const CompletedCommand &command) {
  std::string text = fmt::format("  0:{})\n    case $option in\n", command.name);
  for (const CompletedOption &option : command.options)
    if (!option.valueName.empty())
      text +=
          fmt::format("    {}) words={} ;;\n", joined(option.names, " | "), shellWord(joined(option.values.choices)));
  return text + fmt::format("    *)\n"
                            "      words={}\n"
                            "      [[ $word == -* ]] && words={}\n"
                            "      ;;\n"
                            "    esac\n"
                            "    ;;\n",
                            shellWord(joined(command.operands.choices)), shellWord(joined(namesOf(command.options))));
}

/// What zsh's _arguments expects after the message of a value.
std::string zshAction(const Values &values) {
  const std::string choices = joined(values.choices);
  switch (values.place) {
  case Values::Place::File:
    return values.choices.empty() ? "_files" : fmt::format("{{compadd -- {}; _files}}", choices);
  case Values::Place::Directory:
    return "_files -/";
  case Values::Place::Nowhere:
    break;
  }
  return values.choices.empty() ? " " : fmt::format("({})", choices);
}

Words zshSpecifications(const CompletedCommand &command) {
  Words lines;
  for (const CompletedOption &option : command.options)
    for (const std::string &name : option.names) {
      std::string line = option.isRepeatable ? "*" : "";
      const bool isLong = name.starts_with("--");
      line += name + (option.valueName.empty() ? "" : isLong ? "=" : "+");
      line += fmt::format("[{}]", escaped(option.text, "[]:\\"));
      if (!option.valueName.empty())
        line += fmt::format(":{}:{}", escaped(option.valueName, ":"), zshAction(option.values));
      lines.push_back(shellWord(line));
    }
  lines.push_back(shellWord("*:operand:" + zshAction(command.operands)));
  return lines;
}

std::string fishWord(const std::string &text) { return "'" + escaped(text, "'\\") + "'"; }

std::string fishValues(const Values &values) {
  const std::string choices = values.choices.empty() ? "" : " -a " + fishWord(joined(values.choices));
  switch (values.place) {
  case Values::Place::File:
    return " -r -F" + choices;
  case Values::Place::Directory:
    return " -x -a '(__fish_complete_directories)'";
  case Values::Place::Nowhere:
    break;
  }
  return " -x" + choices;
}

std::string fishOption(const std::string &condition, const CompletedOption &option) {
  std::string line = fmt::format("complete -c heddle -n {}", condition);
  for (const std::string &name : option.names)
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.valueName.empty())
    line += fishValues(option.values);
  return line + " -d " + fishWord(option.text) + "\n";
}

} // namespace

std::string bashCompletion(const std::vector<CompletedCommand> &commands) {
  Words names{"--help", "--version"};
  std::string cases;
  for (const CompletedCommand &command : commands) {
    names.push_back(command.name);
    cases += bashCases(command);
  }
  // Without words, readline completes names of files.
  return fmt::format("# Completion of heddle's command line in bash, from: heddle completion bash\n"
                     "_heddle() {{\n"
                     "  local word=${{COMP_WORDS[COMP_CWORD]}} option=${{COMP_WORDS[COMP_CWORD - 1]}} words=\n"
                     "  # bash splits --option=value at the equals sign\n"
                     "  if [[ $word == '=' ]]; then\n"
                     "    word=\n"
                     "  elif [[ $option == '=' ]]; then\n"
                     "    option=${{COMP_WORDS[COMP_CWORD - 2]}}\n"
                     "  fi\n"
                     "  case $((COMP_CWORD == 1)):${{COMP_WORDS[1]}} in\n"
                     "  1:*) words={} ;;\n"
                     "{}"
                     "  esac\n"
                     "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
                     "}}\n"
                     "complete -o default -F _heddle heddle\n",
                     shellWord(joined(names)), cases);
}

std::string zshCompletion(const std::vector<CompletedCommand> &commands) {
  std::string descriptions;
  std::string cases;
  for (const CompletedCommand &command : commands) {
    descriptions += fmt::format("    {}\n", shellWord(command.name + ":" + escaped(command.text, ":\\")));
    cases += fmt::format("  {})\n    _arguments \\\n      {}\n    ;;\n", command.name,
                         joined(zshSpecifications(command), " \\\n      "));
  }
  return fmt::format("#compdef heddle\n"
                     "# Completion of heddle's command line in zsh, from: heddle completion zsh\n"
                     "_heddle() {{\n"
                     "  local -a commands\n"
                     "  commands=(\n{}  )\n"
                     "  if ((CURRENT == 2)); then\n"
                     "    _describe command commands\n"
                     "    return\n"
                     "  fi\n"
                     "  shift words\n"
                     "  ((CURRENT--))\n"
                     "  case $words[1] in\n{}  esac\n"
                     "}}\n"
                     "# compinit calls the file as the function; a script that is sourced registers it.\n"
                     "if [[ $funcstack[1] == _heddle ]]; then\n"
                     "  _heddle \"$@\"\n"
                     "else\n"
                     "  compdef _heddle heddle\n"
                     "fi\n",
                     descriptions, cases);
}

std::string fishCompletion(const std::vector<CompletedCommand> &commands) {
  std::string text = "# Completion of heddle's command line in fish, from: heddle completion fish\n"
                     "complete -c heddle -n __fish_use_subcommand -f\n"
                     "complete -c heddle -n __fish_use_subcommand -l help -d 'the commands'\n"
                     "complete -c heddle -n __fish_use_subcommand -l version -d 'the version'\n";
  for (const CompletedCommand &command : commands)
    text +=
        fmt::format("complete -c heddle -n __fish_use_subcommand -a {} -d {}\n", command.name, fishWord(command.text));
  for (const CompletedCommand &command : commands) {
    const std::string condition = fmt::format("'__fish_seen_subcommand_from {}'", command.name);
    for (const CompletedOption &option : command.options)
      text += fishOption(condition, option);
    if (command.operands.place == Values::Place::Nowhere)
      text += fmt::format("complete -c heddle -n {} -f{}\n", condition,
                          command.operands.choices.empty() ? "" : " -a " + fishWord(joined(command.operands.choices)));
  }
  return text;
}

} // namespace heddle::cli
