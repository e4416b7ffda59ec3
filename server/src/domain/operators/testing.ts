/** Operators for tests: any set of permissions, with an authenticator whose secret is known. */
import type { Context } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { hashToken } from "../../platform/secrets.ts";
import { enrolDirectly, grantRoles } from "./actions.ts";
import type { Step } from "./model.ts";
import { insertTicket } from "./store/authenticators.ts";
import { STEP_MS, totpCode } from "./totp.ts";

export { deleteAuthenticator } from "./store/authenticators.ts";

/** The secret of the authenticator of every test operator. */
export const TEST_TOTP_SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/** Makes a member an operator with these permissions, and enrols the authenticator. */
export async function makeTestOperator(
  context: Context,
  tx: Tx,
  { memberId, permissions }: { memberId: string; permissions: readonly string[] },
): Promise<void> {
  const operator = { memberId, name: `运营${memberId.slice(-4)}`, roleIds: [], by: null };
  await grantRoles(context, tx, { ...operator, ownPermissions: permissions });
  await enrolDirectly(context, tx, { memberId, secret: TEST_TOTP_SECRET });
}

/**
 * Returns the code of a test operator. Each code is good once: `stepsLater` 1 gives the code of the
 * next 30 seconds, which is accepted too.
 */
export const testTotpCode = ({ clock }: Pick<Context, "clock">, stepsLater = 0): string =>
  totpCode(TEST_TOTP_SECRET, clock.now().getTime() + stepsLater * STEP_MS);

/** Returns a ticket as the first step of a login on this device gives it, without a code by SMS. */
export async function giveTicket(
  context: Context,
  db: Db,
  { memberId, device, step }: { memberId: string; device: string; step: Step },
): Promise<string> {
  const ticket = Buffer.from(context.random.bytes(24)).toString("base64url");
  const now = context.clock.sql();
  const lifeMs = context.settings.operatorTicketMs;
  await insertTicket(db, { ticketHash: hashToken(ticket), memberId, device, step, lifeMs, now });
  return ticket;
}
