/**
 * Renews a token that expires soon, in the answer, for a session that was opened by a cloud call on
 * the same device.
 */
import { renewToken } from "../domain/members/actions.ts";
import type { CloudParts } from "./verify-call.ts";
import { deviceOf } from "./call.ts";
import type { CloudCaller } from "./caller.ts";

export type NewToken = { readonly token: string; readonly tokenExpired: number };

/**
 * Returns the new token, or `undefined` when the current one is valid long enough or must not be
 * renewed here.
 */
export async function renewed(
  { context, db }: CloudParts,
  { member, tokenExpired, clientInfo }: CloudCaller,
  address: string,
): Promise<NewToken | undefined> {
  const leftMs = tokenExpired - context.clock.now().getTime();
  if (!member || leftMs > context.settings.cloudRenewBelowMs) return undefined;
  const { memberId, sessionId } = member;
  const device = deviceOf(clientInfo, address);
  return renewToken(context, db, { memberId, sessionId, device });
}
