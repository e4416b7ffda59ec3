/** Which assets of a member may not be spent for now. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import type { Asset, Freeze } from "../model.ts";

type Change = Freeze & { readonly verb: "freeze" | "thaw"; readonly now: Date | null };

/** Answers whether that changed anything. */
export async function callFreeze(tx: Tx, change: Change): Promise<boolean> {
  const verb = sql.raw(change.verb === "freeze" ? "ledger_freeze" : "ledger_thaw");
  const { rows } = await tx.execute<{ changed: boolean }>(sql`
    SELECT ${verb}(${change.memberId}, ${change.asset}, ${change.reason}, ${change.actor},
                   ${change.now}::timestamptz) AS changed`);
  return rows[0]?.changed ?? false;
}

export async function readFrozen(db: Db | Tx, memberId: string, asset: Asset): Promise<boolean> {
  const { rows } = await db.execute<{ frozen: boolean }>(
    sql`SELECT ledger_is_frozen(${memberId}, ${asset}) AS frozen`,
  );
  return rows[0]?.frozen ?? false;
}
