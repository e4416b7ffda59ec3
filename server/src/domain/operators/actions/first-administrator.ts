/** Creates the first administrators, and resets one whom no other administrators can help. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { auditLogin } from "../../audit/actions.ts";
import { endSessions, findOrCreateMemberByPhone } from "../../members/actions.ts";
import {
  countAdministrators,
  findOperator,
  isAdministrator,
  lockRoles,
} from "../store/accounts.ts";
import { deleteAuthenticator } from "../store/authenticators.ts";
import { grantRoles } from "./accounts.ts";

/** A proposal needs two administrators: one who makes it and another who decides. */
const NEEDED = 2;

export type FirstAdministrator = "granted" | "reset" | "refused";

/**
 * Makes the phone's member an administrator while fewer than two are enrolled. For an enrolled
 * administrator it resets the authenticator and ends all sessions, while fewer than two others are
 * enrolled. Returns `refused` otherwise: the other administrators do it in the console.
 */
export const makeFirstAdministrator = (
  context: Context,
  db: Db,
  { phone, name }: { readonly phone: string; readonly name: string },
): Promise<FirstAdministrator> =>
  transaction(db, async (tx) => {
    await lockRoles(tx);
    const { memberId } = await findOrCreateMemberByPhone(context, tx, phone);
    const others = await countAdministrators(tx, memberId);
    if (others >= NEEDED) return "refused";
    const isEnrolled = (await findOperator(tx, memberId))?.isEnrolled === true;
    if (isEnrolled && (await isAdministrator(tx, memberId))) {
      await deleteAuthenticator(tx, memberId);
      await endSessions(context, tx, { memberId, why: "authenticator reset by the command" });
      await record(context, tx, memberId, "operators.resetByCommand");
      return "reset";
    }
    const before = (await findOperator(tx, memberId))?.roleIds ?? [];
    const roleIds = [...new Set([...before, "admin"])];
    await grantRoles(context, tx, { memberId, name, roleIds, by: null });
    await record(context, tx, memberId, "operators.grantByCommand");
    return "granted";
  });

/** Returns whether any administrator has enrolled an authenticator. */
export const hasAdministrators = async (db: Db): Promise<boolean> =>
  (await countAdministrators(db)) > 0;

/** Writes the command to the audit log, in the chain of the operator whom it concerns. */
const record = (context: Context, tx: Tx, operatorId: string, operation: string): Promise<void> =>
  auditLogin(context, tx, { operatorId, operation, requestId: "command", address: "" });
