/**
 * Tests sessions on codes: the lease, who may resume it, uniform refusals, malformed codes and
 * guess limits.
 */
import { checkSymbols } from "@yunjing/contract/exchange-code";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { releaseSession } from "./actions/release-session.ts";
import { openSession } from "./actions/open.ts";
import { redeemCode } from "./actions/redeem.ts";
import { resumeSession } from "./actions/resume.ts";
import { grantCodes } from "./batches/grant.ts";
import { type ExchangeTestEnv, count, createExchangeTestEnv } from "./testing.ts";
import { queryWithoutTriggers } from "../../platform/database/superuser.fixture.ts";

let testEnv: ExchangeTestEnv;
let address = 0;
beforeAll(async () => {
  testEnv = await createExchangeTestEnv();
});
afterAll(() => testEnv.close());

const grant = async (target: "points-500" | "kfc-set" | "kfc-value-50" = "points-500") => {
  const { context, db, makerId, checkerId } = testEnv;
  const [code] = await grantCodes(context, db, { target, count: 1, makerId, checkerId });
  if (!code) throw new Error("one code was requested");
  return code;
};
/** Every caller without a login has its own address, unless one is given. */
const open = (
  code: string,
  caller: { session?: string; memberId?: string; device?: string; address?: string } = {},
) =>
  openSession(testEnv.context, testEnv.db, {
    code,
    session: caller.session,
    memberId: caller.memberId,
    device: caller.device ?? "",
    address: caller.address ?? `10.0.${++address >> 8}.${address & 255}`,
  });
const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });
const setCode = (column: string) =>
  queryWithoutTriggers(
    testEnv.db.$client,
    `UPDATE code SET ${column} WHERE state IN ('ACTIVE', 'LOCKED')`,
  );

describe("a session", () => {
  test("shows what the code can become, and ends after fifteen minutes", async () => {
    const opened = await open(await grant("kfc-set"));
    expect(opened.expiresAt - testEnv.context.clock.now().getTime()).toBe(15 * 60_000);
    expect(opened.manifest).toMatchObject({
      target: "meal",
      brandName: "肯德基",
      needsLogin: false,
      choices: [{ skuId: "kfc-set", available: true }],
      setMeal: {
        items: [
          { productId: "burger", quantity: 1 },
          { productId: "fries", quantity: 1 },
        ],
      },
    });
    expect(
      await resumeSession(testEnv.context, testEnv.db, {
        session: opened.session,
        memberId: undefined,
      }),
    ).toEqual(opened);
  });

  test("refuses other callers while it runs, and lets them in when its lease is over", async () => {
    const code = await grant();
    const first = await open(code);
    await expect(open(code)).rejects.toEqual(refusal("CODE_BUSY"));
    testEnv.context.clock.advance(15 * 60_000);
    const second = await open(code);
    expect(second.session).not.toBe(first.session);
    await expect(
      resumeSession(testEnv.context, testEnv.db, { session: first.session, memberId: undefined }),
    ).rejects.toEqual(refusal("SESSION_OVER"));
  });

  test("is resumed for the same login, and for no other caller with its token", async () => {
    const code = await grant();
    const memberId = await testEnv.member(10);
    const opened = await open(code, { memberId });
    expect(await open(code, { memberId })).toEqual(opened);
    for (const stranger of [undefined, await testEnv.member(11)]) {
      const other = { memberId: stranger, session: opened.session };
      const { session } = opened;
      const caller = stranger === undefined ? { session } : { session, memberId: stranger };
      await expect(open(code, caller)).rejects.toEqual(refusal("CODE_BUSY"));
      await expect(resumeSession(testEnv.context, testEnv.db, other)).rejects.toEqual(
        refusal("SESSION_OVER"),
      );
    }
  });

  test("opened without a login belongs to a guest, and from a login on to that member", async () => {
    const code = await grant();
    const { session } = await open(code);
    const redeem = (memberId: string | undefined, key: string) =>
      redeemCode(testEnv.context, testEnv.db, { input: { session }, memberId, key });
    await expect(redeem(undefined, "k1")).rejects.toEqual(refusal("LOGIN_NEEDED"));
    const memberId = await testEnv.member(12);
    const done = await redeem(memberId, "k1");
    const lies = `SELECT count(*) FROM orders WHERE member_id = '${memberId}' AND order_no = '${done.orderNo}'`;
    expect(await count(testEnv.db, lies)).toBe(1);
  });

  test("releases the code at once when it is released", async () => {
    const code = await grant();
    const { session } = await open(code);
    const holder = { session, memberId: undefined };
    await releaseSession(testEnv.context, testEnv.db, holder);
    await expect(releaseSession(testEnv.context, testEnv.db, holder)).rejects.toEqual(
      refusal("SESSION_OVER"),
    );
    expect((await open(code)).session).not.toBe(session);
  });

  test("opened before the code's own end may finish after it", async () => {
    const code = await grant();
    const memberId = await testEnv.member(13);
    const { session } = await open(code, { memberId });
    const soon = new Date(testEnv.context.clock.now().getTime() + 60_000).toISOString();
    await testEnv.asOwner(`UPDATE code SET valid_until = '${soon}' WHERE state = 'LOCKED'`);
    testEnv.context.clock.advance(5 * 60_000);
    const done = await redeemCode(testEnv.context, testEnv.db, {
      input: { session },
      memberId,
      key: "late",
    });
    expect(done.orderNo).toMatch(/^\d{19}$/);
  });

  test("after its end redeems nothing, and the code is live for the next caller", async () => {
    const code = await grant();
    const memberId = await testEnv.member(14);
    const { session } = await open(code, { memberId });
    testEnv.context.clock.advance(15 * 60_000 + 1_000);
    const late = redeemCode(testEnv.context, testEnv.db, {
      input: { session },
      memberId,
      key: "over",
    });
    await expect(late).rejects.toEqual(refusal("SESSION_OVER"));
    const again = await open(code, { memberId });
    await redeemCode(testEnv.context, testEnv.db, {
      input: { session: again.session },
      memberId,
      key: "over",
    });
  });
});

