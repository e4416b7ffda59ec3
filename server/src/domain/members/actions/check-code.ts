/**
 * Checks a code that was sent to a phone: few tries, one use, and only for the scene it was sent
 * for.
 */
import type { Context } from "../../../platform/context.ts";
import { incrementCounter } from "../../../platform/rate-limit.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { consumeChallenge, consumeTry } from "../store/challenges.ts";
import { requesterOf, type Scene } from "../model.ts";
import { ownPhone } from "./own-phone.ts";

const HOUR_MS = 3_600_000;

type Shown = { readonly challengeId: string; readonly code: string; readonly scene: Scene };

/**
 * `memberId` is absent only without a login: a challenge that a member requested is valid for that
 * member only.
 */
type CodeToCheck = Shown & { readonly phoneHash: Buffer } & (
    | { readonly scene: "login" | "console"; readonly memberId?: undefined }
    | { readonly memberId: string }
  );

/** A code that was shown and is right; `consumeCode` uses it up. */
export type CheckedCode = { readonly challengeId: string; readonly phoneHash: Buffer };

/**
 * Uses one try; refuses SMS_CODE_EXPIRED when none is left and SMS_CODE_WRONG with the tries left.
 */
export async function checkCode(
  context: Context,
  db: Db,
  { challengeId, code, scene, phoneHash, memberId }: CodeToCheck,
): Promise<CheckedCode> {
  const triesMax = context.settings.smsTriesMax;
  const now = context.clock.sql();
  const requester = memberId === undefined ? undefined : requesterOf(memberId);
  const taken = await consumeTry(db, { challengeId, phoneHash, scene, requester, triesMax, now });
  if (!taken) throw new Refusal("SMS_CODE_EXPIRED");
  const stored = taken.code_mac.toString("base64url");
  if (context.secrets.isMac("sms-code", `${challengeId}:${code}`, stored)) {
    return { challengeId, phoneHash };
  }
  const wrong = await incrementCounter(db, {
    subject: "sms-wrong:site",
    windowMs: HOUR_MS,
    now: context.clock.now(),
  });
  if (wrong === context.settings.smsWrongSiteHourAlarm) {
    context.log.error({ wrong }, "codes are being guessed across the site");
  }
  const triesLeft = triesMax - taken.tries;
  throw triesLeft > 0
    ? new Refusal("SMS_CODE_WRONG", { triesLeft })
    : new Refusal("SMS_CODE_EXPIRED");
}

/**
 * Consumes a code, which proves a phone once. Refuses SMS_CODE_EXPIRED for the second of two
 * requests.
 */
export async function consumeCode(context: Context, tx: Tx, checked: CheckedCode): Promise<void> {
  const isFirst = await consumeChallenge(tx, checked, context.clock.sql());
  if (!isFirst) throw new Refusal("SMS_CODE_EXPIRED");
}

/**
 * Checks a code that was sent to the member's own phone; the caller must then call `consumeCode`.
 * Refuses like `checkCode`.
 */
export async function checkOwnCode(
  context: Context,
  db: Db,
  { memberId, ...shown }: Shown & { readonly memberId: string },
): Promise<CheckedCode> {
  const phone = await ownPhone(context, db, memberId);
  const phoneHash = context.secrets.mac("phone-lookup", phone);
  return checkCode(context, db, { ...shown, memberId, phoneHash });
}
