/** SQL statements about the frozen assets of a member. */
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { type ReadQuery, runReadQuery } from "../../../platform/database/read-query.ts";
import { ledgerFreeze, ledgerThaw } from "../../../sql/ledger.ts";
import type { Asset, Freeze } from "../model.ts";

type Change = Freeze & { readonly verb: "freeze" | "thaw"; readonly now: Date | null };

/** Returns whether that changed anything. */
export function callFreeze(tx: Tx, change: Change): Promise<boolean> {
  const call = change.verb === "freeze" ? ledgerFreeze : ledgerThaw;
  const { memberId: member, asset, reason, actor, now } = change;
  return call(tx, { member, asset, reason, actor, now });
}

/** The assets of member `$1` that are frozen. */
export const findFrozenAssets: ReadQuery<{ asset: Asset }, readonly Asset[]> = {
  name: "ledger_frozen",
  text: "SELECT asset FROM ledger_freeze WHERE member_id = $1::uuid AND is_frozen",
  toResult: (rows) => rows.map(({ asset }) => asset),
};

export const readFrozen = async (db: Db | Tx, memberId: string, asset: Asset): Promise<boolean> =>
  (await runReadQuery(db, findFrozenAssets, [memberId])).includes(asset);
