/** Records the acceptance of the agreements after their text has changed. */
import { TERMS_VERSION } from "@yunjing/contract/limits";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { recordTerms } from "../store.ts";
import { refuseMerged } from "./active-member.ts";

/**
 * Stores which member accepted which version and when; the first acceptance of a version is kept.
 * Refuses TERMS_CHANGED for a version that is not in force (a member cannot accept a text that was
 * not shown), and ACCOUNT_MERGED.
 */
export async function acceptTerms(
  context: Context,
  db: Db,
  accepted: { memberId: string; version: string },
): Promise<{ termsVersion: string; termsAcceptedAt: number }> {
  if (accepted.version !== TERMS_VERSION) {
    throw new Refusal("TERMS_CHANGED", { termsCurrent: TERMS_VERSION });
  }
  const at = await transaction(db, async (tx) => {
    await refuseMerged(tx, accepted.memberId);
    return recordTerms(tx, { ...accepted, now: context.clock.sql() });
  });
  return { termsVersion: accepted.version, termsAcceptedAt: at.getTime() };
}
