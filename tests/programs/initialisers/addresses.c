// Global initialisers that hold addresses: of elements, members, functions, and of each other.
#include <assert.h>
#include <stddef.h>

struct item {
  struct item *next;
  int value;
};

extern struct item second;
static struct item first = {&second, 1};
struct item second = {&first, 2};

static int table[5] = {0, 10, 20, 30, 40};
static int *middle = &table[2];
static int *end = table + 5;
static const char *tail = "prefix" + 3;
static int *valueOfSecond = &second.value;
static const unsigned long distance = offsetof(struct item, value);

static int twice(int x) { return 2 * x; }
static int (*const function)(int) = twice;

int main(void) {
  assert(first.next->next == &first && *valueOfSecond == 2);
  assert(*middle == 20 && end - middle == 3 && end[-1] == 40);
  assert(tail[0] == 'f' && distance == 8 && function(4) == 8);
  return 0;
}
