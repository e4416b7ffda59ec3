/**
 * Sends a code by SMS: same response for known and unknown phones, with limits on the number of
 * messages.
 */
import type { Context } from "../../../platform/context.ts";
import { enforceLimit } from "../../../platform/rate-limit.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { enqueueMessage } from "../../../platform/jobs/outbox.ts";
import { wakeWorkers } from "../../../platform/jobs/worker-wakeup.ts";
import { randomBelow } from "../../../platform/random.ts";
import { isSharedDevice } from "../../../platform/http/call.ts";
import { readSupportContact, supportContactText } from "../../../platform/support-contact.ts";
import { Refusal } from "../../../platform/refusal.ts";
import {
  endEarlierChallenges,
  countGuesses,
  insertChallenge,
  isDeviceOfPhone,
  findOpenChallenge,
  type ChallengeKey,
  lockPhoneForCodes,
} from "../store/challenges.ts";
import { requesterOf, type Scene } from "../model.ts";
import { ownPhone } from "./own-phone.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const CODE_LIMIT = 1_000_000;

export type CodeRequest = {
  readonly phone: string;
  readonly address: string;
  readonly device: string;
  /** Absent: login. */
  readonly scene?: Exclude<Scene, "login">;
  /**
   * The requesting member, where a login is required: the challenge belongs to the member.
   * Otherwise to the device.
   */
  readonly memberId?: string;
};

/** The purpose named in the message. */
const purposes: Readonly<Record<Scene, string>> = {
  login: "",
  console: "你正在登录运营后台，",
  bind: "你正在绑定手机号，",
  change: "你正在把账号的手机号更换为本号码，",
  "step_up:pay": "你正在使用余额支付，",
  "step_up:withdraw": "你正在申请提现，",
  "step_up:pay_password": "你正在设置支付密码，",
  "step_up:identity": "你正在更改登录方式，",
  "step_up:phone": "你正在更换手机号，",
  "step_up:close": "你正在申请注销账号，",
  "step_up:copy": "你正在下载个人信息副本，",
};
/** Codes that an account thief would request: their message contains a warning. */
const TAKEOVER_SCENES: ReadonlySet<Scene> = new Set([
  "step_up:phone",
  "step_up:close",
  "step_up:copy",
]);

/** `resendAfterSeconds`: the page may request a new code after this time. */
export type Challenge = { readonly challengeId: string; readonly resendAfterSeconds: number };

/**
 * Returns the context that a message's secret is sealed for; the outbox handler opens it with the
 * same.
 */
export const smsSealContext = (challengeId: string): string => `outbox:sealed:${challengeId}`;

/**
 * The requested challenge's key, and whether the request comes from the phone's member or one of
 * their devices.
 */
type ChallengeRequest = ChallengeKey & { readonly isOwn: boolean };

async function challengeRequestOf(
  context: Context,
  db: Db,
  requester: CodeRequest,
  challengeId: string,
): Promise<ChallengeRequest> {
  const { phone, scene = "login", device, memberId } = requester;
  const phoneHash = context.secrets.mac("phone-lookup", phone);
  const isShared = isSharedDevice(device);
  if (memberId !== undefined) {
    const isOwn = scene.startsWith("step_up:");
    return { phoneHash, scene, requester: requesterOf(memberId), isOwn };
  }
  const isOwn = !isShared && (await isDeviceOfPhone(db, { phoneHash, device }));
  // Clients that share a device id cannot be distinguished: each request has its own requester.
  const name = isShared ? `challenge:${challengeId}` : `device:${device}`;
  return { phoneHash, scene, requester: name, isOwn };
}

/**
 * Limits the guesses at a phone's codes within an hour. Strangers and the phone's own devices are
 * counted separately, so that strangers cannot use up the owner's guesses. Refuses RATE_LIMITED
 * with the time until the number can fall.
 */
async function refuseGuessing(
  context: Context,
  tx: Tx,
  { phoneHash, isOwn }: ChallengeRequest,
): Promise<void> {
  const { smsTriesMax: triesMax, smsGuessesPerPhoneHour: most } = context.settings;
  const challenge = { phoneHash, isOwn, triesMax, now: context.clock.sql() };
  const { guesses, waitSeconds } = await countGuesses(tx, challenge);
  if (guesses + triesMax > most) throw new Refusal("RATE_LIMITED", undefined, waitSeconds);
}

/**
 * Returns the daily limit of codes to a phone: for step-ups, for devices of its member, and for all
 * others.
 */
