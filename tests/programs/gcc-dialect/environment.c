// The third parameter of main is never null; what is in it, Heddle does not know.
#include <assert.h>

int main(int argc, char **argv, char **envp) {
  assert(envp != 0);
  return 0;
}
