// A function that calls itself in three places: to the usual depth, inlining would give 88,573 copies. Recursion is
// followed less deeply then.
static int count;

_Bool __VERIFIER_nondet_bool(void);

static void visit(int depth) {
  ++count;
  if (depth == 0 || __VERIFIER_nondet_bool())
    return;
  if (__VERIFIER_nondet_bool())
    visit(depth - 1);
  if (__VERIFIER_nondet_bool())
    visit(depth - 1);
  visit(depth - 1);
}

int main(void) {
  visit(20);
  return 0;
}
