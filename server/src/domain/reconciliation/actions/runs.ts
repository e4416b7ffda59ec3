/** Begins and finishes a reconciliation run; the caller does the checks. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import type { RunKind } from "../model.ts";
import { endRun, insertRun } from "../store.ts";

/** Begins a run and returns its id. */
export async function beginRun(context: Context, db: Db, kind: RunKind): Promise<string> {
  const id = context.ids.next();
  await insertRun(db, { id, kind, now: context.clock.sql() });
  return id;
}

/** Ends the run, and stores the result of each check. */
export const finishRun = (
  context: Context,
  db: Db,
  end: {
    readonly id: string;
    readonly state: "done" | "failed";
    readonly checks: readonly object[];
    readonly found: number;
  },
): Promise<void> => endRun(db, { ...end, now: context.clock.sql() });
