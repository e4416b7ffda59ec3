/**
 * Cases: each difference becomes one live case; its asset cannot be spent meanwhile, and the case
 * closes once.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { freeze, thaw } from "../../ledger/actions.ts";
import type { Asset } from "../../ledger/model.ts";
import type { OpenedCase, CaseToOpen } from "../model.ts";
import {
  type CaseClosing,
  closeCaseRow,
  frozenByCases,
  recordFrozenAssets,
  upsertCase,
  findUnseenCases,
} from "../store.ts";

const ASSETS: readonly Asset[] = ["CNY", "PTS"];

/**
 * Opens the case of a difference, once while it is live; a later run only records that it was seen
 * again. A freezing case with a member freezes that member's asset when it opens.
 */
export async function openCase(
  context: Context,
  tx: Tx,
  runId: string,
  found: CaseToOpen,
): Promise<OpenedCase> {
  const now = context.clock.sql();
  const opened = await upsertCase(tx, { ...found, caseId: context.ids.next(), runId, now });
  if (opened.outcome !== "opened") return opened;
  const { memberId, isFreezing, asset } = found;
  if (isFreezing && memberId !== undefined) {
    const assets = asset ? [asset] : ASSETS;
    const reason = `${found.class} ${found.subject}`;
    for (const one of assets) {
      await freeze(context, tx, { memberId, asset: one, reason, actor: "system" });
    }
    await recordFrozenAssets(tx, opened.caseId, assets);
  }
  const { expected, actual } = found;
  const seen = { caseId: opened.caseId, class: found.class, subject: found.subject };
  context.log.error({ ...seen, expected, actual }, "the ledger check found differences");
  return opened;
}

/**
 * Closes a case, and unfreezes what only this case had frozen; what an operator froze stays frozen.
 * Returns false when the case is no longer in one of the states `from`.
 */
export async function closeCase(
  context: Context,
  tx: Tx,
  closing: Omit<CaseClosing, "now">,
): Promise<boolean> {
  const closed = await closeCaseRow(tx, { ...closing, now: context.clock.sql() });
  if (!closed) return false;
  const { memberId, frozen } = closed;
  if (memberId === null || frozen.length === 0) return true;
  const others = await frozenByCases(tx, memberId, context.clock.sql());
  for (const asset of frozen.filter((one) => !others.includes(one))) {
    const reason = `case ${closing.caseId} ${closing.to}`;
    await thaw(context, tx, { memberId, asset, reason, actor: "system" });
  }
  return true;
}

/**
 * Closes the live cases of these classes that neither this run nor a later one has seen: they have
 * healed. Only for classes that the run checked completely. Returns how many.
 */
export async function closeHealedCases(
  context: Context,
  db: Db,
  runId: string,
  classes: readonly string[],
): Promise<number> {
  let healed = 0;
  for (const caseId of await findUnseenCases(db, runId, classes)) {
    const caseEnd = { caseId, to: "healed", by: "system", reason: `run ${runId}` } as const;
    const from = ["open", "proposed"] as const;
    if (await transaction(db, (tx) => closeCase(context, tx, { ...caseEnd, from }))) healed++;
  }
  if (healed > 0) context.log.info({ runId, healed }, "reconciliation cases are resolved");
  return healed;
}
