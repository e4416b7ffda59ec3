/** Reads operators and roles for the console. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { findOperator, readRoles } from "../store/accounts.ts";
import { readAuthenticators } from "../store/authenticators.ts";
import { STEP_MS, totpCode } from "../totp.ts";
import { totpSealContext } from "./second-factor.ts";

/** Returns the name of an operator and of the roles; undefined for a member who is none. */
export async function accountOfOperator(
  db: Db,
  memberId: string,
): Promise<{ readonly name: string; readonly roles: readonly string[] } | undefined> {
  const operator = await findOperator(db, memberId);
  if (!operator) return undefined;
  const names = new Map((await readRoles(db)).map(({ roleId, name }) => [roleId, name]));
  return { name: operator.name, roles: operator.roleIds.map((id) => names.get(id) ?? id) };
}

/** `nextCode` is the code of the next 30 seconds, which is accepted now too. */
export type ShownAuthenticator = {
  readonly name: string;
  /** Masked. */
  readonly phone: string;
  readonly code: string;
  readonly nextCode: string;
  readonly secondsLeft: number;
};

/**
 * Returns what every operator's authenticator shows now. Only the sandbox may call it: its operators
 * have no authenticator of their own.
 */
export async function shownAuthenticators(context: Context, db: Db): Promise<ShownAuthenticator[]> {
  const now = context.clock.now().getTime();
  const secondsLeft = Math.ceil((STEP_MS - (now % STEP_MS)) / 1_000);
  return (await readAuthenticators(db)).map(({ memberId, name, phone, secretSealed }) => {
    const secret = context.secrets.open(secretSealed, totpSealContext(memberId));
    const code = totpCode(secret, now);
    return { name, phone, code, nextCode: totpCode(secret, now + STEP_MS), secondsLeft };
  });
}
