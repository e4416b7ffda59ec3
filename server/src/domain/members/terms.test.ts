/**
 * The agreements: which version a member accepted, when a new acceptance is needed, and that the
 * history is kept.
 */
import { TERMS_VERSION } from "@yunjing/contract/limits";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import { acceptTerms, findOrCreateMemberByPhone, profileOf } from "./actions.ts";
import type { AssetReader } from "./port.ts";
import { recordTerms } from "./store.ts";

const EARLIER = "2025-01-01";
const nothingOwned: AssetReader = {
  assetsOf: async () => ({
    points: { available: 0, pending: 0, expiring: 0, debt: 0 },
    balance: { principal: 0, bonus: 0, reward: 0, held: 0 },
    coupons: 0,
    cards: 0,
    unread: 0,
  }),
};

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

/** Creates a member who accepted the earlier agreements a minute ago. */
async function createMemberWithOldTerms(phone: string): Promise<string> {
  const { memberId } = await transaction(db, async (tx) => {
    const made = await findOrCreateMemberByPhone(context, tx, phone);
    await recordTerms(tx, { ...made, version: EARLIER, now: context.clock.sql() });
    return made;
  });
  context.clock.advance(60_000);
  return memberId;
}

const lowest = { levelOf: () => Promise.resolve({ grade: 1, name: "白鲸会员", growth: 0 }) };
const invites = { codeOf: () => Promise.resolve("abcdefgh") };
const closings = { closingOf: () => Promise.resolve(undefined) };
const shown = (memberId: string) =>
  profileOf(context, db, { assets: nothingOwned, levels: lowest, invites, closings }, memberId);
const history = (memberId: string) =>
  db.execute<{ version: string; at: Date }>(
    sql`SELECT version, at FROM consent WHERE member_id = ${memberId} AND kind = 'terms' ORDER BY at`,
  );

test("a profile contains the accepted version and the version in force", async () => {
  const memberId = await createMemberWithOldTerms("13900000201");
  expect(await shown(memberId)).toMatchObject({
    termsVersion: EARLIER,
    termsAcceptedAt: context.clock.now().getTime() - 60_000,
    termsCurrent: TERMS_VERSION,
  });
});

test("accepting the agreements in force stores member, version and time, beside the earlier ones", async () => {
  const memberId = await createMemberWithOldTerms("13900000202");
  const answer = await acceptTerms(context, db, { memberId, version: TERMS_VERSION });
  const at = context.clock.now().getTime();
  expect(answer).toEqual({ termsVersion: TERMS_VERSION, termsAcceptedAt: at });
  expect(await shown(memberId)).toMatchObject(answer);
  const { rows } = await history(memberId);
  expect(rows.map(({ version }) => version)).toEqual([EARLIER, TERMS_VERSION]);
});

test("accepting twice, even at once, changes nothing after the first", async () => {
  const memberId = await createMemberWithOldTerms("13900000203");
  const accept = () => acceptTerms(context, db, { memberId, version: TERMS_VERSION });
  const first = await Promise.all([accept(), accept(), accept()]);
  context.clock.advance(3_600_000);
  expect(new Set([...first, await accept()].map((answer) => answer.termsAcceptedAt)).size).toBe(1);
  expect((await history(memberId)).rows).toHaveLength(2);
});

test.each(["2025-01-01", "2099-01-01"])(
  "a version not in force is refused: %s",
  async (version) => {
    const memberId = await createMemberWithOldTerms(`1390000021${version[3]}`);
    await expect(acceptTerms(context, db, { memberId, version })).rejects.toMatchObject({
      code: "TERMS_CHANGED",
      data: { termsCurrent: TERMS_VERSION },
    });
    expect((await shown(memberId)).termsVersion).toBe(EARLIER);
  },
);
