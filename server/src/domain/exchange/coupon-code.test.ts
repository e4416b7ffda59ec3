/**
 * Tests codes for a coupon: the wallet receives it once, and a campaign with none left costs no
 * code.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { raisedRefusal } from "../../platform/database/failure.ts";
import { trialBalance } from "../ledger/actions.ts";
import { couponsOf, createActiveCampaign } from "../coupons/actions.ts";
import { openSession } from "./actions/open.ts";
import { createOpenedSessions, type OpenedSessions } from "./actions/opened-sessions.ts";
import { redeemCode } from "./actions/redeem.ts";
import { grantCodes } from "./batches/grant.ts";
import { type ExchangeTestEnv, count, createExchangeTestEnv } from "./testing.ts";

let testEnv: ExchangeTestEnv;
/** The first redemption of a session is one that the process keeps, a repeated one is found. */
let openedSessions: OpenedSessions;
beforeAll(async () => {
  testEnv = await createExchangeTestEnv();
  openedSessions = createOpenedSessions(testEnv.context.clock);
});
afterAll(() => testEnv.close());

const campaign = (templateId: string, total: number) =>
  createActiveCampaign(testEnv.context, testEnv.db, {
    actorId: testEnv.makerId,
    checkerId: testEnv.checkerId,
    total,
    draft: {
      templateId,
      title: "10 元无门槛券",
      isListed: false,
      sort: 0,
      looks: { look: "plain", scopeText: "全场通用", tips: [], useAt: {} },
      rules: { type: "amount", valueFen: 1_000 },
      validity: { mode: "claim", days: 30 },
      audience: {},
      limits: { perMember: 1 },
    },
  });

async function session(memberId: string, templateId: string): Promise<string> {
  const { context, db, makerId, checkerId } = testEnv;
  const validUntil = context.clock.now().getTime() + 86_400_000;
  const custom = { target: "coupon", title: "10 元无门槛券", templateId, validUntil } as const;
  const [code = ""] = await grantCodes(context, db, { custom, count: 1, makerId, checkerId });
  const caller = { code, memberId, device: "", address: "10.0.0.1", session: undefined };
  const opened = await openSession(context, db, caller, { openedSessions });
  expect(opened.manifest).toMatchObject({ target: "coupon", needsLogin: true });
  return opened.session;
}
const redeem = (memberId: string, key: string, held: string) =>
  redeemCode(testEnv.context, testEnv.db, {
    input: { session: held },
    memberId,
    key,
    openedSessions,
  });

test("a coupon code becomes a coupon and a completed order, once", async () => {
  await campaign("coupon-ten", 10);
  const memberId = await testEnv.member(10);
  const held = await session(memberId, "coupon-ten");
  const first = await redeem(memberId, "k", held);
  expect(await redeem(memberId, "k", held)).toEqual(first);
  const coupons = await couponsOf(testEnv.db, memberId, testEnv.context.clock.sql());
  expect(coupons).toMatchObject([{ templateId: "coupon-ten", state: "available" }]);
  const orders = `SELECT count(*) FROM orders WHERE member_id = '${memberId}' AND kind = 'coupon' AND order_state = 'DONE'`;
  expect(await count(testEnv.db, orders)).toBe(1);
  expect((await trialBalance(testEnv.db)).isSound).toBe(true);
});

test("a coupon code of a campaign with none left is not used while the session holds it", async () => {
  await campaign("coupon-none", 0);
  const memberId = await testEnv.member(11);
  const held = await session(memberId, "coupon-none");
  const refused = await redeem(memberId, "k", held).catch((error: unknown) => raisedRefusal(error));
  expect(refused).toMatchObject({ code: "CLAIM_OVER" });
  const countQuery = "SELECT count(*) FROM code WHERE state = 'LOCKED' AND redemption_n = 0";
  expect(await count(testEnv.db, countQuery)).toBe(1);
  expect(await count(testEnv.db, "SELECT count(*) FROM idem WHERE route = 'exchange.redeem'")).toBe(
    1,
  );
});
