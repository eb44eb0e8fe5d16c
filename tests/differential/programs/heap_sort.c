// Heap sort with a comparison through a pointer to a function.
#include "checksum.h"

#define COUNT 24

struct item {
  short key;
  char tag;
};

static int byKey(const struct item *a, const struct item *b) { return a->key < b->key; }
static int byTag(const struct item *a, const struct item *b) {
  return a->tag != b->tag ? a->tag < b->tag : a->key < b->key;
}

static void siftDown(struct item *items, int root, int count, int (*less)(const struct item *, const struct item *)) {
  for (int child; (child = 2 * root + 1) < count; root = child) {
    if (child + 1 < count && less(&items[child], &items[child + 1]))
      child++;
    if (!less(&items[root], &items[child]))
      return;
    const struct item saved = items[root];
    items[root] = items[child];
    items[child] = saved;
  }
}

static void sort(int (*less)(const struct item *, const struct item *)) {
  struct item items[COUNT];
  for (int i = 0; i < COUNT; i++) {
    items[i].key = (short)(i * 7919 % 1009 - 500);
    items[i].tag = (char)('a' + i * i % 5);
  }
  for (int i = COUNT / 2; i-- > 0;)
    siftDown(items, i, COUNT, less);
  for (int end = COUNT; --end > 0;) {
    const struct item saved = items[0];
    items[0] = items[end];
    items[end] = saved;
    siftDown(items, 0, end, less);
  }
  for (int i = 0; i < COUNT; i++) {
    mix((unsigned)items[i].key);
    mix((unsigned)items[i].tag);
  }
}

static void sortByKey(void) { sort(byKey); }
static void sortByTag(void) { sort(byTag); }

int main(void) {
  compare(0, sortByKey);
  compare(1, sortByTag);
  return finish();
}
