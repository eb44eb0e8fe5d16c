# shellcheck shell=sh disable=SC2016 # the bodies of stand-ins expand when they run
# make_tree makes a small tree with ./heddle and ./test, whose tools are stand-ins that record how they were called
# ($calls): `cmake` makes a binary that prints its arguments. `tool` replaces one, for example by an apt-get that fails.

make_tree() {
  tree=$work/tree
  tools=$work/tools
  calls=$work/calls
  export calls tree
  mkdir -p "$tree/src" "$tree/cmake" "$tools"
  cp "$source_root/heddle" "$source_root/test" "$tree/"
  cp "$source_root"/cmake/*.sh "$tree/cmake/"
  printf '%s\n' '# a comment' 'g++ # the compiler' '' '# only for ./test --all: tools' shellcheck '' cmake \
    >"$tree/packages.txt"
  : >"$tree/CMakeLists.txt"
  : >"$tree/CMakePresets.json"
  : >"$tree/src/main.cpp"
  : >"$calls"
  tool cmake '
case $1 in
-S) # -S ROOT --preset PRESET
  case $4 in
  release) : >"$tree/build/build.ninja" ;;
  *) : >"$tree/build-$4/build.ninja" ;;
  esac
  ;;
--build)
  echo "[1/2] Building CXX object main.o"
  echo "[2/2] Linking CXX executable heddle"
  printf "#!/bin/sh\necho \"binary in \$PWD: \$*\"\nexit 7\n" >"$2/heddle"
  chmod +x "$2/heddle"
  ;;
esac'
  tool dpkg-query 'printf "installed g++\ninstalled cmake\n"'
  tool apt-cache ''
  tool apt-get ''
  tool id 'echo 0'
  tool sudo 'exec "$@"'
  PATH=$tools:$PATH
  export PATH
}

# tool NAME BODY: a command that records its call and then does BODY.
tool() {
  printf '#!/bin/sh\necho "%s $*" >>"$calls"\n%s\n' "$1" "$2" >"$tools/$1"
  chmod +x "$tools/$1"
}

count_calls() { grep -c -e "$1" "$calls"; }
