// Wrong: one entry of the table has no function.
static void nothing(void) {}

static void (*handlers[2])(void) = {nothing};

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  handlers[__VERIFIER_nondet_bool()]();
  return 0;
}
