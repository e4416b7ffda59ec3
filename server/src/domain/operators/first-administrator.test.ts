/** The first administrators: the command works until two are enrolled, and later only as a rescue. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import { findAuditBreaks } from "../audit/actions.ts";
import { findOrCreateMemberByPhone, openSession } from "../members/actions.ts";
import { enrolDirectly, makeFirstAdministrator } from "./actions.ts";
import { findOperator } from "./store/accounts.ts";
import { TEST_TOTP_SECRET } from "./testing.ts";

let database: FreshDatabase;
let db: Db;
let context: TestContext;
beforeAll(async () => {
  database = await freshDatabase();
  context = testContext();
  db = openDatabase({ url: database.appUrl, log: context.log });
}, 60_000);
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

const run = (phone: string) => makeFirstAdministrator(context, db, { phone, name: "管理员" });
const idOf = (phone: string) =>
  transaction(db, async (tx) => (await findOrCreateMemberByPhone(context, tx, phone)).memberId);
const enrol = async (phone: string) => {
  const memberId = await idOf(phone);
  await transaction(db, (tx) => enrolDirectly(context, tx, { memberId, secret: TEST_TOTP_SECRET }));
};

test("the command makes administrators until two are enrolled, and rescues one whom fewer than two others can help", async () => {
  const [a, b, c, d] = ["13611110001", "13611110002", "13611110003", "13611110004"] as const;
  expect(await run(a)).toBe("granted");
  expect(await run(b)).toBe("granted");
  // Neither is enrolled, so a third is possible: a mistyped phone must not use up a place.
  expect(await run(c)).toBe("granted");
  await enrol(a);
  await enrol(b);
  expect(await run(d)).toBe("refused");

  const memberId = await idOf(a);
  const { sessionId } = await transaction(db, (tx) =>
    openSession(context, tx, { memberId, device: "browser", audience: "console" }),
  );
  expect(await run(a)).toBe("reset");
  expect((await findOperator(db, memberId))?.isEnrolled).toBe(false);
  const { rows } = await db.execute<{ isOver: boolean }>(
    `SELECT revoked_at IS NOT NULL AS "isOver" FROM member_session WHERE session_id = '${sessionId}'`,
  );
  expect(rows).toEqual([{ isOver: true }]);
  await enrol(a);
  await enrol(c);
  expect(await run(a)).toBe("refused");
  expect(await findAuditBreaks(db)).toEqual([]);
});
