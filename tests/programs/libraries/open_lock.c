// A mutex that excludes nothing.
int pthread_mutex_lock(void *mutex) { return mutex == 0; }
int pthread_mutex_unlock(void *mutex) { return mutex == 0; }
void log_text(const char *text) { (void)text; }
