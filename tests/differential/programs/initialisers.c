// Static initialisers of every form, read back as values and as bytes.
#include "checksum.h"

struct point { short x, y; };
struct tree {
  int value;
  const struct tree *left, *right;
};

static const struct tree leaves[2] = {{1, 0, 0}, {.value = 3}};
static const struct tree root = {2, &leaves[0], leaves + 1};
static const struct point points[] = {[3] = {1, 2}, {3, 4}, [0].y = -1};
static const char *const words[] = {"one", "two" + 1, &"three"[2]};
static const double reals[] = {1, 0.5f, -1e-5, 3.0L / 7};
static const unsigned char bytes[] = "bytes\0more";
static const int wide[] = L"wide";
static const union { unsigned u; float f; } views[] = {{1}, {.f = 1.0f}};
static const unsigned long long computed = sizeof points / sizeof *points * 1000 + offsetof(struct tree, right);
static int counter = 5, *const alias = &counter, **const again = (int **)&alias;
static const int matrix[2][3] = {1, 2, 3, 4};
static const long distance = (char *)&points[2] - (char *)points;

static void run(void) {
  mix((unsigned)(root.value + 10 * root.left->value + 100 * root.right->value));
  mix(root.left->left == root.right->right);
  for (unsigned i = 0; i < sizeof points; i++)
    mix(((const unsigned char *)points)[i]);
  for (int i = 0; i < 3; i++)
    mix((unsigned char)words[i][0]);
  for (int i = 0; i < 4; i++)
    mixDouble(reals[i]);
  for (unsigned i = 0; i < sizeof bytes; i++)
    mix(bytes[i]);
  for (unsigned i = 0; i < 5; i++)
    mix((unsigned)wide[i]);
  mix(views[0].u);
  mix(views[1].u);
  mix(computed);
  **again += 1;
  mix((unsigned)*alias);
  for (int i = 0; i < 6; i++)
    mix((unsigned)matrix[i / 3][i % 3]);
  mix((unsigned long)distance);
}

int main(void) {
  compare(0, run);
  return finish();
}
