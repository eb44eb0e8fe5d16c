// parse() writes through the pointers of a constant table.
#include <assert.h>

struct option {
  const char *name;
  int *value;
};
int parse(int count, const struct option *options);

int main(void) {
  int verbose = 0;
  const struct option options[] = {{"verbose", &verbose}, {0, 0}};
  parse(1, options);
  assert(verbose == 1);
  return 0;
}
