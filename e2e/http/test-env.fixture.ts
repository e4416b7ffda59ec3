/**
 * Test environment: the whole product on its own database, listening over HTTP, with members of
 * given permissions.
 */
import {
  findOrCreateMemberByPhone,
  openSession,
  signToken,
} from "@yunjing/server/domain/members/actions";
import { grantRoles } from "@yunjing/server/domain/operators/actions";
import { deleteAuthenticator, makeTestOperator } from "@yunjing/server/domain/operators/testing";
import { type Clock, manualClock } from "@yunjing/server/platform/clock";
import { closeDatabase } from "@yunjing/server/platform/database/pool";
import { type FreshDatabase, freshDatabase } from "@yunjing/server/platform/database/testing";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { compose } from "../faults/composed.fixture.ts";
import { auditedCalls, expectAuditedWrites } from "./audited-writes.fixture.ts";

/** An unreachable origin: these tests call no partner. */
const CLOSED_PORT_ORIGIN = "http://127.0.0.1:9";

export type Login = {
  readonly memberId: string;
  readonly sessionId: string;
  readonly token: string;
  /** A token of a console session. */
  readonly consoleToken: string;
  /** A token of the same session that expired an hour ago. */
  readonly expiredToken: string;
  readonly expiredConsoleToken: string;
};

type Given = { readonly database?: FreshDatabase; readonly clock?: Clock };

export async function openHttpTestEnv(
  env: Readonly<Record<string, string>> = {},
  { database: given, clock }: Given = {},
) {
  const database = given ?? (await freshDatabase());
  const settings = {
    DATABASE_URL: database.appUrl,
    SANDBOX_ORIGIN: CLOSED_PORT_ORIGIN,
    LOG_LEVEL: "silent",
    APP_SECRET: "a root secret that is long enough for these tests",
    ...env,
    // A slow run does not outlast the proof of the second factor that a login gives.
    SETTINGS: JSON.stringify({
      operatorProofMs: 3_600_000,
      ...JSON.parse(env["SETTINGS"] ?? "{}"),
    }),
  };
  const composed = await compose(settings, clock);
  const { app, context, db } = composed;
  const origin = await app.server.listen({ port: 0, host: "127.0.0.1" });

  async function logIn(phone: string, permissions: readonly string[] = []): Promise<Login> {
    const login = await transaction(db, async (tx) => {
      const { memberId } = await findOrCreateMemberByPhone(context, tx, phone);
      if (permissions.length > 0) await makeTestOperator(context, tx, { memberId, permissions });
      const { sessionId } = await openSession(context, tx, { memberId, device: "http" });
      const console = { memberId, device: "http", audience: "console" } as const;
      const { sessionId: consoleSessionId } = await openSession(context, tx, console);
      return { memberId, sessionId, consoleSessionId };
    });
    const { memberId, sessionId, consoleSessionId } = login;
    const claims = { memberId, sessionId, sessionVersion: 1, roles: [], permissions };
    const past = {
      ...context,
      clock: manualClock(new Date(context.clock.now().getTime() - 3 * 3_600_000)),
    };
    const atConsole = { ...claims, sessionId: consoleSessionId };
    return {
      memberId,
      sessionId,
      token: (await signToken(context, "member", claims)).token,
      consoleToken: (await signToken(context, "console", atConsole)).token,
      expiredConsoleToken: (await signToken(past, "console", atConsole)).token,
      expiredToken: (await signToken(past, "member", claims)).token,
    };
  }

  const earlier = await auditedCalls(db);

  /** Removes an operator's authenticator, so that the next login enrols one. */
  const forgetAuthenticator = (memberId: string) =>
    transaction(db, (tx) => deleteAuthenticator(tx, memberId));

  /** Gives an operator a role besides the permissions of `logIn`. */
  const giveRole = (memberId: string, roleId: string) =>
    transaction(db, (tx) =>
      grantRoles(context, tx, { memberId, name: "运营", roleIds: [roleId], by: null }),
    );

  return {
    ...composed,
    origin,
    logIn,
    forgetAuthenticator,
    giveRole,
    appUrl: database.appUrl,
    ownerUrl: database.ownerUrl,
    superuserUrl: database.superuserUrl,
    /** Removes everything. Throws when a write of an operator has no states in the audit. */
    async close() {
      await app.server.close();
      await composed.listener.close();
      const audit = await Promise.allSettled([expectAuditedWrites(db, earlier)]);
      await closeDatabase(db);
      await database.drop();
      for (const result of audit) if (result.status === "rejected") throw result.reason;
    },
  };
}
export type HttpTestEnv = Awaited<ReturnType<typeof openHttpTestEnv>>;
