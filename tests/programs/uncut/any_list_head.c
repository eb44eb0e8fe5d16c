// A list head that is initialised with its own address.
struct list {
  struct list *next;
};
static struct list head = {&head};
void fill(void);
void give(struct list *list);
int main(void) {
  fill();
  give(&head);
  return 0;
}
