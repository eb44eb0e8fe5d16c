# shellcheck shell=sh
# The packages that cpack makes. They take a minute of compression and, for the clean system, packages from Debian's
# archive, so they are made only by ./test --long and ./test --all.

only_at_length() {
  [ -z "${HEDDLE_SHORT-}" ] || skip "not for a build with sanitizers"
  [ -n "${HEDDLE_LONG-}${HEDDLE_GATE-}" ] || skip "only for ./test --long and ./test --all"
}

# pack CONFIGURATION: $package is the file.
pack() {
  (cd "$input" && cpack --config "$(dirname "$binary")/$1" -B "$input/packages") >"$out" 2>"$err" || fail "cpack"
  package=$(find "$input/packages" -maxdepth 1 -type f -name 'heddle*')
  [ -s "$package" ] || fail "there is no package"
}

test_source_archive_has_the_committed_files() {
  only_at_length
  git -C "$source_root" rev-parse HEAD >"$out" 2>"$err" || skip "this is not a git repository"
  pack CPackSourceConfig.cmake
  tar -tzf "$package" | grep -v '/$' | sed 's|^heddle-[0-9.]*/||' | sort >"$input/archived"
  git -C "$source_root" ls-tree -r --name-only HEAD | sort >"$input/committed"
  cmp "$input/archived" "$input/committed" || fail "$(diff "$input/archived" "$input/committed" | head -n 5)"
}

# A Debian 12 with nothing but apt, in $root.
make_clean_system() {
  [ "$(id -u)" -eq 0 ] || skip "only root can make a system"
  command -v mmdebstrap >/dev/null || skip "mmdebstrap is not installed"
  root=$input/root
  mmdebstrap --mode=root --variant=apt --dpkgopt=force-unsafe-io bookworm "$root" http://deb.debian.org/debian \
    >"$out" 2>"$err" ||
    skip "no system can be made from Debian's archive: $(tail -n 1 "$err")"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
}

# Runs a command in that system, as `heddle` does.
in_system() {
  chroot "$root" "$@" >"$out" 2>"$err" </dev/null
  status=$?
}

test_debian_package_works_in_a_clean_system() {
  only_at_length
  command -v dpkg-shlibdeps >/dev/null || skip "dpkg-dev is not installed"
  pack CPackConfig.cmake
  make_clean_system
  cp "$package" "$root/heddle.deb"
  in_system apt-get update
  expect_status 0
  in_system env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends /heddle.deb
  expect_status 0
  in_system heddle --version
  expect_status 0
  in_system heddle verify /usr/share/doc/heddle/examples/lost_update.c
  expect_verdict false
  in_system heddle verify /usr/share/doc/heddle/examples/lost_update_fixed.c
  expect_verdict true
}
