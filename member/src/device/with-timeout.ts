/** Limits how long a task may take (U09). */

export class TaskTimeout extends Error {
  override readonly name = "TaskTimeout";
  constructor() {
    super("MicroTask timed out");
  }
}

/** Settles as the task does, or rejects with TaskTimeout after `timeoutMs`. */
export function withTimeout<T>(task: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TaskTimeout()), timeoutMs);
    task.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
