"""BenchExec's tool-info module for Heddle.

    PYTHONPATH=contrib/benchexec benchexec --tool-directory build contrib/benchexec/heddle.xml

BenchExec gives the input files of a task instead of the task definition, so what Heddle reads from the definition
otherwise (the data model, and the words of options.heddle.arguments) is put on the command line here.
"""

import os
import re

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """Heddle, a verifier for multithreaded C.

    Adds the property file, the data model and, from the limit of the run, --memory-limit. Values that the benchmark
    definition gives for these options have precedence.
    """

    def name(self):
        return "Heddle"

    def executable(self, tool_locator):
        try:
            return tool_locator.find_executable("heddle")  # a folder of a build
        except benchexec.tools.template.ToolNotFoundException:
            return tool_locator.find_executable("heddle", subdir="bin")  # an installation

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="heddle")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "verify", *options]

        def add(option, value):
            is_given = any(word == option or word.startswith(option + "=") for word in options)
            if value and not is_given:
                command.extend([option, str(value)])

        add("--property", task.property_file)
        task_options = task.options if isinstance(task.options, dict) else {}
        add("--data-model", task_options.get("data_model"))
        # The limit of the run ends the process without a verdict; Heddle's own ends one engine, or gives a reason.
        if rlimits.memory:
            add("--memory-limit", rlimits.memory * 9 // 10)

        files = list(task.input_files)
        own, program = self._arguments_of_task(task_options, files)
        return [*command, *own, *files, *program]

    @staticmethod
    def _arguments_of_task(task_options, files):
        """The words for Heddle, and those for the program, which begin with --. {folder} is the folder of the files."""
        words = (task_options.get("heddle") or {}).get("arguments") or []
        if isinstance(words, str):
            words = words.split()
        folder = os.path.dirname(files[0]) or "."
        words = [str(word).replace("{folder}", folder) for word in words]
        end = words.index("--") if "--" in words else len(words)
        return words[:end], words[end:]

    # The verdict must be the last line that says VERDICT, and the exit code must say the same.
    def determine_result(self, run):
        verdict = None
        violated = None
        for line in run.output:
            if match := re.match(r"VERDICT: (true|false|unknown)", line):
                verdict = match.group(1)
            if match := re.match(r"violation of ([a-z-]+): ", line):
                violated = match.group(1)
        code = run.exit_code.value
        if code == 0 and verdict == "true":
            return result.RESULT_TRUE_PROP
        if code == 1 and verdict == "false":
            return f"{result.RESULT_FALSE_PROP}({violated})" if violated else result.RESULT_FALSE_PROP
        if code == 3 and verdict == "unknown":
            return result.RESULT_UNKNOWN
        if code == 2:
            return f"{result.RESULT_ERROR} (input)"
        if code == 4:
            return f"{result.RESULT_ERROR} (internal)"
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        """For columns: `reason` of an unknown verdict, `engine` that decided, or a name that --stats prints."""
        for line in reversed(output):
            if identifier == "reason" and (match := re.match(r"VERDICT: unknown \((.*)\)$", line)):
                return match.group(1)
            if identifier == "engine" and (match := re.match(r"engine ([a-z]+) (proved|found) ", line)):
                return match.group(1)
            if match := re.match(r"  " + re.escape(identifier) + r"  +(\S.*)$", line):
                return match.group(1)
        return None
