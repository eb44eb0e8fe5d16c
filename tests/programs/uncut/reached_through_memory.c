// fill() may follow the pointer in the struct, although the program never writes what it points to.
#include <assert.h>

static int value = 1;
struct box {
  int *content;
};
static struct box box = {&value};
void fill(struct box *box);

int main(void) {
  fill(&box);
  assert(value == 0);
  return 0;
}
