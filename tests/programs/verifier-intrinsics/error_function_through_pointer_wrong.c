// A call through a pointer is a call.
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) {}
void fine(void) {}
void (*const table[2])(void) = {fine, reach_error};

int main(void) {
  table[__VERIFIER_nondet_bool()]();
  return 0;
}