describe("a code that the caller cannot open", () => {
  test("is refused in the same way, whether unknown, used, expired, frozen, void, inactive or of a paused batch", async () => {
    const data = "0123456789ABCDEF";
    await expect(open(data + checkSymbols(data))).rejects.toEqual(refusal("CODE_INVALID"));
    await expect(open("no code at all!")).rejects.toEqual(refusal("CODE_INVALID"));
    for (const column of ["FROZEN", "VOID", "INACTIVE", "EXPIRED", "REDEEMED"]) {
      const code = await grant();
      await setCode(`state = '${column}'`);
      await expect(open(code)).rejects.toEqual(refusal("CODE_INVALID"));
    }
    const paused = await grant();
    await testEnv.db.execute(sql`UPDATE code_batch SET state = 'paused'`);
    await expect(open(paused)).rejects.toEqual(refusal("CODE_INVALID"));
    await testEnv.db.execute(sql`UPDATE code_batch SET state = 'active'`);
    const expired = await grant();
    testEnv.context.clock.advance(366 * 86_400_000);
    await expect(open(expired)).rejects.toEqual(refusal("CODE_INVALID"));
  });

  test("with a wrong check symbol is refused as a typo without a look-up, and not counted", async () => {
    const code = await grant();
    const wrong = code.slice(0, -1) + (code.endsWith("0") ? "1" : "0");
    const before = await count(testEnv.db, "SELECT count(*) FROM limit_counter");
    await expect(open(wrong)).rejects.toEqual(refusal("CODE_TYPO"));
    expect(await count(testEnv.db, "SELECT count(*) FROM limit_counter")).toBe(before);
    expect((await open(code.toLowerCase().replaceAll("-", " "))).manifest.last4).toBe(
      code.replaceAll("-", "").slice(-4),
    );
  });
});

describe("guessing", () => {
  const unknown = (n: number) => {
    const data = `Z${String(n).padStart(15, "0")}`;
    return data + checkSymbols(data);
  };

  test("locks an account after ten wrong codes within an hour, for an hour", async () => {
    const memberId = await testEnv.member(20);
    const code = await grant();
    for (let n = 0; n < 10; n++) {
      await expect(open(unknown(n), { memberId })).rejects.toEqual(refusal("CODE_INVALID"));
      testEnv.context.clock.advance(60_000);
    }
    await expect(open(code, { memberId })).rejects.toEqual(refusal("CODE_LOCKED"));
    testEnv.context.clock.advance(55 * 60_000);
    await expect(open(code, { memberId })).rejects.toEqual(refusal("CODE_LOCKED"));
    testEnv.context.clock.advance(6 * 60_000);
    expect((await open(code, { memberId })).session).toBeTruthy();
  });

  test("does not lock for slow tries, for busy codes, or for typos", async () => {
    const memberId = await testEnv.member(21);
    for (let n = 0; n < 12; n++) {
      await expect(open(unknown(n), { memberId })).rejects.toEqual(refusal("CODE_INVALID"));
      testEnv.context.clock.advance(8 * 60_000);
    }
    const code = await grant();
    await open(code);
    for (let n = 0; n < 12; n++)
      await expect(open(code, { memberId })).rejects.toEqual(refusal("CODE_BUSY"));
  });
});
