/**
 * A database pool that simulates a process crash: after a chosen statement its answer is lost, and
 * all further calls fail until `revive`.
 */
import type pg from "pg";

export class ProcessCrashed extends Error {}

const isCallback = (value: unknown): value is (error: unknown, result?: unknown) => void =>
  typeof value === "function";

/** A statement object as the query layer passes it. */
const isStatement = (argument: unknown): argument is { readonly text: string } =>
  typeof argument === "object" &&
  argument !== null &&
  "text" in argument &&
  typeof argument.text === "string";

/** A text replacement that is applied to every statement. */
export type Mutant = { readonly from: string; readonly to: string };

type CrashState = { left: number; isDead: boolean; mutant: Mutant | undefined };

const mutated = (mutant: Mutant | undefined, argument: unknown): unknown =>
  mutant && isStatement(argument)
    ? { ...argument, text: argument.text.replace(mutant.from, mutant.to) }
    : argument;

/**
 * Notifications follow a commit at a time that no seed determines: they are no statement after which
 * the process crashes, because a lost one changes nothing.
 */
const isNotification = (argument: unknown): boolean =>
  typeof argument === "string" && argument.startsWith("SELECT pg_notify(");

/**
 * Returns a replacement for the client's `query`, in both its callback and promise form, that can
 * crash.
 */
function crashableQuery(client: pg.PoolClient, state: CrashState): (...args: unknown[]) => unknown {
  const original = client.query;
  const died = () => new ProcessCrashed("the process died");
  return (...args) => {
    if (isNotification(args[0])) return Reflect.apply(original, client, args);
    const patched = args.map((argument) => mutated(state.mutant, argument));
    const last = patched.at(-1);
    if (state.isDead) {
      if (!isCallback(last)) return Promise.reject(died());
      setImmediate(() => last(died()));
      return undefined;
    }
    state.left -= 1;
    const isLast = state.left === 0;
    const isLost = () => {
      if (isLast) state.isDead = true;
      return state.isDead;
    };
    if (isCallback(last)) {
      const onResult = (error: unknown, result: unknown) =>
        isLost() ? last(died()) : last(error, result);
      return Reflect.apply(original, client, [...patched.slice(0, -1), onResult]);
    }
    const answer: Promise<unknown> = Reflect.apply(original, client, patched);
    return answer.finally(() => {
      if (isLost()) throw died();
    });
  };
}

/** Destroys the connection, and with it everything that was not committed. */
const cut = (client: pg.PoolClient): Promise<void> =>
  new Promise((done) => {
    client.once("end", done);
    Reflect.get(Reflect.get(client, "connection"), "stream").destroy();
  });

/** Makes a pool crashable. Statements are counted from the call of `dieAfter`. */
export function crashablePool(pool: pg.Pool) {
  const clients = new Set<pg.PoolClient>();
  const state: CrashState = { left: Number.POSITIVE_INFINITY, isDead: false, mutant: undefined };

  pool.on("connect", (client) => {
    clients.add(client);
    client.once("end", () => clients.delete(client));
    Object.assign(client, { query: crashableQuery(client, state) });
  });

  return {
    /** Crashes the process at the answer of the `statements`-th statement from now. */
    dieAfter(statements: number): void {
      state.left = statements;
    },
    /** Applies the mutant to every statement from now on; `undefined` ends it. */
    mutate(mutant: Mutant | undefined): void {
      state.mutant = mutant;
    },
    /**
     * Closes the crashed process's connections, which ends their transactions. Returns true when it
     * had crashed.
     */
    async revive(): Promise<boolean> {
      state.left = Number.POSITIVE_INFINITY;
      if (!state.isDead) return false;
      await Promise.all([...clients].map(cut));
      state.isDead = false;
      return true;
    },
  };
}
