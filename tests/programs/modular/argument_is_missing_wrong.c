// An argument of the program is read although there may be none.
#include <stdlib.h>

int main(int argc, char **argv) {
  (void)argc;
  return atoi(argv[1]) == 3;
}
