/** A pool whose process can die: after a chosen statement its answer is lost, and nothing more is heard of until revival. */
import type pg from "pg";

export class ProcessDied extends Error {}

const isCallback = (value: unknown): value is (error: unknown, result?: unknown) => void =>
  typeof value === "function";

/** Makes a pool mortal. Statements count from the moment of `dieAfter`. */
export function mortal(pool: pg.Pool) {
  const clients = new Set<pg.PoolClient>();
  let left = Number.POSITIVE_INFINITY;
  let isDead = false;

  function patch(client: pg.PoolClient): void {
    const original = client.query;
    const query = (...words: unknown[]): unknown => {
      const last = words.at(-1);
      if (isDead) {
        const died = new ProcessDied("the process died");
        if (!isCallback(last)) return Promise.reject(died);
        setImmediate(() => last(died));
        return undefined;
      }
      left -= 1;
      const isLast = left === 0;
      const answered = () => {
        if (isLast) isDead = true;
        return isDead;
      };
      if (!isCallback(last)) {
        const asked: Promise<unknown> = Reflect.apply(original, client, words);
        return asked.finally(() => {
          if (answered()) throw new ProcessDied("the process died");
        });
      }
      const hear = (error: unknown, result: unknown) =>
        answered() ? last(new ProcessDied("the process died")) : last(error, result);
      return Reflect.apply(original, client, [...words.slice(0, -1), hear]);
    };
    Object.assign(client, { query });
  }

  pool.on("connect", (client) => {
    clients.add(client);
    patch(client);
  });
  pool.on("remove", (client) => clients.delete(client));

  return {
    /** The process dies with the answer of the `statements`-th statement from now. */
    dieAfter(statements: number): void {
      left = statements;
    },
    isDead: () => isDead,
    /** What the process held is let go of: connections, and with them transactions. True when it had died. */
    async revive(): Promise<boolean> {
      left = Number.POSITIVE_INFINITY;
      if (!isDead) return false;
      const gone = [...clients].map(
        (client) =>
          new Promise<void>((done) => {
            client.once("end", done);
            Reflect.get(Reflect.get(client, "connection"), "stream").destroy();
          }),
      );
      await Promise.all(gone);
      isDead = false;
      return true;
    },
  };
}
export type Mortal = ReturnType<typeof mortal>;
