/** Waits for all, also where one fails, and then throws its error: nothing still runs when the caller tries again. */
export async function allDone<T>(tasks: readonly Promise<T>[]): Promise<T[]> {
  return (await Promise.allSettled(tasks)).map((task) => {
    if (task.status === 'rejected') throw task.reason;
    return task.value;
  });
}
