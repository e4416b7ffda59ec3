/** Checks codes of an operator's authenticator and recovery codes: few tries, each code good once. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { enforceLimit } from "../../../platform/rate-limit.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { normalizeRecoveryCode } from "../model.ts";
import {
  consumeRecoveryCode,
  consumeStep,
  countTry,
  findAuthenticator,
} from "../store/authenticators.ts";
import { totpStep } from "../totp.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** An operator who shows a code from an address. */
export type Shown = { readonly memberId: string; readonly code: string; readonly address: string };

/** The place that a secret of an authenticator is sealed for. */
export const totpSealContext = (memberId: string): string => `operator:totp:${memberId}`;

const locked = (ms: number): Refusal =>
  new Refusal(
    "TOTP_LOCKED",
    { minutes: Math.max(1, Math.ceil(ms / MINUTE_MS)) },
    Math.ceil(ms / 1_000),
  );

/**
 * Counts a try before anything is compared; returns the tries left. Refuses RATE_LIMITED by address
 * and TOTP_LOCKED {minutes}.
 */
async function takeTry(
  context: Context,
  db: Db,
  { memberId, address }: Omit<Shown, "code">,
): Promise<number> {
  const { settings, clock } = context;
  await enforceLimit(db, {
    subject: `operator-totp:${address}`,
    windowMs: HOUR_MS,
    most: settings.operatorTotpPerAddressHour,
    now: clock.now(),
  });
  const { operatorTotpTriesMax: triesMax, operatorTotpLockMs: lockMs } = settings;
  const tries = await countTry(db, { memberId, triesMax, lockMs, now: clock.sql() });
  if (tries === undefined) {
    const found = await findAuthenticator(db, memberId, clock.sql());
    throw locked(found?.lockedMs ?? lockMs);
  }
  return triesMax - tries;
}

/** Returns the refusal of a wrong code: how many tries are left, or that there are none. */
const wrong = (
  context: Context,
  code: "TOTP_WRONG" | "RECOVERY_WRONG",
  triesLeft: number,
): Refusal =>
  triesLeft > 0 ? new Refusal(code, { triesLeft }) : locked(context.settings.operatorTotpLockMs);

/** The secret and step of a code that was right; `consume` makes it good once. */
export type CheckedCode = { readonly secretSealed: Buffer; readonly step: number };

/**
 * Checks a code of the authenticator, which is confirmed or (`isPending`) being enrolled. Refuses
 * TOTP_WRONG {triesLeft}, TOTP_LOCKED {minutes} and RATE_LIMITED.
 */
export async function checkTotp(
  context: Context,
  db: Db,
  { isPending = false, ...shown }: Shown & { readonly isPending?: boolean },
): Promise<CheckedCode> {
  const triesLeft = await takeTry(context, db, shown);
  const found = await findAuthenticator(db, shown.memberId, context.clock.sql());
  if (!found || found.isConfirmed === isPending) throw wrong(context, "TOTP_WRONG", triesLeft);
  const secret = context.secrets.open(found.secretSealed, totpSealContext(shown.memberId));
  const step = totpStep(secret, shown.code, context.clock.now().getTime());
  if (step === undefined) throw wrong(context, "TOTP_WRONG", triesLeft);
  return { secretSealed: found.secretSealed, step };
}

/** Makes a checked code good once. Refuses TOTP_USED for a code of this step or an earlier one. */
export async function consumeTotp(
  tx: Tx,
  { memberId, step }: { readonly memberId: string; readonly step: number },
): Promise<void> {
  if (!(await consumeStep(tx, { memberId, step }))) throw new Refusal("TOTP_USED");
}

/** The hash that a recovery code is stored as. */
export const recoveryHash = (
  { secrets }: Pick<Context, "secrets">,
  memberId: string,
  code: string,
): Buffer => secrets.mac("operator-recovery", `${memberId}:${normalizeRecoveryCode(code)}`);

/**
 * Counts a try of a recovery code; the returned function uses the code in a transaction and returns
 * the number of codes left. Refuses RECOVERY_WRONG {triesLeft}, TOTP_LOCKED and RATE_LIMITED.
 */
export async function recoveryUse(
  context: Context,
  db: Db,
  shown: Shown,
): Promise<(tx: Tx) => Promise<number>> {
  const triesLeft = await takeTry(context, db, shown);
  const { memberId, code } = shown;
  return async (tx) => {
    const hash = recoveryHash(context, memberId, code);
    const left = await consumeRecoveryCode(tx, { memberId, hash, now: context.clock.sql() });
    if (left === undefined) throw wrong(context, "RECOVERY_WRONG", triesLeft);
    return left;
  };
}
