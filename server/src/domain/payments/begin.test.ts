/** Beginning to pay: one business has one open attempt, and a number is never sent with two contents. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bed, credited, openBed } from "./bed.fixture.ts";

let bed: Bed;
beforeEach(async () => {
  bed = await openBed();
});
afterEach(() => bed.close());

const refusal = (code: string) => expect.objectContaining({ code });

describe("beginning again", () => {
  test("goes on with the open attempt: one number, prepared once", async () => {
    const [first, ...others] = await Promise.all([bed.begin(), bed.begin(), bed.begin()]);
    expect(others.every(({ outTradeNo }) => outTradeNo === first?.outTradeNo)).toBe(true);
    expect(bed.channel.trades.size).toBe(1);
  });

  test("after a time-out sends the same number again", async () => {
    bed.channel.script.prepare = ["unheard"];
    const { outTradeNo } = await bed.begin();
    expect(bed.channel.calls).toEqual(["prepare", "prepare"]);
    expect([...bed.channel.trades.keys()]).toEqual([outTradeNo]);
  });

  test("another way closes the first attempt before the second exists", async () => {
    const first = await bed.begin();
    const second = await bed.begin({ via: "h5" });
    expect(second.h5Url).toContain(second.outTradeNo);
    expect(bed.channel.trades.get(first.outTradeNo)?.state).toBe("CLOSED");
    expect(bed.channel.calls).toEqual(["prepare", "query", "close", "prepare"]);
  });

  test("in both ways at once hands out at most one thing that can be paid", async () => {
    const ways = Array.from({ length: 24 }, (_, n) =>
      n % 2 === 0 ? ("jsapi" as const) : ("h5" as const),
    );
    const begun = await Promise.allSettled(ways.map((via) => bed.begin({ via })));
    const refused = begun.flatMap((each) => (each.status === "rejected" ? [each.reason.code] : []));
    expect(new Set(refused)).toEqual(refused.length > 0 ? new Set(["PAY_PENDING"]) : new Set());
    const handed = begun.flatMap((each) =>
      each.status === "fulfilled" ? [each.value.outTradeNo] : [],
    );
    const payable = new Set(handed.filter((no) => bed.channel.trades.get(no)?.state === "NOTPAY"));
    expect(handed.length).toBeGreaterThan(0);
    expect(payable.size).toBeLessThanOrEqual(1);
    const open = await bed.row(
      "SELECT 1 FROM payment_attempt WHERE state IN ('CREATED', 'PREPARED')",
    );
    expect(open.length).toBeLessThanOrEqual(1);
  });

  test("is refused while the first may still be paid", async () => {
    await bed.begin();
    bed.channel.script.query = ["lost"];
    await expect(bed.begin({ via: "h5" })).rejects.toEqual(refusal("PAY_PENDING"));
    expect(bed.channel.trades.size).toBe(1);
  });

  test("is refused when the first turns out to be paid", async () => {
    bed.channel.pay((await bed.begin()).outTradeNo);
    await expect(bed.begin({ amountFen: 1 })).rejects.toEqual(refusal("ORDER_STATE"));
    expect(await bed.txns()).toEqual(credited);
  });
});
