// Functions to start in. The one with a table reads beyond its end, if the index is large enough.
struct point {
  int x, y;
};

static const int table[4] = {1, 2, 3, 4};

int lookup(unsigned index) { return index < 4 ? table[index] : 0; }
int lookup_wrong(unsigned index) { return index <= 4 ? table[index] : 0; }
static void flip(struct point *p) {
  const int x = p->x;
  p->x = p->y;
  p->y = x;
}
int norm_wrong(struct point p, const struct point *other) { return other->x + p.y; }
