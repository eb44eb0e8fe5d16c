// A flexible array member follows the struct, in the same allocation.
#include <assert.h>
#include <stdlib.h>

struct message {
  unsigned length;
  char text[];
};

int main(void) {
  struct message *m = malloc(sizeof *m + 3);
  m->length = 3;
  for (unsigned i = 0; i < m->length; i++)
    m->text[i] = (char)('a' + i);
  assert(sizeof *m == 4 && m->text[2] == 'c');
  free(m);
  return 0;
}
