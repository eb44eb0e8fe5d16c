# shellcheck shell=sh
# cmake --install, and the command in its new place.

# Installs the build of $binary in $input/prefix.
install_there() {
  cmake --install "$(dirname "$binary")" --prefix "$input/prefix" >"$out" 2>"$err" || fail "cmake --install"
}

test_everything_is_in_its_place() {
  install_there
  share=$input/prefix/share
  for file in man/man1/heddle.1 man/man1/heddle-verify.1 man/man1/heddle-check-proof.1 \
    bash-completion/completions/heddle zsh/site-functions/_heddle fish/vendor_completions.d/heddle.fish \
    doc/heddle/examples/lost_update.c doc/heddle/contrib/tools/cbmc.yml doc/heddle/contrib/benchexec/tools/heddle.py; do
    [ -s "$share/$file" ] || fail "there is no share/$file"
  done
  [ -x "$share/doc/heddle/contrib/pre-commit" ] || fail "the hook cannot be executed"
  # shellcheck disable=SC2012 # no unusual names
  [ "$(ls "$share/man/man1" | wc -l)" -eq "$(ls "$source_root"/doc/man/*.1 | wc -l)" ] || fail "pages are missing"
  ! grep -rlE '^\.so |@PROJECT_VERSION@' "$share/man" || fail "pages are not complete"
}

test_the_installed_command_verifies() {
  install_there
  binary=$input/prefix/bin/heddle
  heddle verify "$input/prefix/share/doc/heddle/examples/lost_update.c"
  expect_verdict false
  write_correct
  heddle verify "$program"
  expect_verdict true
}

# Another project finds the library, links it and runs; its header does not need those of Heddle, clang or a solver.
test_the_library_in_another_project() {
  install_there
  ! grep -E '^#include "|llvm|clang/|z3' "$input/prefix/include/heddle/heddle.hpp" || fail "the header needs others"
  share=$input/prefix/share/doc/heddle/examples
  cmake -S "$share/library" -B "$input/build" -DCMAKE_PREFIX_PATH="$input/prefix" >"$out" 2>"$err" || fail "configure"
  cmake --build "$input/build" >"$out" 2>"$err" || fail "build"
  "$input/build/races" "$share/lost_update.c" "$share/lost_update_fixed.c" >"$out" 2>"$err"
  [ $? -eq 1 ] || fail "not one race"
  expect_no_err
  expect_out "lost_update_fixed.c: no data race"
  expect_out "main, line"
}

# Both make the archive and the completions in the folder of the build.
test_two_installations_at_a_time() {
  cmake --install "$(dirname "$binary")" --prefix "$input/first" >"$input/first.log" 2>&1 &
  first=$!
  cmake --install "$(dirname "$binary")" --prefix "$input/second" >"$out" 2>"$err" || fail "the second one"
  wait "$first" || fail "the first one: $(tail -n 3 "$input/first.log")"
  for file in lib/libheddle.a share/fish/vendor_completions.d/heddle.fish; do
    cmp "$input/first/$file" "$input/second/$file" || fail "$file differs"
  done
}
