// Pointers to arrays, to functions, to pointers, to members; differences, comparisons, and a pool of nodes.
#include "checksum.h"

struct node {
  int value;
  struct node *next;
};

static struct node pool[10];
static unsigned used;

static struct node *fresh(int value, struct node *next) {
  struct node *node = &pool[used++];
  *node = (struct node){value, next};
  return node;
}

static struct node *insertSorted(struct node *list, int value) {
  struct node **at = &list;
  while (*at && (*at)->value < value)
    at = &(*at)->next;
  *at = fresh(value, *at);
  return list;
}

static struct node *reversed(struct node *list) {
  struct node *result = 0;
  for (struct node *next; list; list = next) {
    next = list->next;
    list->next = result;
    result = list;
  }
  return result;
}

static void lists(void) {
  used = 0;
  struct node *list = 0;
  for (int i = 0; i < 10; i++)
    list = insertSorted(list, i * 37 % 11);
  for (struct node *n = reversed(list); n; n = n->next) {
    mix((unsigned)n->value);
    mix((unsigned long)(n - pool));
  }
}

static int square(int x) { return x * x; }
static int negate(int x) { return -x; }
static int (*select(int which))(int) { return which ? square : negate; }

static void shapes(void) {
  int grid[3][4];
  int(*row)[4] = grid;
  for (int i = 0; i < 12; i++)
    row[i / 4][i % 4] = select(i % 2)(i);
  for (int(*r)[4] = grid; r < grid + 3; r++)
    for (int *cell = *r; cell != *r + 4; cell++)
      mix((unsigned)*cell);
  mix((unsigned long)((char *)(row + 1) - (char *)row));
  mix((unsigned long)(&grid[2][1] - &grid[0][3]));
  int(*const functions[])(int) = {select(0), select(1), square};
  for (int i = 0; i < 3; i++)
    mix((unsigned)functions[i](i + 5));
  mix(functions[1] == functions[2]);
  short halves[2] = {1, 2};
  void *anything = halves;
  mix((unsigned)((short *)anything)[1]);
  const unsigned char *byte = anything;
  mix(byte[2]);
  mix(&halves[0] < &halves[1]);
}

int main(void) {
  compare(0, lists);
  compare(1, shapes);
  return finish();
}
