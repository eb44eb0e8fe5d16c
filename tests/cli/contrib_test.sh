# shellcheck shell=sh
# What contrib/ has for other tools, without these tools where they are large.

# Stand-ins for the parts of BenchExec that a tool-info module may use.
write_benchexec() {
  mkdir -p "$input/python/benchexec/tools"
  : >"$input/python/benchexec/__init__.py"
  : >"$input/python/benchexec/tools/__init__.py"
  cat >"$input/python/benchexec/result.py" <<'PY'
RESULT_TRUE_PROP, RESULT_FALSE_PROP, RESULT_UNKNOWN, RESULT_ERROR = "true", "false", "unknown", "ERROR"
PY
  cat >"$input/python/benchexec/tools/template.py" <<'PY'
import subprocess


class ToolNotFoundException(Exception):
    pass


class BaseTool2:
    @staticmethod
    def _version_from_tool(executable, line_prefix):
        done = subprocess.run([executable, "--version"], capture_output=True, text=True, check=True)
        lines = done.stdout.splitlines()
        return next(line[len(line_prefix) :].strip() for line in lines if line.startswith(line_prefix))
PY
}

# in_benchexec CODE: runs Python code with `tool`, and with run(FILE, OPTION...), which returns the result of a run of
# the command line that the module makes.
in_benchexec() {
  command -v python3 >/dev/null || skip "python3 is not installed"
  write_benchexec
  cat >"$input/test.py" <<PY
import os, subprocess, sys
from types import SimpleNamespace
from benchexec.tools.template import ToolNotFoundException
from tools.heddle import Tool

tool = Tool()


class Locator:
    subdir = "bin"

    def find_executable(self, name, subdir=""):
        if (name, subdir) != ("heddle", self.subdir):
            raise ToolNotFoundException()
        return "$binary"


def command(files, options=(), property_file=None, task_options=None, memory=None):
    task = SimpleNamespace(input_files=files, property_file=property_file, options=task_options)
    return tool.cmdline(tool.executable(Locator()), list(options), task, SimpleNamespace(memory=memory))


def run(*arguments, **more):
    done = subprocess.run(command(*arguments, **more), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    output = done.stdout.splitlines()
    exit_code = SimpleNamespace(value=done.returncode if done.returncode >= 0 else None)
    return tool.determine_result(SimpleNamespace(output=output, exit_code=exit_code)), output


$1
PY
  PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$input/python:$source_root/contrib/benchexec" python3 "$input/test.py" \
    >"$out" 2>"$err" || fail "Python"
}

test_benchexec_gets_the_verdict_and_the_violated_property() {
  write_lost_update
  wrong=$program
  write_correct
  in_benchexec "
assert tool.name() == 'Heddle'
assert tool.version('$binary')[0].isdigit(), tool.version('$binary')
assert run(['$program'])[0] == 'true'
assert run(['$wrong'])[0] == 'false(unreach-call)'
result, output = run(['$wrong'], property_file='$source_root/tests/programs/properties/no-data-race.prp')
assert result == 'false(no-data-race)', result
assert tool.get_value_from_output(output, 'engine') is not None
assert run(['$input/no-such-file.c'])[0] == 'ERROR (input)'
"
}

test_benchexec_finds_a_build_and_an_installation() {
  in_benchexec "
assert tool.executable(Locator()) == '$binary'
Locator.subdir = ''
assert tool.executable(Locator()) == '$binary'
"
}

test_benchexec_gets_no_verdict_as_unknown() {
  write_counting
  in_benchexec "
result, output = run(['$program'], options=['--engine', 'bmc', '--unwind', '2', '--stats'])
assert result == 'unknown', result
assert 'depth 2' in tool.get_value_from_output(output, 'reason')
assert tool.get_value_from_output(output, 'depth') == '2'
assert tool.get_value_from_output(output, 'no such statistic') is None
"
}

# A verdict without its exit code, as of a process that was killed, is no verdict.
test_benchexec_gets_no_verdict_from_a_process_that_was_killed() {
  in_benchexec "
killed = SimpleNamespace(output=['VERDICT: true'], exit_code=SimpleNamespace(value=None))
assert tool.determine_result(killed) == 'ERROR'
"
}

test_benchexec_hands_over_what_the_task_says() {
  in_benchexec "
options = {'data_model': 'ILP32', 'heddle': {'arguments': ['-I', '{folder}', '--', 'x']}}
words = command(['dir/a.c'], task_options=options, property_file='p.prp', memory=1000)
assert words[1:] == ['verify', '--property', 'p.prp', '--data-model', 'ILP32', '--memory-limit', '900',
                     '-I', 'dir', 'dir/a.c', '--', 'x'], words
words = command(['a.c'], options=['--data-model=LP64'], task_options={'data_model': 'ILP32'})
assert words[1:] == ['verify', '--data-model=LP64', 'a.c'], words
"
}

test_benchexec_definition_names_files_that_exist() {
  definition=$source_root/contrib/benchexec/heddle.xml
  if command -v xmllint >/dev/null; then xmllint --noout --nonet "$definition" 2>"$err" || fail "not XML"; fi
  # shellcheck disable=SC2013 # no blanks in these names
  for property in $(sed -n 's|.*<propertyfile>\(.*\)</propertyfile>.*|\1|p' "$definition"); do
    [ -e "$source_root/contrib/benchexec/$property" ] || fail "there is no $property"
  done
}

# A repository with the hook, and the program staged in it.
stage_in_repository() {
  command -v git >/dev/null || skip "git is not installed"
  repository=$input/repository
  git init -q "$repository"
  git -C "$repository" config heddle.command "$binary"
  git -C "$repository" config heddle.options '--property unreach-call --timeout 60s'
  cp "$program" "$repository/program.c"
  git -C "$repository" add program.c
}

run_hook() {
  (cd "$repository" && "$source_root/contrib/pre-commit") >"$out" 2>"$err" </dev/null
  status=$?
}

test_hook_stops_a_commit_with_a_violation() {
  write_lost_update
  stage_in_repository
  run_hook
  expect_status 1
  expect_out "VERDICT: false"
}

test_hook_passes_what_is_proved_as_it_is_staged() {
  write_correct
  stage_in_repository
  write_lost_update
  cp "$program" "$repository/program.c" # the work tree is not what is committed
  run_hook
  expect_status 0
  expect_out "heddle: program.c: true"
}

test_hook_passes_files_without_threads() {
  program=$input/plain.c
  echo 'int f(void) { return 0; }' >"$program"
  stage_in_repository
  run_hook
  expect_status 0
  expect_no_out
}

# The command of the workflow, with the commands around it.
test_workflow_is_yaml_and_ends_on_errors_only() {
  python3 -c 'import yaml' 2>/dev/null || skip "python3-yaml is not installed"
  python3 -c 'import sys, yaml
steps = yaml.safe_load(open(sys.argv[1]))["jobs"]["verify"]["steps"]
print(next(step["run"] for step in steps if step.get("name") == "Verify"))' \
    "$source_root/contrib/github-workflow.yml" >"$input/verify.sh" || fail "YAML"
  for code in 0 1 2 3 4; do
    printf '#!/bin/sh\nexit %s\n' "$code" >"$input/heddle"
    chmod +x "$input/heddle"
    (cd "$input" && PATH="$input:$PATH" sh -e verify.sh) >"$out" 2>"$err"
    status=$?
    case $code in
    0 | 1 | 3) expect_status 0 ;;
    *) expect_status 1 ;;
    esac
  done
}
