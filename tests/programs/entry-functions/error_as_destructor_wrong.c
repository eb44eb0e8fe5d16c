// Destructors are called after main.
__attribute__((destructor)) void reach_error(void) {}

int main(void) { return 0; }
