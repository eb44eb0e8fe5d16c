// An anonymous mapping is zeroed memory that threads share; it is no leak.
#define _GNU_SOURCE
#include <assert.h>
#include <sys/mman.h>

struct state {
  int count;
  int flags[8];
};

int main(void) {
  struct state *state = mmap(0, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (state == MAP_FAILED)
    return 1;
  assert(state->count == 0 && state->flags[7] == 0);
  state->count = 3;
  assert(state->count == 3);
  assert(munmap(state, sizeof *state) == 0);
  assert(mmap(0, 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != 0);
  return 0;
}
