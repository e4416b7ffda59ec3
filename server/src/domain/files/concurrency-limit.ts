/**
 * Limits the number of concurrent tasks of each subject; further tasks wait in order of arrival.
 */

export type ConcurrencyLimit = <T>(subject: string, work: () => Promise<T>) => Promise<T>;

type SubjectQueue = { atWork: number; readonly waiting: (() => void)[] };

export function createConcurrencyLimit(most: number): ConcurrencyLimit {
  const lanes = new Map<string, SubjectQueue>();
  const enter = async (subject: string): Promise<SubjectQueue> => {
    const lane = lanes.get(subject) ?? { atWork: 0, waiting: [] };
    lanes.set(subject, lane);
    if (lane.atWork >= most) await new Promise<void>((go) => lane.waiting.push(go));
    else lane.atWork += 1;
    return lane;
  };
  const leave = (subject: string, lane: SubjectQueue): void => {
    // The next waiting task takes over the slot, so that no other task can take it in between.
    const next = lane.waiting.shift();
    if (next) return next();
    lane.atWork -= 1;
    if (lane.atWork === 0) lanes.delete(subject);
  };
  return async (subject, work) => {
    const lane = await enter(subject);
    return work().finally(() => leave(subject, lane));
  };
}
