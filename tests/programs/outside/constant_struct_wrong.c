// So have the members of a constant struct of another file.
#include <assert.h>

struct configuration {
  int first, second;
};
extern const struct configuration chosen;

int main(void) { assert(chosen.second != 77777); }
