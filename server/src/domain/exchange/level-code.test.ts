/**
 * Tests codes for a level: it begins at once, a second code continues the first, and a code that
 * would add nothing is not used.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { raisedRefusal } from "../../platform/database/failure.ts";
import { grantLevel, memberLevelOf } from "../levels/actions.ts";
import { openSession } from "./actions/open.ts";
import { redeemCode } from "./actions/redeem.ts";
import { grantCodes } from "./batches/grant.ts";
import { type ExchangeTestEnv, count, createExchangeTestEnv } from "./testing.ts";

const DAY_MS = 86_400_000;
let testEnv: ExchangeTestEnv;
let phone = 100;
let keys = 0;
beforeAll(async () => {
  testEnv = await createExchangeTestEnv();
});
afterAll(() => testEnv.close());

async function redeemed(memberId: string): Promise<string> {
  const { context, db, makerId, checkerId } = testEnv;
  const validUntil = context.clock.now().getTime() + 400 * DAY_MS;
  const custom = {
    target: "level",
    title: "三级会员 30 天",
    grade: 3,
    days: 30,
    validUntil,
  } as const;
  const [code = ""] = await grantCodes(context, db, { custom, count: 1, makerId, checkerId });
  const caller = { code, memberId, device: "", address: "10.0.0.1", session: undefined };
  const { session, manifest } = await openSession(context, db, caller);
  expect(manifest).toMatchObject({ target: "level", needsLogin: true });
  const wanted = { input: { session }, memberId, key: `key-${++keys}` };
  return redeemCode(context, db, wanted).then(
    () => "done",
    (error: unknown) => raisedRefusal(error)?.code ?? Object(error).code,
  );
}
const newMember = () => testEnv.member(++phone);
const grade = async (memberId: string) =>
  (await memberLevelOf(testEnv.context, testEnv.db, memberId)).grade;
const give = (memberId: string, given: number, days: number) =>
  grantLevel(testEnv.context, testEnv.db, {
    memberId,
    grade: given,
    source: "manual",
    ref: `given-${memberId}-${given}`,
    until: new Date(testEnv.context.clock.now().getTime() + days * DAY_MS),
    note: "",
    actor: "test",
  });

test("a level code grants the level for its days, and a second code continues where the first ends", async () => {
  const memberId = await newMember();
  expect(await redeemed(memberId)).toBe("done");
  expect(await grade(memberId)).toBe(3);
  expect(await redeemed(memberId)).toBe("done");
  testEnv.context.clock.advance(59 * DAY_MS);
  expect(await grade(memberId)).toBe(3);
  testEnv.context.clock.advance(2 * DAY_MS);
  expect(await grade(memberId)).toBe(1);
});

test("a member who has a higher level for longer gets a refusal and keeps the code; one who has it for a shorter time gets the level", async () => {
  const [longer, shorter] = [await newMember(), await newMember()];
  await give(longer, 4, 40);
  expect(await redeemed(longer)).toBe("LEVEL_HELD");
  const countQuery = "SELECT count(*) FROM code WHERE state = 'LOCKED' AND redemption_n = 0";
  expect(await count(testEnv.db, countQuery)).toBe(1);
  await give(shorter, 4, 10);
  expect(await redeemed(shorter)).toBe("done");
  testEnv.context.clock.advance(20 * DAY_MS);
  expect(await grade(shorter)).toBe(3);
});
