/**
 * Beginning a payment: a payable has at most one open attempt, and a number is never sent with two
 * contents.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type PaymentEnv, credited, openPaymentEnv } from "./test-env.fixture.ts";

let env: PaymentEnv;
beforeEach(async () => {
  env = await openPaymentEnv();
});
afterEach(() => env.close());

const refusal = (code: string) => expect.objectContaining({ code });

describe("beginning a payment again", () => {
  test("continues the open attempt: one number, prepared once", async () => {
    const [first, ...others] = await Promise.all([env.begin(), env.begin(), env.begin()]);
    expect(others.every(({ outTradeNo }) => outTradeNo === first?.outTradeNo)).toBe(true);
    expect(env.channel.trades.size).toBe(1);
  });

  test("after a time-out sends the same number again", async () => {
    env.channel.script.prepare = ["unheard"];
    const { outTradeNo } = await env.begin();
    expect(env.channel.calls).toEqual(["prepare", "prepare"]);
    expect([...env.channel.trades.keys()]).toEqual([outTradeNo]);
  });

  test("in another way closes the first attempt before the second exists", async () => {
    const first = await env.begin();
    const second = await env.begin({ via: "h5" });
    expect(second.h5Url).toContain(second.outTradeNo);
    expect(env.channel.trades.get(first.outTradeNo)?.state).toBe("CLOSED");
    expect(env.channel.calls).toEqual(["prepare", "query", "close", "prepare"]);
  });

  test("in both ways at once returns at most one attempt that can be paid", async () => {
    const ways = Array.from({ length: 24 }, (_, n) =>
      n % 2 === 0 ? ("jsapi" as const) : ("h5" as const),
    );
    const begun = await Promise.allSettled(ways.map((via) => env.begin({ via })));
    const refused = begun.flatMap((each) => (each.status === "rejected" ? [each.reason.code] : []));
    expect(new Set(refused)).toEqual(refused.length > 0 ? new Set(["PAY_PENDING"]) : new Set());
    const returnedNumbers = begun.flatMap((each) =>
      each.status === "fulfilled" ? [each.value.outTradeNo] : [],
    );
    const payable = new Set(
      returnedNumbers.filter((no) => env.channel.trades.get(no)?.state === "NOTPAY"),
    );
    expect(returnedNumbers.length).toBeGreaterThan(0);
    expect(payable.size).toBeLessThanOrEqual(1);
    const open = await env.row(
      "SELECT 1 FROM payment_attempt WHERE state IN ('CREATED', 'PREPARED')",
    );
    expect(open.length).toBeLessThanOrEqual(1);
  });

  test("is refused while the first may still be paid", async () => {
    await env.begin();
    env.channel.script.query = ["lost"];
    await expect(env.begin({ via: "h5" })).rejects.toEqual(refusal("PAY_PENDING"));
    expect(env.channel.trades.size).toBe(1);
  });

  test("is refused when the first turns out to be paid", async () => {
    env.channel.pay((await env.begin()).outTradeNo);
    await expect(env.begin({ amountFen: 1 })).rejects.toEqual(refusal("ORDER_STATE"));
    expect(await env.txns()).toEqual(credited);
  });
});
