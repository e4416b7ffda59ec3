/**
 * Health check that tests whether the database accepts a write. One probe runs at a time, and its
 * result is cached.
 */
import { sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Ids } from "../random.ts";
import type { Db } from "./pool.ts";
import { transactionOnce } from "./transaction.ts";

const RESULT_VALID_MS = 5_000;
/** How long a caller waits for a probe. */
const TIMEOUT_MS = 1_000;
/**
 * How long a probe may take while the one before it succeeded: a write that is only slow must not
 * take every process out of service at once, because then all requests fail.
 */
const SLOW_MS = 3_000;
/** The size of a row that fills its page alone. */
const PAGE_CHARACTERS = 7_000;

export type WriteProbe = {
  /**
   * Returns within a second whether a write succeeded in the last five seconds. While a probe runs,
   * the result before it counts for three seconds more; without one the answer is false.
   */
  succeeds(): Promise<boolean>;
};

type Deps = Pick<Context, "log" | "ids"> & {
  /** Monotonic time in ms. */
  readonly now?: () => number;
};

/**
 * Writes to a new page, and deletes the row by its ctid: a scan would free the page for the next
 * probe.
 */
const write = (db: Db, ids: Ids): Promise<void> =>
  transactionOnce(db, async (tx) => {
    const written = await tx.execute<{ place: string }>(sql`
      INSERT INTO write_probe (probe_id, filler) VALUES (${ids.next()}, repeat('.', ${PAGE_CHARACTERS}))
      RETURNING ctid::text AS place`);
    await tx.execute(sql`DELETE FROM write_probe WHERE ctid = ${written.rows[0]?.place}::tid`);
  });

/**
 * Creates the probe. However often it is called, the database receives one write in five seconds,
 * and never two at once.
 */
export function createWriteProbe(
  db: Db,
  { log, ids, now = () => performance.now() }: Deps,
): WriteProbe {
  let result: { readonly isGood: boolean; readonly at: number } | undefined;
  let running: { readonly isGood: Promise<boolean>; readonly since: number } | undefined;

  async function probe(): Promise<boolean> {
    const isGood = await write(db, ids).then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, "the database takes no writes");
        return false;
      },
    );
    result = { isGood, at: now() };
    running = undefined;
    return isGood;
  }

  return {
    succeeds: async () => {
      if (result && now() - result.at < RESULT_VALID_MS) return result.isGood;
      running ??= { isGood: probe(), since: now() };
      const { isGood, since } = running;
      const late = new Promise<"late">((done) => setTimeout(done, TIMEOUT_MS, "late").unref());
      const answer = await Promise.race([isGood, late]);
      if (answer !== "late") return answer;
      return result?.isGood === true && now() - since < SLOW_MS;
    },
  };
}
