/** A console session whose access token is signed again as time passes, like a page renews it. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { invariant } from "../../platform/refusal.ts";
import { type Authenticator, createAuthenticator, signToken } from "../members/actions.ts";

export async function createSession(context: Context, db: Db, token: string) {
  const caller = await createAuthenticator(context, db).operator(token);
  invariant(caller, "a session was just opened");
  const { memberId, sessionId } = caller;
  const claims = { memberId, sessionId, sessionVersion: 1, roles: [], permissions: [] };
  return {
    async isOpen(authenticator: Authenticator): Promise<boolean> {
      const signed = await signToken(context, "console", claims);
      return (await authenticator.operator(signed.token, { isFresh: true })) !== undefined;
    },
    use: (authenticator: Authenticator) => authenticator.used(caller),
  };
}
