/**
 * Payment security: the pay password and its lock, codes by SMS, and proofs that serve one action.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { Refusal } from "../../platform/refusal.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import { loginBySms, findOrCreateMemberByPhone, sendCode } from "../members/actions.ts";
import { sentCode } from "../members/sent-code.fixture.ts";
import {
  securitySummary,
  sendStepUpCode,
  setPayPassword,
  stepUp,
  consumeProof,
} from "./actions.ts";
import { deleteExpiredProofs } from "./store.ts";

const HOUR_MS = 3_600_000;
const RIGHT = "271828";
const WRONG = "314159";
const at = { address: "10.0.0.1", device: "d" };

let database: FreshDatabase;
let db: Db;
let context: TestContext;
let phones = 0;
beforeAll(async () => {
  database = await freshDatabase();
  context = testContext({ smsDayCapsOn: false });
  db = openDatabase({ url: database.appUrl, log: context.log });
}, 60_000);
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

type Purpose = "pay" | "withdraw" | "pay_password" | "phone";
const member = async () => {
  const phone = `1391111${String(++phones).padStart(4, "0")}`;
  const { memberId } = await transaction(db, (tx) => findOrCreateMemberByPhone(context, tx, phone));
  return { memberId, phone };
};
/** After the resend minute, in which the running challenge would be returned again. */
async function sent(memberId: string, purpose: Purpose) {
  const { challengeId } = await sendStepUpCode(context, db, { memberId, purpose, ...at });
  return { challengeId, code: await sentCode(context, db, challengeId) };
}
const bySms = async (memberId: string, purpose: Purpose) =>
  stepUp(context, db, memberId, { purpose, ...(await sent(memberId, purpose)) });
const byPassword = (memberId: string, password: string, purpose: Purpose = "pay") =>
  stepUp(context, db, memberId, { purpose, password });
const take = (memberId: string, purpose: Purpose, token: string) =>
  transaction(db, (tx) => consumeProof(context, tx, { memberId, purpose, stepUp: token }));
async function withPassword() {
  const { memberId, phone } = await member();
  const { stepUp: proof } = await bySms(memberId, "pay_password");
  await setPayPassword(context, db, { memberId, password: RIGHT, stepUp: proof });
  return { memberId, phone };
}
const refusalCodeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return error.data && "left" in error.data
        ? `${error.code} ${error.data["left"]}`
        : error.code;
    },
  );

describe("a proof", () => {
  test("by SMS serves one action, for its purpose and its member, until it expires", async () => {
    const { memberId } = await member();
    const other = await member();
    const { stepUp: proof, expiresAt } = await bySms(memberId, "pay");
    expect(proof).toMatch(/^[\w-]{43}$/);
    expect(expiresAt - context.clock.now().getTime()).toBe(context.settings.stepUpProofMs);
    expect(await take(memberId, "withdraw", proof)).toBe(false);
    expect(await take(other.memberId, "pay", proof)).toBe(false);
    expect(await take(memberId, "pay", proof)).toBe(true);
    expect(await take(memberId, "pay", proof)).toBe(false);
    const late = await bySms(memberId, "withdraw");
    context.clock.advance(context.settings.stepUpProofMs);
    expect(await take(memberId, "withdraw", late.stepUp)).toBe(false);
  });

  test("is stored only as a hash, and deleted soon after it expires", async () => {
    const { memberId } = await member();
    const { stepUp: proof } = await bySms(memberId, "pay");
    const proofRows = async () =>
      (await db.$client.query("SELECT * FROM step_up_proof WHERE member_id = $1", [memberId])).rows;
    const rows = await proofRows();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(proof);
    context.clock.advance(context.settings.stepUpProofMs + 24 * HOUR_MS);
    await deleteExpiredProofs(db, 24 * HOUR_MS, context.clock.sql());
    expect(await proofRows()).toHaveLength(1);
    context.clock.advance(1);
    await deleteExpiredProofs(db, 24 * HOUR_MS, context.clock.sql());
    expect(await proofRows()).toHaveLength(0);
  });

  test("is consumed together with its action: a refusal leaves it valid", async () => {
    const { memberId } = await member();
    const { stepUp: proof } = await bySms(memberId, "pay");
    const undone = transaction(db, async (tx) => {
      expect(await consumeProof(context, tx, { memberId, purpose: "pay", stepUp: proof })).toBe(
        true,
      );
      throw new Refusal("BALANCE_SHORT");
    });
    expect(await refusalCodeOf(undone)).toBe("BALANCE_SHORT");
    expect(await take(memberId, "pay", proof)).toBe(true);
  });

  test("is created in exactly one way, not two or none", async () => {
    const { memberId } = await member();
    const code = { challengeId: "AAAAAAAAAAAAAAAAAAAAAA", code: "123456" };
    for (const way of [{}, { password: RIGHT, ...code }, { code: "123456" }]) {
      expect(await refusalCodeOf(stepUp(context, db, memberId, { purpose: "pay", ...way }))).toBe(
        "BAD_REQUEST",
      );
    }
  });
});

