// Wrong: sizeof does not count the flexible array member, so there is no room for it.
#include <stdlib.h>

struct message {
  unsigned length;
  char text[];
};

int main(void) {
  struct message *m = malloc(sizeof *m);
  m->length = 3;
  m->text[0] = 'a';
  free(m);
  return 0;
}
