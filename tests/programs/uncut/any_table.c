// The table is visible elsewhere, so the static variable that it points to can be written there.
#include <assert.h>

static int verbose;
struct option {
  const char *name;
  int *value;
};
const struct option options[] = {{"verbose", &verbose}};
void parse(void);

int main(void) {
  parse();
  assert(verbose == 0);
  return 0;
}
