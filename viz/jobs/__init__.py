"""Long work in a child process, with a time limit, progress and cancellation."""
