// Structs by value in every class of the calling convention: in integer registers, in vector registers,
// mixed, in memory, with arrays and unions inside, and as results.
#include "checksum.h"

struct bytes3 { char b[3]; };
struct floats2 { float x, y; };
struct floats3 { float x, y, z; };
struct mixed { double d; int i; };
struct swapped { long l; float f; };
struct sixteen { long a, b; };
struct large { int numbers[7]; };
struct extended { long double l; char c; };
union either { double d; long l; };

static struct bytes3 turn(struct bytes3 s) { return (struct bytes3){{s.b[2], s.b[0], s.b[1]}}; }
static struct floats2 scale2(struct floats2 s, float by) { return (struct floats2){s.x * by, s.y / by}; }
static struct floats3 cross(struct floats3 a, struct floats3 b) {
  return (struct floats3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static struct mixed mixUp(struct swapped s, struct mixed m) { return (struct mixed){m.d + s.f, m.i - (int)s.l}; }
static struct sixteen exchange(int a, int b, int c, int d, int e, struct sixteen s) {
  return (struct sixteen){s.b + a * b, s.a - c * d * e};
}
static struct large shifted(struct large l, int by) {
  struct large result;
  for (int i = 0; i < 7; i++)
    result.numbers[i] = l.numbers[(i + by) % 7];
  return result;
}
static struct extended widen(struct extended e) { return (struct extended){e.l / 3, (char)(e.c + 1)}; }
static union either asBits(union either e) { return (union either){.l = e.l ^ 1}; }

static void run(void) {
  struct bytes3 b = turn(turn((struct bytes3){{1, 2, 3}}));
  mix((unsigned)(b.b[0] * 100 + b.b[1] * 10 + b.b[2]));
  const struct floats2 f2 = scale2((struct floats2){1.5f, -2.5f}, 3);
  mixFloat(f2.x);
  mixFloat(f2.y);
  const struct floats3 f3 = cross((struct floats3){1, 2, 3}, (struct floats3){-4, 0.5f, 6});
  mixFloat(f3.x);
  mixFloat(f3.y);
  mixFloat(f3.z);
  const struct mixed m = mixUp((struct swapped){1L << 33, 0.25f}, (struct mixed){2.5, 9});
  mixDouble(m.d);
  mix((unsigned)m.i);
  const struct sixteen s = exchange(1, 2, 3, 4, 5, (struct sixteen){-7, 1L << 40});
  mix((unsigned long)s.a);
  mix((unsigned long)s.b);
  const struct large l = shifted(shifted((struct large){{1, 2, 3, 4, 5, 6, 7}}, 3), 2);
  for (int i = 0; i < 7; i++)
    mix((unsigned)l.numbers[i]);
  const struct extended e = widen(widen((struct extended){10, 'x'}));
  mixLongDouble(e.l);
  mix((unsigned)e.c);
  mixDouble(asBits((union either){.d = 3.25}).d);
}

int main(void) {
  compare(0, run);
  return finish();
}
