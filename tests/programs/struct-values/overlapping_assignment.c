// An assignment between structs that overlap in part is undefined.
#include <assert.h>
struct Three {
  int values[3];
};
union {
  struct Three three;
  int words[6];
} memory = {.words = {1, 2, 3, 4, 5, 6}};

int main(void) {
  struct Three *shifted = (struct Three *)&memory.words[1];
  *shifted = memory.three;
  assert(memory.words[0] == 1);
}
