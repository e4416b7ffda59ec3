/** The operators' look-up of codes, a code's page, and the acts on one code, against the database. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Mutant } from "../../platform/database/mutant.fixture.ts";
import { writesWithoutHistory } from "../../platform/database/superuser.fixture.ts";
import {
  extendCode,
  freezeCode,
  proposeCodeVoid,
  releaseCodeByOperator,
  resumeCode,
} from "../exchange/actions.ts";
import { openSession } from "../exchange/actions/open.ts";
import { redeemCode } from "../exchange/actions/redeem.ts";
import { grantCodes } from "../exchange/batches/grant.ts";
import { count, createExchangeTestEnv, type ExchangeTestEnv } from "../exchange/testing.ts";
import { connectAll, CONNECTIONS, maxOverRounds } from "../ledger/race.fixture.ts";
import { operatorCodeDetail } from "./actions/code-detail.ts";
import { lookUpCodes } from "./actions/code-lookup.ts";
import { noFiles, operatorCall, refusalOf } from "./operator-call.fixture.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

let env: ExchangeTestEnv;
let codes: string[];
let keys = 0;
const reason = "会员来电，已核实";

const callOf = (memberId: string) => operatorCall(memberId, ["codes:read", "exchange:approve"]);

const open = (at: ExchangeTestEnv, code: string, memberId?: string) =>
  openSession(at.context, at.db, {
    code,
    memberId,
    device: "device-of-a-phone-1",
    address: "10.0.0.1",
    session: undefined,
  });

const idOf = async (at: ExchangeTestEnv, code: string): Promise<string> => {
  const operatorId = at.checkerId;
  const { list } = await lookUpCodes(at.context, at.db, { code, operatorId });
  return list[0]?.codeId ?? "";
};
const detail = (codeId: string) =>
  operatorCodeDetail(env.context, env.db, { codeId, call: callOf(env.checkerId), store: noFiles });
const actOn = (at: ExchangeTestEnv, codeId: string) => ({
  codeId,
  operatorId: at.checkerId,
  reason,
  key: `key-${++keys}`,
});

beforeAll(async () => {
  env = await createExchangeTestEnv();
  const { makerId, checkerId } = env;
  codes = await grantCodes(env.context, env.db, {
    target: "points-500",
    makerId,
    checkerId,
    count: 8,
  });
});
afterAll(() => env.close());

const nth = (index: number): string => codes[index] ?? "";

test("a code is found whole and by its last four symbols, and never shown whole", async () => {
  const operatorId = env.checkerId;
  const bare = nth(0).replaceAll("-", "");
  const whole = await lookUpCodes(env.context, env.db, { code: nth(0), operatorId });
  expect(whole.list).toHaveLength(1);
  const last4 = bare.slice(-4).toLowerCase();
  const byTail = await lookUpCodes(env.context, env.db, { last4, operatorId });
  expect(byTail.list.map(({ codeId }) => codeId)).toContain(whole.list[0]?.codeId);
  expect(JSON.stringify(byTail)).not.toContain(bare);
});

test("a look-up that finds nothing says why, and two questions at once are refused", async () => {
  const operatorId = env.checkerId;
  const none = await lookUpCodes(env.context, env.db, { last4: "ZZZZ", operatorId });
  expect(none.say).toContain("尾号");
  const bare = nth(0).replaceAll("-", "");
  const slip = `${bare.slice(0, -1)}${bare.endsWith("0") ? "1" : "0"}`;
  const typo = await lookUpCodes(env.context, env.db, { code: slip, operatorId });
  expect(typo.say).toContain("输错");
  const both = lookUpCodes(env.context, env.db, { last4: "ZZZZ", code: bare, operatorId });
  expect(await refusalOf(both)).toBe("INPUT_INVALID");
});

test("an operator looks up codes only so often a day", async () => {
  const { codeLookupsPerDay: most } = env.context.settings;
  const look = () => lookUpCodes(env.context, env.db, { last4: "ZZZZ", operatorId: env.makerId });
  for (let n = 0; n < most; n++) await look();
  expect(await refusalOf(look())).toBe("RATE_LIMITED");
});

test("a locked code shows who holds it, and a second caller's refusal", async () => {
  const memberId = await env.member(10);
  const codeId = await idOf(env, nth(1));
  await open(env, nth(1), memberId);
  expect(await refusalOf(open(env, nth(1)))).toBe("CODE_BUSY");
  const shown = await detail(codeId);
  expect(shown.state).toBe("LOCKED");
  expect(shown.say).toContain("自动放开");
  expect(shown.tries.map(({ outcome }) => outcome)).toEqual(["busy", "opened"]);
  expect(shown.tries[0]?.who).toMatch(/^设备 …[0-9a-f]{6}$/);
  expect(shown.tries[1]?.memberNo).toMatch(/^\d{9}$/);
  expect(JSON.stringify(shown)).not.toContain("10.0.0.1");
  expect(shown.may).toEqual(["release", "freeze", "extend", "void"]);
});

test("a released code can be opened by another caller at once", async () => {
  const codeId = await idOf(env, nth(2));
  await open(env, nth(2), await env.member(11));
  const act = actOn(env, codeId);
  await releaseCodeByOperator(env.context, env.db, act);
  await releaseCodeByOperator(env.context, env.db, act);
  const again = releaseCodeByOperator(env.context, env.db, actOn(env, codeId));
  expect(await refusalOf(again)).toBe("STATE_CHANGED");
  expect(await refusalOf(open(env, nth(2), await env.member(12)))).toBe("none");
  const steps = (await detail(codeId)).steps.map(({ title }) => title);
  expect(steps).toEqual(expect.arrayContaining(["占用", "解除占用"]));
});

test("a redeemed code shows its order and its posting, and cannot be changed", async () => {
  const memberId = await env.member(13);
  const codeId = await idOf(env, nth(3));
  const { session } = await open(env, nth(3), memberId);
  await redeemCode(env.context, env.db, { input: { session }, memberId, key: "redeem" });
  const shown = await detail(codeId);
  expect(shown).toMatchObject({ state: "REDEEMED", usesLeft: 0, may: [] });
  expect(shown.orders).toHaveLength(1);
  expect(shown.postings).toMatchObject([{ kind: "code_redeem", isReversed: false }]);
  expect(shown.owner?.memberNo).toMatch(/^\d{9}$/);
  expect(shown.say).toContain("已经兑换过");
  expect(await refusalOf(freezeCode(env.context, env.db, actOn(env, codeId)))).toBe(
    "STATE_CHANGED",
  );
});

test("a frozen code is refused to members until it is resumed, and its end moves later only", async () => {
  const codeId = await idOf(env, nth(4));
  await freezeCode(env.context, env.db, actOn(env, codeId));
  expect(await refusalOf(open(env, nth(4)))).toBe("CODE_INVALID");
  expect((await detail(codeId)).say).toContain("核查");
  await resumeCode(env.context, env.db, actOn(env, codeId));
  const { validUntil } = await detail(codeId);
  const extend = (until: number) =>
    extendCode(env.context, env.db, { ...actOn(env, codeId), validUntil: until });
  expect(await refusalOf(extend(validUntil - 1))).toBe("INPUT_INVALID");
  await extend(validUntil + 86_400_000);
  expect((await detail(codeId)).validUntil).toBe(validUntil + 86_400_000);
});

test("the void of one code waits for a second person, and is proposed once", async () => {
  const codeId = await idOf(env, nth(5));
  const approvalId = await proposeCodeVoid(env.context, env.db, actOn(env, codeId));
  const shown = await detail(codeId);
  expect(shown.waitingVoid?.approvalId).toBe(approvalId);
  expect(shown.may).not.toContain("void");
  const again = proposeCodeVoid(env.context, env.db, actOn(env, codeId));
  expect(await refusalOf(again)).toBe("STATE_CHANGED");
});

describe.each([
  {
    act: "freeze",
    change: freezeCode,
    unguarded: {
      from: /(code_mac = \$1) AND state = ANY\(\$2::text\[\]\)([\s\S]*?) AND c\.state = ANY\(\$4::text\[\]\)/,
      // The pause before the row is locked lets the redemption end first.
      to: "$1 AND $$2::text[] IS NOT NULL AND pg_sleep(0.05) IS NOT NULL$2 AND $$4::text[] IS NOT NULL",
    },
  },
  {
    act: "release",
    change: releaseCodeByOperator,
    unguarded: {
      from: /(lock_until = NULL\s+WHERE code_mac = \$1) AND state = 'LOCKED' AND EXISTS \([^)]*\)/,
      to: "$1 AND pg_sleep(0.05) IS NOT NULL",
    },
  },
])("an operator's $act and a redemption of the same code at once", ({ change, unguarded }) => {
  const CODES = 32;

  /**
   * Returns how many codes were both redeemed and changed, or neither. With mutants the lifecycle's
   * trigger is off as well, because it refuses the change a second time.
   */
  async function bothDone(mutants: readonly Mutant[]) {
    const at = await createExchangeTestEnv({ codeLookupsPerDay: 1_000 }, CONNECTIONS, mutants);
    const { makerId, checkerId, context, db } = at;
    if (mutants.length > 0) {
      await at.asOwner("ALTER TABLE code DISABLE TRIGGER USER");
      await writesWithoutHistory(db.$client);
    }
    const by = { makerId, checkerId, count: CODES };
    const raced = await grantCodes(context, db, { target: "points-500", ...by });
    const memberId = await at.member(20);
    const held = await Promise.all(
      raced.map(async (code) => ({
        codeId: await idOf(at, code),
        session: (await open(at, code, memberId)).session,
      })),
    );
    await connectAll(db);
    const outcomes = await Promise.all(
      held.map(({ codeId, session }) =>
        Promise.all([
          refusalOf(redeemCode(context, db, { input: { session }, memberId, key: codeId })),
          refusalOf(change(context, db, actOn(at, codeId))),
        ]),
      ),
    );
    const redeemed = outcomes.filter(([redemption]) => redemption === "none").length;
    const both = outcomes.filter((pair) => pair.every((one) => one === "none")).length;
    const neither = outcomes.filter((pair) => !pair.includes("none")).length;
    const stored = await count(db, "SELECT count(*) AS n FROM code WHERE state = 'REDEEMED'");
    if (mutants.length > 0) {
      await at.asOwner("DELETE FROM event WHERE from_state = 'REDEEMED' AND to_state = 'FROZEN'");
    }
    await at.close();
    return { both, neither, redeemed, stored };
  }

  test("one of the two wins, never both", async () => {
    const { both, neither, redeemed, stored } = await bothDone([]);
    expect({ both, neither, stored }).toEqual({ both: 0, neither: 0, stored: redeemed });
  }, 60_000);

  test.runIf(isSlowTier)(
    "both win without the guard of the code's state",
    async () => {
      const both = async () => (await bothDone([unguarded])).both;
      expect(await maxOverRounds(0, both)).toBeGreaterThan(0);
    },
    120_000,
  );
});
