// The arguments that follow `--`: main sees exactly these, and may change them.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char *argv[]) {
  int sum = 0;
  for (int i = 1; i < argc; i++)
    sum += atoi(argv[i]);
  assert(sum == 42);
  assert(argv[argc] == NULL);
  argv[1][0] = '7';
  assert(strcmp(argv[1], "70") == 0);
  return 0;
}
