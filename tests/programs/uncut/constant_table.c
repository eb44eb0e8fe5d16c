// As constant_data.c, with a table that parse() knows by its name.
#include <assert.h>

static int verbose;
struct option {
  const char *name;
  int *value;
};
const struct option options[] = {{"verbose", &verbose}};
void parse(void);

int main(void) {
  verbose = 0;
  parse();
  assert(verbose == 1);
  return 0;
}
