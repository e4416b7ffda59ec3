/** Sets the pay password, or replaces it: always with a fresh proof by SMS. */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeEvent } from "../../../platform/event.ts";
import { tell } from "../../../platform/jobs/news.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { ownPhone, refuseMerged } from "../../members/actions.ts";
import { isWeak } from "../model.ts";
import { SALT_BYTES, slowHash } from "../slow-hash.ts";
import { putPassword } from "../store.ts";
import { securityOf } from "./read.ts";
import { takeProof } from "./step-up.ts";
import { countWork } from "./work.ts";

/** Refuses PASSWORD_WEAK (the proof stays good), STEP_UP_NEEDED, ACCOUNT_MERGED and RATE_LIMITED. A lock is over with it. */
export async function setPayPassword(
  context: Context,
  db: Db,
  wanted: { readonly memberId: string; readonly password: string; readonly stepUp: string },
): Promise<Output<"security", "setPayPassword">> {
  const { memberId, password, stepUp } = wanted;
  if (isWeak(password, await ownPhone(context, db, memberId))) throw new Refusal("PASSWORD_WEAK");
  await countWork(context, db, memberId);
  const salt = Buffer.from(context.random.bytes(SALT_BYTES));
  const hash = await slowHash(context.secrets, { memberId, password, salt });
  await transaction(db, async (tx) => {
    await refuseMerged(tx, memberId);
    if (!(await takeProof(context, tx, { memberId, purpose: "pay_password", stepUp }))) {
      throw new Refusal("STEP_UP_NEEDED", { freeFen: 0 });
    }
    await putPassword(tx, { memberId, salt, hash, now: context.clock.sql() });
    await writeEvent(context, tx, {
      memberId,
      entity: "member",
      entityId: memberId,
      name: "pay_password_set",
      actor: { kind: "member", id: memberId },
    });
    const data = { at: context.clock.now().getTime() };
    await tell(context, tx, {
      memberId,
      kind: "security.password_set",
      ref: context.ids.next(),
      data,
    });
  });
  return securityOf(context, db, memberId);
}
