/**
 * Changing the bound phone: who asks has proved to hold the old one and the new one. Nothing here makes two members one,
 * and that a number is taken is told to nobody who has not shown its code.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeEvent } from "../../../platform/event.ts";
import { putMessage } from "../../../platform/jobs/outbox.ts";
import { tell } from "../../../platform/jobs/news.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { callHotline } from "../../../platform/hotline.ts";
import { shanghaiMinute } from "../../../platform/shanghai.ts";
import { endChallenges } from "../challenge-store.ts";
import {
  type Changed,
  changePhoneRow,
  isChangedBy,
  presentPhone,
  type Unchanged,
} from "../identity-store.ts";
import { maskPhone } from "../model.ts";
import type { IdentityProofs } from "../port.ts";
import { revokeSessions } from "../session-store.ts";
import { checkCode, spendCode } from "./check-code.ts";
import { notePhoneReturn } from "./close.ts";
import { phoneFields } from "./login.ts";
import { type Asker, type Challenge, sendCode, smsPlace } from "./send-code.ts";

type Proofs = { readonly proofs: IdentityProofs };

/** Until when a phone that was last changed at this moment stays, in ms; undefined when it may be changed now. */
export function fixedUntil(
  { clock, settings }: Context,
  changedAt: Date | null,
): number | undefined {
  if (changedAt === null) return undefined;
  const untilMs = new Date(changedAt).getTime() + settings.phoneChangeEveryMs;
  return untilMs > clock.now().getTime() ? untilMs : undefined;
}

const tooEarly = (untilMs: number): Refusal =>
  new Refusal("PHONE_CHANGE_WAIT", { until: shanghaiMinute(untilMs), untilMs });

/** Tells before a code is sent for nothing. Refuses PHONE_NEEDED, PHONE_SAME and PHONE_CHANGE_WAIT {until, untilMs}. */
async function refuseInVain(
  context: Context,
  db: Db,
  { memberId, phoneHash }: { memberId: string; phoneHash: Buffer },
) {
  const present = await presentPhone(db, memberId);
  if (!present) throw new Refusal("PHONE_NEEDED");
  if (present.hash.equals(phoneHash)) throw new Refusal("PHONE_SAME");
  const untilMs = fixedUntil(context, present.changedAt);
  if (untilMs !== undefined) throw tooEarly(untilMs);
}

/** Sends a code to the phone that is to come. Refuses STEP_UP_NEEDED, RATE_LIMITED, and as `refuseInVain`. */
export async function sendChangeCode(
  context: Context,
  db: Db,
  { proofs }: Proofs,
  { stepUp, ...asker }: Omit<Asker, "scene"> & { memberId: string; stepUp: string },
): Promise<Challenge> {
  const { memberId } = asker;
  await refuseInVain(context, db, {
    memberId,
    phoneHash: context.secrets.mac("phone-lookup", asker.phone),
  });
  if (!(await proofs.isPhoneProved(memberId, stepUp))) throw new Refusal("STEP_UP_NEEDED");
  return sendCode(context, db, { ...asker, scene: "change" });
}

/** What stands in the way, in the words of the contract. */
function refusalOf({ outcome, untilMs = 0 }: Unchanged): Refusal {
  if (outcome === "early") return tooEarly(untilMs);
  const codes = { taken: "PHONE_TAKEN", same: "PHONE_SAME", none: "PHONE_NEEDED" } as const;
  return new Refusal(codes[outcome]);
}

/** By SMS to the phone that was left: whoever holds it may not be who changed it. */
async function tellOldPhone(context: Context, tx: Tx, memberId: string, sealed: Buffer) {
  const phone = context.secrets.open(sealed, `member:phone:${memberId}`);
  const noticeId = context.ids.next();
  const when = shanghaiMinute(context.clock.now().getTime());
  const text = `【云鲸权益】你的账号于 ${when} 更换了手机号，本号码不能再登录该账号。若非本人操作，请立即${callHotline(context.settings)}。`;
  await putMessage(context, tx, {
    memberId,
    aggregateId: noticeId,
    topic: "sms.send",
    payload: { noticeId },
    sealed: context.secrets.seal(JSON.stringify({ phone, text }), smsPlace(noticeId)),
  });
}

type Change = { readonly memberId: string; readonly phone: string; readonly before: Changed };

async function note(context: Context, tx: Tx, { memberId, phone, before }: Change) {
  await writeEvent(context, tx, {
    memberId,
    entity: "member",
    entityId: memberId,
    name: "phone_changed",
    actor: { kind: "member", id: memberId },
    data: { from: before.mask, to: maskPhone(phone) },
  });
  const data = { at: context.clock.now().getTime() };
  const ref = context.ids.next();
  await tell(context, tx, { memberId, kind: "security.phone_changed", ref, data });
  await tellOldPhone(context, tx, memberId, Buffer.from(before.sealed, "base64"));
}

export type PhoneWish = {
  readonly memberId: string;
  /** Goes on when all others end. */
  readonly sessionId: string;
  readonly challengeId: string;
  readonly phone: string;
  readonly code: string;
  readonly stepUp: string;
};

async function change(context: Context, tx: Tx, { proofs }: Proofs, wish: PhoneWish) {
  const { memberId, sessionId, challengeId, phone, stepUp } = wish;
  const now = context.clock.sql();
  const fields = phoneFields(context, memberId, phone);
  await spendCode(context, tx, challengeId);
  // Before the member's row is held, as logins do it: one that is under way on the old phone comes before or not at all.
  await endChallenges(tx, memberId, now);
  const { phoneChangeEveryMs: everyMs, phoneCoolMs: coolMs } = context.settings;
  const answer = await changePhoneRow(tx, { memberId, phone: fields, everyMs, coolMs, now });
  if (answer.outcome !== "changed") throw refusalOf(answer);
  if (!(await proofs.takePhone(tx, { memberId, stepUp }))) throw new Refusal("STEP_UP_NEEDED");
  await notePhoneReturn(context, tx, { memberId, phone });
  const ended = { memberId, sessionId: undefined, exceptId: sessionId, now };
  await revokeSessions(tx, { ...ended, why: "phone changed" });
  await note(context, tx, { memberId, phone, before: answer });
}

/**
 * Puts the new phone in the old one's place, ends every other session and tells the member, there and on the old phone. A
 * repeat of what was done changes nothing. Refuses SMS_CODE_WRONG {triesLeft}, SMS_CODE_EXPIRED, STEP_UP_NEEDED,
 * PHONE_NEEDED, PHONE_SAME, PHONE_CHANGE_WAIT {until, untilMs}, and PHONE_TAKEN to whoever has shown the code of another
 * member's phone; what was proved stays good then.
 */
export async function changePhone(
  context: Context,
  db: Db,
  deps: Proofs,
  wish: PhoneWish,
): Promise<void> {
  const { memberId, challengeId, code, phone } = wish;
  const phoneHash = context.secrets.mac("phone-lookup", phone);
  const run = async (): Promise<void> => {
    await refuseInVain(context, db, { memberId, phoneHash });
    await checkCode(context, db, { challengeId, code, scene: "change", memberId, phoneHash });
    await transaction(db, (tx) => change(context, tx, deps, wish));
  };
  await run().catch(async (error: unknown) => {
    // The same request a moment ago did it, and its answer was lost or is still on its way.
    const isOurs = error instanceof Refusal;
    if (!isOurs || !(await isChangedBy(db, { memberId, challengeId, phoneHash }))) throw error;
  });
}
