/** Sets or replaces the pay password; always requires a fresh proof by SMS. */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { publishEvent } from "../../../platform/jobs/domain-events.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { ownPhone, refuseMerged } from "../../members/actions.ts";
import { isWeak } from "../model.ts";
import { SALT_BYTES, slowHash } from "../slow-hash.ts";
import { storePassword } from "../store.ts";
import { securitySummary } from "./summary.ts";
import { consumeProof } from "./step-up.ts";
import { limitPasswordHashing } from "./hash-rate-limit.ts";

/**
 * Refuses PASSWORD_WEAK (the proof stays valid), STEP_UP_NEEDED, ACCOUNT_MERGED and RATE_LIMITED.
 * Ends a lock.
 */
export async function setPayPassword(
  context: Context,
  db: Db,
  wanted: { readonly memberId: string; readonly password: string; readonly stepUp: string },
): Promise<Output<"security", "setPayPassword">> {
  const { memberId, password, stepUp } = wanted;
  if (isWeak(password, await ownPhone(context, db, memberId))) throw new Refusal("PASSWORD_WEAK");
  await limitPasswordHashing(context, db, memberId);
  const salt = Buffer.from(context.random.bytes(SALT_BYTES));
  const hash = await slowHash(context.secrets, { memberId, password, salt });
  await transaction(db, async (tx) => {
    await refuseMerged(tx, memberId);
    if (!(await consumeProof(context, tx, { memberId, purpose: "pay_password", stepUp }))) {
      throw new Refusal("STEP_UP_NEEDED", { freeFen: 0 });
    }
    await storePassword(tx, { memberId, salt, hash, now: context.clock.sql() });
    await writeHistoryEntry(context, tx, {
      memberId,
      entity: "member",
      entityId: memberId,
      name: "pay_password_set",
      actor: { kind: "member", id: memberId },
    });
    const data = { at: context.clock.now().getTime() };
    await publishEvent(context, tx, {
      memberId,
      kind: "security.password_set",
      ref: context.ids.next(),
      data,
    });
  });
  return securitySummary(context, db, memberId);
}