describe("a code by SMS", () => {
  test("proves nothing in another scene: no login, no other purpose", async () => {
    const { memberId, phone } = await member();
    const step = await sent(memberId, "pay");
    const login = {
      ...step,
      phone,
      termsVersion: "1",
      inviteCode: undefined,
      device: "d",
      address: "127.0.0.1",
    };
    const newcomers = { onRegistered: async () => undefined };
    expect(await refusalCodeOf(loginBySms(context, db, newcomers, login))).toBe("SMS_CODE_EXPIRED");
    const elsewhere = stepUp(context, db, memberId, { purpose: "withdraw", ...step });
    expect(await refusalCodeOf(elsewhere)).toBe("SMS_CODE_EXPIRED");

    const { challengeId } = await sendCode(context, db, { phone, ...at });
    const code = await sentCode(context, db, challengeId);
    const byLogin = stepUp(context, db, memberId, { purpose: "pay", challengeId, code });
    expect(await refusalCodeOf(byLogin)).toBe("SMS_CODE_EXPIRED");
    expect(await refusalCodeOf(stepUp(context, db, memberId, { purpose: "pay", ...step }))).toBe(
      "done",
    );
  });

  test("is for the member's own phone, valid once, with few wrong tries", async () => {
    const { memberId } = await member();
    const other = await member();
    const right = await sent(memberId, "pay");
    const foreign = stepUp(context, db, other.memberId, { purpose: "pay", ...right });
    expect(await refusalCodeOf(foreign)).toBe("SMS_CODE_EXPIRED");
    const request = { purpose: "pay" as const, ...right };
    const both = await Promise.all(
      [1, 2].map(() => refusalCodeOf(stepUp(context, db, memberId, request))),
    );
    expect(both.toSorted()).toEqual(["SMS_CODE_EXPIRED", "done"]);

    const next = await sent(memberId, "withdraw");
    const wrong = next.code === WRONG ? RIGHT : WRONG;
    const guess = () =>
      refusalCodeOf(stepUp(context, db, memberId, { purpose: "withdraw", ...next, code: wrong }));
    for (let n = 1; n < 5; n++) expect(await guess()).toBe("SMS_CODE_WRONG");
    expect(await guess()).toBe("SMS_CODE_EXPIRED");
    const late = stepUp(context, db, memberId, { purpose: "withdraw", ...next });
    expect(await refusalCodeOf(late)).toBe("SMS_CODE_EXPIRED");
  });

  test("has a daily limit for step-ups, separate from the limit of logins", async () => {
    const capped = {
      ...context,
      settings: { ...context.settings, smsDayCapsOn: true, smsStepUpPerPhoneDay: 1 },
    };
    const { memberId, phone } = await member();
    const send = () => sendStepUpCode(capped, db, { memberId, purpose: "pay", ...at });
    expect(await refusalCodeOf(send())).toBe("done");
    context.clock.advance(61_000);
    expect(await refusalCodeOf(send())).toBe("RATE_LIMITED");
    expect(await refusalCodeOf(sendCode(capped, db, { phone, ...at }))).toBe("done");
  });
});

describe("after the phone was changed", () => {
  const cool = (memberId: string, until: Date) =>
    db.$client.query("UPDATE member SET money_cools_until = $2 WHERE member_id = $1", [
      memberId,
      until,
    ]);

  test("no proof is accepted for moving money for a time, nor is an earlier proof", async () => {
    const { memberId } = await withPassword();
    const { stepUp: proof } = await bySms(memberId, "pay");
    const until = new Date(Date.UTC(2026, 10, 23, 7, 4));
    context.clock.set(new Date(until.getTime() - 60_000));
    await cool(memberId, until);
    const refusal = { code: "PHONE_COOLING", data: { until: "11月23日 15:04", untilMs: +until } };
    for (const purpose of ["pay", "withdraw"] as const) {
      await expect(byPassword(memberId, RIGHT, purpose)).rejects.toMatchObject(refusal);
      const send = sendStepUpCode(context, db, { memberId, purpose, ...at });
      await expect(send).rejects.toMatchObject(refusal);
    }
    expect(await take(memberId, "pay", proof)).toBe(false);
    expect(await securitySummary(context, db, memberId)).toMatchObject({
      phoneCoolingUntil: +until,
    });
    expect(await refusalCodeOf(bySms(memberId, "pay_password"))).toBe("done");
    context.clock.advance(60_000);
    expect(await refusalCodeOf(byPassword(memberId, RIGHT))).toBe("done");
    expect(await securitySummary(context, db, memberId)).not.toHaveProperty("phoneCoolingUntil");
  });

  test("the old phone is replaced with a code sent to it, and not with a password", async () => {
    const { memberId } = await withPassword();
    expect(await refusalCodeOf(byPassword(memberId, RIGHT, "phone"))).toBe("BAD_REQUEST");
    expect(await refusalCodeOf(bySms(memberId, "phone"))).toBe("done");
  });
});

