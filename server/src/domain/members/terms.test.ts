/**
 * The agreements: which version a member accepted, when a new acceptance is needed, and that the
 * history is kept.
 */
import { TERMS_VERSION } from "@yunjing/contract/limits";
import type { TermsOf } from "@yunjing/contract/schemas/agreements";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import { acceptTerms, findOrCreateMemberByPhone, profileOf } from "./actions.ts";
import { askedTerms } from "./actions/terms.ts";
import type { AssetReader, TermsReader } from "./port.ts";
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

const lowest = {
  levelOf: () => Promise.resolve({ grade: 1, name: "白鲸会员", growth: 0, benefits: [] }),
};
const invites = { codeOf: () => Promise.resolve("abcdefgh") };
const closings = { closingOf: () => Promise.resolve(undefined) };
const INSTALLED = { user: 0, privacy: 0, topup: 0 };
let inForce: Awaited<ReturnType<TermsReader["termsInForce"]>>;
beforeEach(() => {
  inForce = { current: INSTALLED, required: INSTALLED };
});
const terms: TermsReader = { termsInForce: () => Promise.resolve(inForce) };
const accept = (memberId: string, version: string, of: TermsOf = "login") =>
  acceptTerms(context, db, terms, { memberId, of, version });
const askedKinds = async (memberId: string) => {
  const { login, topup } = await askedTerms(db, terms, memberId);
  return [...login.kinds, ...topup.kinds];
};
const shown = (memberId: string) =>
  profileOf(
    context,
    db,
    { assets: nothingOwned, levels: lowest, invites, closings, terms },
    memberId,
  );
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
  const answer = await accept(memberId, TERMS_VERSION);
  const at = context.clock.now().getTime();
  expect(answer).toEqual({ termsVersion: TERMS_VERSION, termsAcceptedAt: at });
  expect(await shown(memberId)).toMatchObject(answer);
  const { rows } = await history(memberId);
  expect(rows.map(({ version }) => version)).toEqual([EARLIER, TERMS_VERSION]);
});

test("accepting twice, even at once, changes nothing after the first", async () => {
  const memberId = await createMemberWithOldTerms("13900000203");
  const again = () => accept(memberId, TERMS_VERSION);
  const first = await Promise.all([again(), again(), again()]);
  context.clock.advance(3_600_000);
  expect(new Set([...first, await again()].map((answer) => answer.termsAcceptedAt)).size).toBe(1);
  expect((await history(memberId)).rows).toHaveLength(2);
});

test.each(["2025-01-01", "2099-01-01"])(
  "a version not in force is refused: %s",
  async (version) => {
    const memberId = await createMemberWithOldTerms(`1390000021${version[3]}`);
    await expect(accept(memberId, version)).rejects.toMatchObject({
      code: "TERMS_CHANGED",
      data: { termsCurrent: TERMS_VERSION },
    });
    expect((await shown(memberId)).termsVersion).toBe(EARLIER);
  },
);

test("a new version asks again where operators say so, and only for the agreements that changed", async () => {
  const memberId = await createMemberWithOldTerms("13900000220");
  expect(await askedKinds(memberId)).toEqual(["user", "privacy", "topup"]);
  await accept(memberId, TERMS_VERSION);
  await accept(memberId, TERMS_VERSION, "topup");
  expect(await askedKinds(memberId)).toEqual([]);
  inForce = { current: { user: 2, privacy: 1, topup: 1 }, required: { ...INSTALLED, user: 2 } };
  expect(await askedKinds(memberId)).toEqual(["user"]);
  expect((await askedTerms(db, terms, memberId)).login.termsVersion).toBe("u2p1");
  await expect(accept(memberId, TERMS_VERSION)).rejects.toMatchObject({ code: "TERMS_CHANGED" });
  await accept(memberId, "u2p1");
  expect(await askedKinds(memberId)).toEqual([]);
  inForce = {
    current: { user: 3, privacy: 2, topup: 1 },
    required: { user: 2, privacy: 2, topup: 1 },
  };
  expect(await askedKinds(memberId)).toEqual(["privacy", "topup"]);
});

test("a login with the name of a version that does not exist counts as no acceptance", async () => {
  const memberId = await createMemberWithOldTerms("13900000221");
  for (const version of ["u9p9", "u1", "1", "u0p0x"]) {
    await transaction(db, (tx) => recordTerms(tx, { memberId, version, now: context.clock.sql() }));
  }
  expect((await askedTerms(db, terms, memberId)).login.kinds).toEqual(["user", "privacy"]);
});
