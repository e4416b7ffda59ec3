/**
 * Limits the number of concurrent tasks of each subject; further tasks wait in order of arrival.
 */

export type ConcurrencyLimit = <T>(subject: string, work: () => Promise<T>) => Promise<T>;

type SubjectQueue = { atWork: number; readonly waiting: (() => void)[] };

export function createConcurrencyLimit(most: number): ConcurrencyLimit {
  const queues = new Map<string, SubjectQueue>();
  const enter = async (subject: string): Promise<SubjectQueue> => {
    const queue = queues.get(subject) ?? { atWork: 0, waiting: [] };
    queues.set(subject, queue);
    if (queue.atWork >= most) await new Promise<void>((go) => queue.waiting.push(go));
    else queue.atWork += 1;
    return queue;
  };
  const leave = (subject: string, queue: SubjectQueue): void => {
    // The next waiting task takes over the slot, so that no other task can take it in between.
    const next = queue.waiting.shift();
    if (next) return next();
    queue.atWork -= 1;
    if (queue.atWork === 0) queues.delete(subject);
  };
  return async (subject, work) => {
    const queue = await enter(subject);
    return work().finally(() => leave(subject, queue));
  };
}
