// Structs of all sizes go into functions and come back by value; the caller's copy does not change.
#include <assert.h>

struct small {
  char a, b, c;
};
struct medium {
  int a;
  double b;
};
struct large {
  long numbers[5];
  struct small inner;
};

static struct small turn(struct small s) {
  const char a = s.a;
  s.a = s.b;
  s.b = s.c;
  s.c = a;
  return s;
}

static struct medium scale(struct medium m, int by) {
  m.a *= by;
  m.b *= by;
  return m;
}

static struct large grow(struct large l) {
  for (int i = 0; i < 5; i++)
    l.numbers[i] += i;
  l.inner = turn(l.inner);
  return l;
}

int main(void) {
  struct small s = {1, 2, 3};
  struct small t = turn(turn(s));
  assert(t.a == 3 && t.b == 1 && t.c == 2 && s.a == 1);
  struct medium m = {2, 1.5};
  assert(scale(scale(m, 3), 2).a == 12 && scale(m, 2).b == 3.0 && m.b == 1.5);
  struct large l = {{10, 10, 10, 10, 10}, s};
  struct large g = grow(l);
  assert(g.numbers[4] == 14 && l.numbers[4] == 10 && g.inner.a == 2 && grow(g).inner.a == 3);
  return 0;
}
