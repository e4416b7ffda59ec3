/** Opening cases: a difference becomes one live case, and what it is about cannot be spent meanwhile. */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { freeze } from "../../ledger/actions.ts";
import type { Asset } from "../../ledger/model.ts";
import type { Opened, Opening } from "../model.ts";
import { noteFrozen, putCase } from "../store.ts";

const ASSETS: readonly Asset[] = ["CNY", "PTS"];

/**
 * Opens the case of a difference, once while it is live; a later run only notes that it was seen again. A freezing case
 * that names its member freezes his asset with its opening.
 */
export async function openCase(
  context: Context,
  tx: Tx,
  runId: string,
  found: Opening,
): Promise<Opened> {
  const now = context.clock.sql();
  const opened = await putCase(tx, { ...found, caseId: context.ids.next(), runId, now });
  if (opened.outcome === "seen") return opened;
  const { memberId, isFreezing, asset } = found;
  if (isFreezing && memberId !== undefined) {
    for (const one of asset ? [asset] : ASSETS) {
      const reason = `${found.class} ${found.subject}`;
      await freeze(context, tx, { memberId, asset: one, reason, actor: "system" });
      await noteFrozen(tx, opened.caseId, one);
    }
  }
  const { expected, actual } = found;
  const seen = { caseId: opened.caseId, class: found.class, subject: found.subject };
  context.log.error({ ...seen, expected, actual }, "the books do not agree");
  return opened;
}
