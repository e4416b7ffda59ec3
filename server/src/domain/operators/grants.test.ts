/** Grants of rights: two administrators, never for oneself, once; access ends at once. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { Refusal } from "../../platform/refusal.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import { CONNECTIONS, times } from "../ledger/race.fixture.ts";
import {
  createAuthenticator,
  findOrCreateMemberByPhone,
  openSession,
  signToken,
} from "../members/actions.ts";
import { grantRoles } from "./actions.ts";
import {
  decideGrant,
  disableOperator,
  proposeAccess,
  proposeInvite,
  proposeRole,
  proposeRoles,
} from "./actions/grants.ts";
import { waitingGrants } from "./actions/read.ts";
import { findOperator, readRoles } from "./store/accounts.ts";

const reason = "岗位变动";
let database: FreshDatabase;
let db: Db;
let context: TestContext;
let anna: string;
let ben: string;
let phones = 13_400_000_000;

beforeAll(async () => {
  database = await freshDatabase();
  context = testContext();
  db = openDatabase({ url: database.appUrl, log: context.log, size: CONNECTIONS });
  anna = await operator(["admin"]);
  ben = await operator(["admin"]);
}, 60_000);
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

const newPhone = () => String(phones++);
const memberOf = (phone: string) =>
  transaction(db, async (tx) => (await findOrCreateMemberByPhone(context, tx, phone)).memberId);
async function operator(roleIds: readonly string[]): Promise<string> {
  const memberId = await memberOf(newPhone());
  await transaction(db, (tx) =>
    grantRoles(context, tx, { memberId, name: "运营", roleIds, by: null }),
  );
  return memberId;
}
const permissionsOf = async (memberId: string): Promise<string[]> => {
  const { rows } = await db.execute<{ permissions: string[] }>(
    `SELECT permissions FROM member WHERE member_id = '${memberId}'`,
  );
  return rows[0]?.permissions ?? [];
};
const outcomeOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
const approve = (approvalId: string, checker: string) =>
  decideGrant(context, db, { approvalId, checker, state: "approved", reason });

describe("a grant", () => {
  test("waits on the page of the operator until it is decided", async () => {
    const memberId = await operator(["service"]);
    const wanted = { memberId, roles: ["finance"], maker: anna, reason };
    const approvalId = await proposeRoles(context, db, wanted);
    const waiting = () => waitingGrants(context, db, memberId);
    expect(await waiting()).toEqual([{ approvalId, expiresAt: expect.any(Number) }]);
    await approve(approvalId, ben);
    expect(await waiting()).toEqual([]);
  });

  test("takes effect when another administrator approves it, and not before", async () => {
    const phone = newPhone();
    const wanted = { phone, name: "新人", roles: ["service"], maker: anna, reason };
    const approvalId = await proposeInvite(context, db, wanted);
    const memberId = await memberOf(phone);
    expect(await permissionsOf(memberId)).toEqual([]);
    expect(await outcomeOf(approve(approvalId, anna))).toBe("TWO_PERSONS");
    expect(await outcomeOf(approve(approvalId, memberId))).toBe("OWN_ACCOUNT");
    await approve(approvalId, ben);
    expect(await permissionsOf(memberId)).toContain("orders:refund");
    const { rows } = await db.execute<{ maker: string; checker: string }>(
      `SELECT maker, checker FROM operator_role WHERE member_id = '${memberId}'`,
    );
    expect(rows).toEqual([{ maker: anna, checker: ben }]);
  });

  test("is never for oneself: roles, a role that one holds, a reset, an invitation", async () => {
    const own = { memberId: anna, maker: anna, reason };
    const roles = ["admin", "lead"];
    expect(await outcomeOf(proposeRoles(context, db, { ...own, roles }))).toBe("OWN_ACCOUNT");
    expect(await outcomeOf(proposeAccess(context, db, { ...own, act: "resetTotp" }))).toBe(
      "OWN_ACCOUNT",
    );
    const admin = (await readRoles(db)).find(({ roleId }) => roleId === "admin");
    const more = {
      roleId: "admin",
      name: "管理员",
      permissions: [...(admin?.permissions ?? []), "ledger:approve"],
      sinceVersion: admin?.version ?? 0,
      reason,
    };
    expect(await outcomeOf(proposeRole(context, db, { ...more, maker: anna }))).toBe("OWN_ACCOUNT");
    // One who does not hold the role proposes; one who holds it may not approve.
    const outsider = await operator(["audit"]);
    const approvalId = await proposeRole(context, db, { ...more, maker: outsider });
    expect(await outcomeOf(approve(approvalId, ben))).toBe("OWN_ACCOUNT");
    expect(await permissionsOf(ben)).not.toContain("ledger:approve");
  });

  test("is guarded by the database: no row names the holder as maker or checker", async () => {
    const memberId = await operator([]);
    const insert = (maker: string, checker: string) =>
      db.execute(`INSERT INTO operator_role (member_id, role_id, maker, checker, granted_at)
        VALUES ('${memberId}', 'lead', '${maker}', '${checker}', now())`);
    await expect(insert(memberId, ben)).rejects.toThrow();
    await expect(insert(anna, memberId)).rejects.toThrow();
    await expect(insert(anna, anna)).rejects.toThrow();
  });

  test("of a role changes the permissions of all holders, once, with 64 deciders at once", async () => {
    const holders = [await operator(["dealers"]), await operator(["dealers"])];
    const wanted = { roleId: "dealers", name: "经销商务", permissions: ["dealers:manage"] };
    const role = { ...wanted, sinceVersion: 1, maker: anna, reason };
    const approvalId = await proposeRole(context, db, role);
    const outcomes = await Promise.all(
      times(CONNECTIONS, () => outcomeOf(approve(approvalId, ben))),
    );
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["done", "STATE_CHANGED"]));
    for (const holder of holders) expect(await permissionsOf(holder)).toEqual(["dealers:manage"]);
    const version = (await readRoles(db)).find(({ roleId }) => roleId === "dealers")?.version;
    expect(version).toBe(2);
    expect(await outcomeOf(proposeRole(context, db, role))).toBe("STATE_CHANGED");
  });

  test("is refused when the roles have changed since the proposal", async () => {
    const memberId = await operator(["service"]);
    const by = { memberId, maker: anna, reason };
    const first = await proposeRoles(context, db, { ...by, roles: ["audit"] });
    const second = await proposeRoles(context, db, { ...by, roles: ["lead"] });
    await approve(first, ben);
    expect(await outcomeOf(approve(second, ben))).toBe("STATE_CHANGED");
    expect((await findOperator(db, memberId))?.roleIds).toEqual(["audit"]);
  });
});

test("disabling takes one administrator, acts at once and ends the sessions; enabling takes two", async () => {
  const memberId = await operator(["service"]);
  const { sessionId } = await transaction(db, (tx) =>
    openSession(context, tx, { memberId, device: "browser", audience: "console" }),
  );
  const claims = { memberId, sessionId, sessionVersion: 1, roles: [], permissions: [] };
  const { token } = await signToken(context, "console", claims);
  const isOpen = async () => (await createAuthenticator(context, db).operator(token)) !== undefined;
  expect(await isOpen()).toBe(true);
  expect(await outcomeOf(disableOperator(context, db, { memberId, actor: memberId }))).toBe(
    "OWN_ACCOUNT",
  );
  await disableOperator(context, db, { memberId, actor: anna });
  expect(await isOpen()).toBe(false);
  expect(await permissionsOf(memberId)).toEqual([]);
  const wanted = { act: "enable", memberId, maker: anna, reason } as const;
  const approvalId = await proposeAccess(context, db, wanted);
  expect(await permissionsOf(memberId)).toEqual([]);
  await approve(approvalId, ben);
  expect(await permissionsOf(memberId)).toContain("orders:handle");
});