describe("the pay password", () => {
  test("is set with a proof by SMS for this purpose, and with no other", async () => {
    const { memberId } = await member();
    const set = (password: string, proof: string) =>
      refusalCodeOf(setPayPassword(context, db, { memberId, password, stepUp: proof }));
    expect(await set(RIGHT, "nothing")).toBe("STEP_UP_NEEDED");
    const paying = await bySms(memberId, "pay");
    expect(await set(RIGHT, paying.stepUp)).toBe("STEP_UP_NEEDED");
    const { stepUp: proof } = await bySms(memberId, "pay_password");
    expect(await set("123456", proof)).toBe("PASSWORD_WEAK");
    expect(await set(RIGHT, proof)).toBe("done");
    expect(await set(WRONG, proof)).toBe("STEP_UP_NEEDED");
    expect(await refusalCodeOf(byPassword(memberId, RIGHT, "pay_password"))).toBe("BAD_REQUEST");
    expect(await refusalCodeOf(byPassword(memberId, RIGHT))).toBe("done");
  });

  test("is stored as a slow hash that differs for each member", async () => {
    const one = await withPassword();
    const two = await withPassword();
    const hashes = await db.$client.query<{ hash: Buffer; salt: Buffer }>(
      "SELECT hash, salt FROM pay_password WHERE member_id = ANY($1)",
      [[one.memberId, two.memberId]],
    );
    expect(new Set(hashes.rows.map(({ hash }) => hash.toString("hex"))).size).toBe(2);
    expect(new Set(hashes.rows.map(({ salt }) => salt.toString("hex"))).size).toBe(2);
  });

  test("allows five wrong tries; then only SMS is accepted, for some hours", async () => {
    const { memberId } = await withPassword();
    for (const left of [4, 3, 2, 1]) {
      expect(await refusalCodeOf(byPassword(memberId, WRONG))).toBe(`PASSWORD_WRONG ${left}`);
    }
    expect(await refusalCodeOf(byPassword(memberId, WRONG))).toBe("PASSWORD_LOCKED");
    expect(await refusalCodeOf(byPassword(memberId, RIGHT))).toBe("PASSWORD_LOCKED");
    const lockedUntil = context.clock.now().getTime() + context.settings.payPasswordLockMs;
    expect(await securitySummary(context, db, memberId)).toMatchObject({ lockedUntil });
    expect(await refusalCodeOf(bySms(memberId, "pay"))).toBe("done");
    context.clock.advance(context.settings.payPasswordLockMs);
    expect(await refusalCodeOf(byPassword(memberId, WRONG))).toBe("PASSWORD_WRONG 4");
    expect(await refusalCodeOf(byPassword(memberId, RIGHT))).toBe("done");
    expect(await refusalCodeOf(byPassword(memberId, WRONG))).toBe("PASSWORD_WRONG 4");
  });

  test("can be set again when forgotten, which ends the lock", async () => {
    const { memberId } = await withPassword();
    for (let n = 0; n < 5; n++) await refusalCodeOf(byPassword(memberId, WRONG));
    context.clock.advance(61_000);
    const { stepUp: proof } = await bySms(memberId, "pay_password");
    const set = await setPayPassword(context, db, { memberId, password: "161803", stepUp: proof });
    expect(set.lockedUntil).toBeUndefined();
    expect(await refusalCodeOf(byPassword(memberId, "161803"))).toBe("done");
    expect(await refusalCodeOf(byPassword(memberId, RIGHT))).toBe("PASSWORD_WRONG 4");
  });

  test("cannot be used to withdraw for a day after it was set", async () => {
    const { memberId } = await withPassword();
    expect(await refusalCodeOf(byPassword(memberId, RIGHT, "withdraw"))).toBe("PASSWORD_LOCKED");
    expect(await refusalCodeOf(bySms(memberId, "withdraw"))).toBe("done");
    const coolingUntil = context.clock.now().getTime() + context.settings.payPasswordCoolMs;
    expect(await securitySummary(context, db, memberId)).toMatchObject({ coolingUntil });
    context.clock.advance(context.settings.payPasswordCoolMs);
    expect(await refusalCodeOf(byPassword(memberId, RIGHT, "withdraw"))).toBe("done");
    expect(await securitySummary(context, db, memberId)).not.toHaveProperty("coolingUntil");
  });

  test("gets the same refusal when it is not set as when it is locked", async () => {
    const { memberId } = await member();
    expect(await refusalCodeOf(byPassword(memberId, RIGHT))).toBe("PASSWORD_LOCKED");
  });

  test("costs a bounded amount of work for a member and hour", async () => {
    const busy = { ...context, settings: { ...context.settings, payPasswordWorkPerHour: 2 } };
    const { memberId } = await member();
    const ask = () =>
      refusalCodeOf(stepUp(busy, db, memberId, { purpose: "pay", password: RIGHT }));
    expect([await ask(), await ask(), await ask()]).toEqual([
      "PASSWORD_LOCKED",
      "PASSWORD_LOCKED",
      "RATE_LIMITED",
    ]);
  });
});
