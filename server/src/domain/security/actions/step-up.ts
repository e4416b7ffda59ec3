/** Step-up authentication: by the pay password, or by a code sent to the member's own phone. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { StepUpPurpose } from "@yunjing/contract/schemas/security";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { timingSafeEqual } from "node:crypto";
import { checkOwnCode, sendOwnCode, consumeCode } from "../../members/actions.ts";
import { proofHash } from "../model.ts";
import { SALT_BYTES, slowHash } from "../slow-hash.ts";
import {
  callConsumeProof,
  clearTries,
  type Cooldown,
  findCooldown,
  hasProof,
  insertProof,
  consumePasswordTry,
} from "../store.ts";
import { limitPasswordHashing } from "./hash-rate-limit.ts";

const TOKEN_BYTES = 32;

/** Purposes for which a password is not accepted, since another person may have seen it. */
const ONLY_BY_CODE: ReadonlySet<StepUpPurpose> = new Set([
  "pay_password",
  "phone",
  "close",
  "copy",
]);

type Proof = Output<"security", "stepUp">;
type Wanted = { readonly memberId: string; readonly purpose: StepUpPurpose };

/**
 * Returns until when no proof is accepted for a payment or a withdrawal, because the phone has just
 * been changed; undefined when there is no such block.
 */
export const cooldownOf = (
  { clock }: Context,
  db: Db | Tx,
  memberId: string,
): Promise<Cooldown | undefined> => findCooldown(db, memberId, clock.sql());

async function refuseDuringCooldown(context: Context, db: Db, { memberId, purpose }: Wanted) {
  if (purpose !== "pay" && purpose !== "withdraw") return;
  const cooling = await cooldownOf(context, db, memberId);
  if (cooling) throw new Refusal("PHONE_COOLING", cooling);
}

/**
 * Sends a code for one purpose to the caller's own phone. Refuses RATE_LIMITED, PHONE_COOLING
 * {until, untilMs}.
 */
export async function sendStepUpCode(
  context: Context,
  db: Db,
  { purpose, ...requester }: Wanted & { readonly address: string; readonly device: string },
): Promise<Output<"security", "sendCode">> {
  await refuseDuringCooldown(context, db, { ...requester, purpose });
  return sendOwnCode(context, db, { ...requester, scene: `step_up:${purpose}` });
}

/** Returns a new proof token; the database stores only its hash. */
export async function issueProof(
  context: Context,
  tx: Tx,
  wanted: Wanted & { readonly method: "password" | "sms" },
): Promise<Proof> {
  const token = Buffer.from(context.random.bytes(TOKEN_BYTES)).toString("base64url");
  const expiresAt = await insertProof(tx, {
    ...wanted,
    hash: proofHash(token),
    lifetimeMs: context.settings.stepUpProofMs,
    now: context.clock.sql(),
  });
  return { stepUp: token, expiresAt };
}

/** Consumes a proof in the transaction of the action it is for; see `functions/take.sql`. */
export const consumeProof = (
  context: Context,
  tx: Tx,
  { memberId, purpose, stepUp: token }: Wanted & { readonly stepUp: string },
): Promise<boolean> =>
  callConsumeProof(tx, { memberId, purpose, hash: proofHash(token), now: context.clock.sql() });

/** Returns whether a proof could be consumed now; consumes nothing. */
export const isProofValid = (
  context: Context,
  db: Db,
  { memberId, purpose, stepUp: token }: Wanted & { readonly stepUp: string },
): Promise<boolean> =>
  hasProof(db, { memberId, purpose, hash: proofHash(token), now: context.clock.sql() });

/** Compared with when the member has no password, so that every response costs the same. */
const DUMMY_PASSWORD = { salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(32) };

async function proveByPassword(
  context: Context,
  db: Db,
  { memberId, purpose, password }: Wanted & { readonly password: string },
): Promise<Proof> {
  const { settings, clock, secrets } = context;
  await limitPasswordHashing(context, db, memberId);
  const taken = await consumePasswordTry(db, {
    memberId,
    now: clock.sql(),
    triesMax: settings.payPasswordTriesMax,
    lockMs: settings.payPasswordLockMs,
    coolMs: settings.payPasswordCoolMs,
  });
  const { salt, hash } = taken ?? DUMMY_PASSWORD;
  const isSame = timingSafeEqual(hash, await slowHash(secrets, { memberId, password, salt }));
  if (!taken) throw new Refusal("PASSWORD_LOCKED");
  if (!isSame)
    return refuseWrongPassword(context, db, memberId, settings.payPasswordTriesMax - taken.wrong);
  const proof = await transaction(db, async (tx) => {
    await clearTries(tx, { memberId, hash });
    // Correct, but set too recently to withdraw money.
    if (purpose === "withdraw" && taken.isCooling) return undefined;
    return issueProof(context, tx, { memberId, purpose, method: "password" });
  });
  if (!proof) throw new Refusal("PASSWORD_LOCKED");
  return proof;
}

async function refuseWrongPassword(
  context: Context,
  db: Db,
  memberId: string,
  left: number,
): Promise<never> {
  if (left > 0) throw new Refusal("PASSWORD_WRONG", { left });
  await transaction(db, (tx) =>
    writeHistoryEntry(context, tx, {
      memberId,
      entity: "member",
      entityId: memberId,
      name: "pay_password_locked",
      actor: { kind: "system" },
    }),
  );
  throw new Refusal("PASSWORD_LOCKED");
}

async function proveBySms(
  context: Context,
  db: Db,
  shown: Wanted & { readonly challengeId: string; readonly code: string },
): Promise<Proof> {
  const { memberId, purpose, challengeId, code } = shown;
  const scene = `step_up:${purpose}` as const;
  const checked = await checkOwnCode(context, db, { memberId, challengeId, code, scene });
  return transaction(db, async (tx) => {
    await consumeCode(context, tx, checked);
    return issueProof(context, tx, { memberId, purpose, method: "sms" });
  });
}

/**
 * Refuses PASSWORD_WRONG {left}; PASSWORD_LOCKED when a password is not accepted now: locked, not
 * set, or set too recently to withdraw; PHONE_COOLING {until, untilMs} for money soon after the
 * phone was changed; SMS_CODE_WRONG {triesLeft}, SMS_CODE_EXPIRED, RATE_LIMITED, and BAD_REQUEST
 * for password and code at once, neither, or a password where only a code is accepted.
 */
export async function stepUp(
  context: Context,
  db: Db,
  memberId: string,
  input: Input<"security", "stepUp">,
): Promise<Proof> {
  const { purpose, password, challengeId, code } = input;
  await refuseDuringCooldown(context, db, { memberId, purpose });
  if (password !== undefined && challengeId === undefined && code === undefined) {
    if (ONLY_BY_CODE.has(purpose)) throw new Refusal("BAD_REQUEST");
    return proveByPassword(context, db, { memberId, purpose, password });
  }
  if (password !== undefined || challengeId === undefined || code === undefined) {
    throw new Refusal("BAD_REQUEST");
  }
  return proveBySms(context, db, { memberId, purpose, challengeId, code });
}
