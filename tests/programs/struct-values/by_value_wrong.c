// Wrong: the function changes its own copy of the struct only.
#include <assert.h>

struct account {
  int balance;
};

static void deposit(struct account account, int amount) { account.balance += amount; }

int main(void) {
  struct account account = {1};
  deposit(account, 2);
  assert(account.balance == 3);
  return 0;
}