function phoneCapOf({ settings }: Context, { phoneHash, scene, isOwn }: ChallengeRequest) {
  const phone = phoneHash.toString("hex");
  if (scene.startsWith("step_up:")) {
    return { subject: `sms-step-up:${phone}`, most: settings.smsStepUpPerPhoneDay };
  }
  const subject = isOwn ? `sms-own:${phone}` : `sms-phone:${phone}`;
  return { subject, most: settings.smsPerPhoneDay };
}

async function refuseFlood(
  context: Context,
  tx: Tx,
  requester: CodeRequest,
  challenge: ChallengeRequest,
) {
  const { settings, clock } = context;
  if (!settings.smsDayCapsOn) return;
  const now = clock.now();
  const caps = [
    { ...phoneCapOf(context, challenge), windowMs: DAY_MS },
    { subject: `sms-device:${requester.device}`, windowMs: DAY_MS, most: settings.smsPerDeviceDay },
    {
      subject: `sms-address:${requester.address}`,
      windowMs: HOUR_MS,
      most: settings.smsPerAddressHour,
    },
  ];
  for (const { subject, windowMs, most } of caps) {
    await enforceLimit(tx, { subject, windowMs, now, most });
  }
}

async function send(
  context: Context,
  tx: Tx,
  { phone, challengeId }: { readonly phone: string; readonly challengeId: string },
  challenge: ChallengeRequest,
): Promise<void> {
  const code = String(randomBelow(context.random, CODE_LIMIT)).padStart(6, "0");
  await insertChallenge(tx, {
    ...challenge,
    challengeId,
    codeMac: context.secrets.mac("sms-code", `${challengeId}:${code}`),
    lifetimeMs: context.settings.smsCodeMs,
    now: context.clock.sql(),
  });
  // A row without a member has the id of its own subject (growth.md).
  const subject = context.ids.next();
  const minutes = Math.round(context.settings.smsCodeMs / 60_000);
  const ifNot = TAKEOVER_SCENES.has(challenge.scene)
    ? `如非本人操作请立即${supportContactText(await readSupportContact(tx))}，`
    : "";
  const text = `【云鲸权益】${purposes[challenge.scene]}${ifNot}验证码 ${code}，${minutes} 分钟内有效，请勿告诉他人。`;
  await enqueueMessage(context, tx, {
    memberId: subject,
    aggregateId: subject,
    topic: "sms.send",
    payload: { challengeId },
    sealed: context.secrets.seal(
      JSON.stringify({ phone, text, code }),
      smsSealContext(challengeId),
    ),
  });
}

/**
 * Creates a challenge, queues its SMS, and ends the earlier challenges of the same requester.
 * Within the resend time it returns the requester's running challenge and sends nothing; no other
 * requester gets that challenge (decision 0058). Refuses RATE_LIMITED above the limits of
 * reliability.md 2.4, and after too many guesses at the phone's codes.
 */
export async function sendCode(
  context: Context,
  db: Db,
  requester: CodeRequest,
): Promise<Challenge> {
  const { smsResendSeconds } = context.settings;
  const challengeId = Buffer.from(context.random.bytes(16)).toString("base64url");
  const challenge = await challengeRequestOf(context, db, requester, challengeId);
  const now = context.clock.sql();
  const outcome = await transaction(db, async (tx) => {
    await lockPhoneForCodes(tx, challenge.phoneHash);
    const open = await findOpenChallenge(tx, { ...challenge, now });
    if (open && open.age_seconds < smsResendSeconds) {
      const wait = Math.max(1, Math.ceil(smsResendSeconds - open.age_seconds));
      return { challengeId: open.challenge_id, resendAfterSeconds: wait, isSent: false };
    }
    await endEarlierChallenges(tx, { ...challenge, now });
    await refuseGuessing(context, tx, challenge);
    await refuseFlood(context, tx, requester, challenge);
    await send(context, tx, { phone: requester.phone, challengeId }, challenge);
    return { challengeId, resendAfterSeconds: smsResendSeconds, isSent: true };
  });
  if (outcome.isSent) await wakeWorkers(db);
  return { challengeId: outcome.challengeId, resendAfterSeconds: outcome.resendAfterSeconds };
}

/** Sends a code to the member's own phone, for a step-up of this scene. Refuses like `sendCode`. */
export async function sendOwnCode(
  context: Context,
  db: Db,
  requester: Required<Omit<CodeRequest, "phone">>,
): Promise<Challenge> {
  return sendCode(context, db, {
    ...requester,
    phone: await ownPhone(context, db, requester.memberId),
  });
}
