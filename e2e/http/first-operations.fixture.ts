/** Chooses operations that stand for the others of their topic. */
import { type Operation, operations } from "@yunjing/contract/operations";

/** Returns the first operation of each topic and method. */
export const firstOfEachTopicAndMethod = (): ReadonlySet<Operation> =>
  new Set(
    new Map(
      operations
        .toReversed()
        .map((operation) => [`${operation.topic} ${operation.method}`, operation] as const),
    ).values(),
  );
