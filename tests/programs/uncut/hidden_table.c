// The table is static, and its address stays in the program: parse() cannot know it.
#include <assert.h>

static int verbose;
static int *const table[] = {&verbose};
void parse(void);

int main(void) {
  *table[0] = 0;
  parse();
  assert(verbose == 1);
  return 0;
}
