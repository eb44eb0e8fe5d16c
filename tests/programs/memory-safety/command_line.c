// The arguments of main are strings, and a null pointer ends them.
#include <assert.h>

int main(int argc, char **argv) {
  if (argc == 2)
    assert(argv[1] != 0 && argv[2] == 0);
  return 0;
}
