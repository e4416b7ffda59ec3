/** Sends a code by SMS: the same answer for known and unknown phones, and never a flood of messages. */
import { sql } from "drizzle-orm";
import type { Context } from "../../../platform/context.ts";
import { countUp } from "../../../platform/counter.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { putMessage } from "../../../platform/jobs/outbox.ts";
import { wake } from "../../../platform/jobs/worker-wakeup.ts";
import { randomBelow } from "../../../platform/random.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { insertChallenge, openChallenge } from "../challenge-store.ts";
import type { Scene } from "../model.ts";
import { ownPhone } from "./own-phone.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const CODE_LIMIT = 1_000_000;

export type Asker = {
  readonly phone: string;
  readonly address: string;
  readonly device: string;
  /** Left out: to log in. */
  readonly scene?: Exclude<Scene, "login">;
};

/** What the message says the code is for. */
const purposes: Readonly<Record<Scene, string>> = {
  login: "",
  bind: "您正在绑定手机号，",
  change: "您正在把账号的手机号更换为本号码，",
  "step_up:pay": "您正在使用余额支付，",
  "step_up:withdraw": "您正在申请提现，",
  "step_up:pay_password": "您正在设置支付密码，",
  "step_up:identity": "您正在更改登录方式，",
  "step_up:phone": "您正在更换手机号，如非本人操作请立即联系客服，",
  "step_up:close": "您正在申请注销账号，如非本人操作请立即联系客服，",
};
/** `resendAfterSeconds` tells the page when it may ask again. */
export type Challenge = { readonly challengeId: string; readonly resendAfterSeconds: number };

/** The place a message's secret is sealed for; the courier opens it with the same. */
export const smsPlace = (challengeId: string): string => `outbox:sealed:${challengeId}`;

async function refuseFlood(context: Context, tx: Tx, asker: Asker, phoneHash: Buffer) {
  const { settings, clock } = context;
  if (!settings.smsDayCapsOn) return;
  const now = clock.now();
  // A phone and a step-up have a day's number each: neither can use up the other's.
  const phone = phoneHash.toString("hex");
  const own = asker.scene?.startsWith("step_up:")
    ? { subject: `sms-step-up:${phone}`, most: settings.smsStepUpPerPhoneDay }
    : { subject: `sms-phone:${phone}`, most: settings.smsPerPhoneDay };
  const caps = [
    { ...own, windowMs: DAY_MS },
    { subject: `sms-device:${asker.device}`, windowMs: DAY_MS, most: settings.smsPerDeviceDay },
    {
      subject: `sms-address:${asker.address}`,
      windowMs: HOUR_MS,
      most: settings.smsPerAddressHour,
    },
  ];
  for (const { subject, windowMs, most } of caps) {
    const used = await countUp(tx, { subject, windowMs, now });
    const waitSeconds = Math.ceil((windowMs - (now.getTime() % windowMs)) / 1000);
    if (used > most) throw new Refusal("RATE_LIMITED", undefined, waitSeconds);
  }
}

async function send(context: Context, tx: Tx, asker: Asker, phoneHash: Buffer): Promise<string> {
  const challengeId = Buffer.from(context.random.bytes(16)).toString("base64url");
  const { scene = "login" } = asker;
  const code = String(randomBelow(context.random, CODE_LIMIT)).padStart(6, "0");
  await insertChallenge(tx, {
    ...{ challengeId, phoneHash, scene },
    codeMac: context.secrets.mac("sms-code", `${challengeId}:${code}`),
    lifeMs: context.settings.smsCodeMs,
    now: context.clock.sql(),
  });
  // A row with no member carries the id of its own subject (growth.md).
  const subject = context.ids.next();
  const minutes = Math.round(context.settings.smsCodeMs / 60_000);
  const text = `【云鲸权益】${purposes[scene]}验证码 ${code}，${minutes} 分钟内有效，请勿告诉他人。`;
  await putMessage(context, tx, {
    memberId: subject,
    aggregateId: subject,
    topic: "sms.send",
    payload: { challengeId },
    sealed: context.secrets.seal(
      JSON.stringify({ phone: asker.phone, text, code }),
      smsPlace(challengeId),
    ),
  });
  return challengeId;
}

/**
 * Makes a challenge and queues its text message. Within the resend time the running challenge is answered again and
 * nothing is sent. Refuses RATE_LIMITED above the caps of reliability.md 2.4.
 */
export async function sendCode(context: Context, db: Db, asker: Asker): Promise<Challenge> {
  const phoneHash = context.secrets.mac("phone-lookup", asker.phone);
  const { smsResendSeconds } = context.settings;
  const outcome = await transaction(db, async (tx) => {
    // Two requests at once for one phone take turns: the claim-free lock is the counter's row.
    await tx.execute(sql`
      INSERT INTO limit_counter (subject, window_start, used) VALUES (${`sms-turn:${phoneHash.toString("hex")}`}, 'epoch', 1)
      ON CONFLICT (subject, window_start) DO UPDATE SET used = 1`);
    const { scene = "login" } = asker;
    const open = await openChallenge(tx, { phoneHash, scene, now: context.clock.sql() });
    if (open && open.age_seconds < smsResendSeconds) {
      const wait = Math.max(1, Math.ceil(smsResendSeconds - open.age_seconds));
      return { challengeId: open.challenge_id, resendAfterSeconds: wait, isSent: false };
    }
    await refuseFlood(context, tx, asker, phoneHash);
    const challengeId = await send(context, tx, asker, phoneHash);
    return { challengeId, resendAfterSeconds: smsResendSeconds, isSent: true };
  });
  if (outcome.isSent) await wake(db);
  return { challengeId: outcome.challengeId, resendAfterSeconds: outcome.resendAfterSeconds };
}

/** Sends a code to the member's own phone, for a step-up of this scene. Refuses as `sendCode`. */
export async function sendOwnCode(
  context: Context,
  db: Db,
  { memberId, ...asker }: Required<Omit<Asker, "phone">> & { readonly memberId: string },
): Promise<Challenge> {
  return sendCode(context, db, { ...asker, phone: await ownPhone(context, db, memberId) });
}
