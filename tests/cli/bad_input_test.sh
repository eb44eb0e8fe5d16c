# shellcheck shell=sh
# Input that is not a C program, or not one that Heddle accepts: one clear line and exit code 2.

test_missing_file() {
  heddle verify "$input/nowhere.c"
  expect_error "nowhere.c: no such file"
}

test_directory() {
  mkdir "$input/folder.c"
  heddle verify "$input/folder.c"
  expect_error "folder.c: is a directory"
}

test_unreadable_file() {
  write_correct
  chmod 000 "$program"
  [ -r "$program" ] && return # root reads everything
  heddle verify "$program"
  expect_error "correct.c: cannot be read"
}

test_empty_file() {
  : >"$input/empty.c"
  heddle verify "$input/empty.c"
  expect_error "empty.c: is empty"
}

test_binary_garbage() {
  printf '\177ELF\002\001\000\000\377\376 garbage \000\001' >"$input/garbage.c"
  heddle verify "$input/garbage.c"
  expect_error "garbage.c: is a binary file"
}

test_text_garbage_gets_clang_s_own_words() {
  echo 'Lorem ipsum dolor sit amet, consectetur adipiscing elit.' >"$input/text.c"
  heddle verify "$input/text.c"
  expect_status 2
  expect_no_out
  expect_err "text.c:1:1: error:"
}

test_compile_error_is_printed_as_clang_prints_it() {
  printf 'int main(void) {\n  return x;\n}\n' >"$input/wrong.c"
  heddle verify "$input/wrong.c"
  expect_status 2
  expect_no_out
  expect_err "wrong.c:2:10: error: use of undeclared identifier 'x'"
}

test_cpp_file() {
  printf '#include <iostream>\nint main() { std::cout << 1; }\n' >"$input/program.cpp"
  heddle verify "$input/program.cpp"
  expect_error "program.cpp: is a C++ file"
}

test_cpp_in_a_c_file() {
  printf 'class A { public: int x; };\nint main() { return 0; }\n' >"$input/class.c"
  heddle verify "$input/class.c"
  expect_status 2
  expect_no_out
  expect_err "class.c:1:1: error:"
}

test_unknown_kind_of_file() {
  echo 'int x;' >"$input/header.txt"
  heddle verify "$input/header.txt"
  expect_error "header.txt: is not a C file by its name"
}

test_no_main() {
  echo 'int f(void) { return 1; }' >"$input/library.c"
  heddle verify "$input/library.c"
  expect_error "main"
}

test_only_a_comment() {
  echo '/* nothing here */' >"$input/comment.c"
  heddle verify "$input/comment.c"
  expect_error "main"
}

test_missing_include() {
  printf '#include "nowhere.h"\nint main(void) { return 0; }\n' >"$input/include.c"
  heddle verify "$input/include.c"
  expect_status 2
  expect_err "'nowhere.h' file not found"
}

test_invalid_property_file() {
  write_correct
  echo 'this is not a property' >"$input/wrong.prp"
  heddle verify --property "$input/wrong.prp" "$program"
  expect_error "wrong.prp"
}

test_missing_property_file() {
  write_correct
  heddle verify --property "$input/nowhere.prp" "$program"
  expect_error "nowhere.prp: no such file"
}

test_unknown_property() {
  write_correct
  heddle verify --property no-data-rase "$program"
  expect_error "did you mean no-data-race?"
}

test_invalid_task_definition() {
  printf 'format_version: [\n' >"$input/task.yml"
  heddle verify "$input/task.yml"
  expect_error "task.yml"
}

test_task_definition_with_a_missing_file() {
  printf "format_version: '2.0'\ninput_files: 'nowhere.c'\nproperties: []\n" >"$input/task.yml"
  heddle verify "$input/task.yml"
  expect_error "nowhere.c"
}

test_invalid_schedule() {
  write_correct
  echo '{"steps": "all"}' >"$input/schedule.json"
  heddle run --schedule "$input/schedule.json" "$program"
  expect_error "schedule.json"
}

test_schedule_of_another_program() {
  write_lost_update
  heddle verify --counterexample "$input/schedule.json" "$program"
  expect_verdict false
  echo 'int main(void) { return 0; }' >"$input/other.c"
  heddle run --schedule "$input/schedule.json" "$input/other.c"
  expect_error "schedule.json"
}

test_counterexample_file_that_cannot_be_written() {
  write_lost_update
  heddle verify --quiet --counterexample "$input/no/such/folder/x.json" "$program"
  expect_status 2
  expect_err "heddle: error: $input/no/such/folder/x.json: cannot be written"
}

test_generated_file_of_50000_lines() {
  {
    echo 'int x;'
    echo 'int main(void) {'
    awk 'BEGIN { for (i = 1; i <= 49990; i++) printf "  x = x + %d;\n", i % 7 }'
    echo '  return 0;'
    echo '}'
  } >"$input/long.c"
  heddle verify "$input/long.c"
  expect_verdict true
}

test_deeply_nested_source() {
  {
    printf 'int main(void) { int x = '
    awk 'BEGIN { for (i = 0; i < 100000; i++) printf "(" }'
    printf '1;\n}\n'
  } >"$input/nested.c"
  heddle verify "$input/nested.c"
  expect_status 2
  expect_err "error:"
}
