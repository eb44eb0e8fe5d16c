# shellcheck shell=sh disable=SC2154
# Read by ./heddle and ./test with $root set: from a bare Debian 12 to a built Heddle.
#
# `bootstrap_build TARGET [PRESET [WHAT]]` installs the packages of packages.txt that are missing, configures
# PRESET of CMakePresets.json (`release`) in its directory (build/, or build-PRESET/) and builds TARGET. It writes to
# stderr only: one updating line on a terminal, a few lines elsewhere, which say that it is WHAT ("building"). The
# output of all tools is in build.log of that directory; its end is shown when something fails. Several at the same
# time wait for each other.

bootstrap_build() {
  preset=${2:-release}
  build=$(build_directory "$preset")
  if ! mkdir -p "$build" 2>/dev/null || ! [ -w "$build" ]; then
    say "error: cannot write to $build, where Heddle is built"
    return 1
  fi
  log=$build/build.log
  exec 9>"$build/.lock"
  if ! flock -n 9; then
    say "waiting for another build in $build"
    flock 9
  fi
  : >"$log"
  : >"$build/.building" # sources that change from now on are newer than what is built here

  install_packages || return 1
  configure || return 1
  # The gate wants all errors, not only the first.
  if ! logged "${3:-building}" cmake --build "$build" --target "$1" -j"$(nproc)" ${for_gate:+-- -k 0}; then
    show_log_end
    say "error: ${3:-building} failed; all of the output is in $log"
    return 1
  fi
  # `all` contains the binary; whichever was built, ./heddle may start it from now on.
  mv "$build/.building" "$build/.built"
  exec 9>&-
}

say() { printf 'heddle: %s\n' "$*" >&2; }

build_directory() {
  case $1 in
  release) echo "$root/build" ;;
  *) echo "$root/build-$1" ;;
  esac
}

# ninja configures again by itself when a CMakeLists.txt has changed, but it does not know the presets.
configure() {
  [ -e "$build/build.ninja" ] && ! is_newer "$root/CMakePresets.json" "$build/build.ninja" && return 0
  logged "configuring" cmake -S "$root" --preset "$preset" && return 0
  show_log_end
  say "error: cmake could not configure; all of its output is in $log"
  say "if the directory was moved here, or a library was replaced: rm -r $build, and try again"
  return 1
}

# shellcheck disable=SC3013 # Debian's sh has -nt
is_newer() { [ "$1" -nt "$2" ]; }

install_packages() {
  command -v dpkg-query >/dev/null || return 0 # no Debian: perhaps all is there, CMake will tell
  missing=$(missing_packages)
  missing=${missing% }
  [ -n "$missing" ] || return 0

  as_root=
  if [ "$(id -u)" -ne 0 ]; then
    as_root="sudo "
    if ! command -v sudo >/dev/null; then
      explain_missing "only root can install packages, and there is no sudo here"
      return 1
    fi
  fi
  say "Heddle needs these Debian packages, which are not installed: $missing"
  if [ -t 0 ] && [ -t 2 ]; then
    printf 'heddle: install them now (%sapt-get install)? [Y/n] ' "$as_root" >&2
    read -r answer
    case $answer in
    [Nn]*)
      explain_missing "packages are missing"
      return 1
      ;;
    esac
    [ -z "$as_root" ] || sudo -v || return 1 # asks for the password here, not in the middle of the log
  elif [ -n "$as_root" ]; then
    as_root="sudo -n " # without a terminal there is no way to ask for a password
  fi

  # shellcheck disable=SC2086
  if apt-cache show $missing >/dev/null 2>&1; then
    apt_install && return 0
  fi
  # The package lists are missing or older than the archive.
  say "running: ${as_root}apt-get update"
  # shellcheck disable=SC2086
  logged "updating package lists" ${as_root}apt-get update && apt_install && return 0
  show_log_end
  explain_missing "the packages could not be installed"
  return 1
}

# The packages of packages.txt that dpkg does not list as installed. The group that only the gate needs, from its
# comment to the next empty line, counts only with $for_gate.
missing_packages() {
  if [ -n "${for_gate-}" ]; then
    wanted=$(sed 's/#.*//' "$root/packages.txt")
  else
    wanted=$(sed '/^# only for \.\/test --all/,/^$/d; s/#.*//' "$root/packages.txt")
  fi
  # shellcheck disable=SC2086
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' $wanted 2>/dev/null | sed -n 's/^installed //p')
  for package in $wanted; do
    printf '%s\n' "$installed" | grep -qxF -e "$package" || printf '%s ' "$package"
  done
}

apt_install() {
  say "running: ${as_root}apt-get install -y --no-install-recommends (the packages above)"
  # shellcheck disable=SC2086
  logged "installing" ${as_root}env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends $missing
}

explain_missing() {
  say "error: $1"
  say "missing: $missing"
  say "to get them: ${as_root:+sudo }apt-get update && ${as_root:+sudo }apt-get install --no-install-recommends $missing"
}

# logged WHAT COMMAND...: runs the command with its output in the log, shows WHAT it is at, returns its status.
logged() {
  what=$1
  shift
  { "$@" 2>&1 9>&- </dev/null; echo "exit status $?"; } | show_progress
  [ "$(tail -n 1 "$log")" = "exit status 0" ]
}

# Copies lines to the log and shows how far they are. On a terminal that is one line that is written over:
# "[ 42/120 ] building" for ninja's output, the tool's own words for others'. Elsewhere it is a line at the
# start, and one for each quarter of the way.
show_progress() {
  terminal=
  [ -t 2 ] && terminal=yes
  shown=0
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    case $line in
    "["*/*"] "*)
      place=${line%%]*}
      place=${place#[}
      text="[ $place ] $what"
      quarter=$((${place%/*} * 4 / ${place#*/}))
      ;;
    *)
      text="$what …"
      [ -n "$terminal" ] && text="$what: $line"
      quarter=0
      ;;
    esac
    if [ -n "$terminal" ]; then
      printf '\r\033[Kheddle: %.70s' "$text" >&2
    elif [ "$shown" = 0 ] || [ "$quarter" -gt "${shown#q}" ]; then
      say "$text"
      shown=q$quarter
    fi
  done
  [ -n "$terminal" ] && printf '\r\033[K' >&2
}

show_log_end() {
  grep -v '^exit status [0-9]*$' "$log" | tail -n 40 >&2
}
