/**
 * The sandbox's payment channel knows what was paid in the demo's past: such an order is refunded to
 * WeChat like any other, and never for more than was paid.
 */
import { sendPastPayments } from "@yunjing/server/demo/past-payments";
import { openDemoWithPast } from "@yunjing/server/demo/past/past.fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PayChannelEnv, startChannel } from "./wechatpay.fixture.ts";

let channelEnv: PayChannelEnv;
let demo: Awaited<ReturnType<typeof openDemoWithPast>>;
beforeAll(async () => {
  channelEnv = await startChannel();
  demo = await openDemoWithPast({ seed: "small", members: 12, days: 4 });
});
afterAll(() => Promise.all([channelEnv.sandbox.close(), demo.close()]));

type Paid = { outTradeNo: string; amountFen: number; refundedFen: number };

const paidInPast = async (): Promise<Paid[]> => {
  const { rows } = await demo.db.$client.query<Paid>(
    `SELECT a.out_trade_no AS "outTradeNo", a.amount_fen::int AS "amountFen",
            coalesce(sum(r.cash_fen), 0)::int AS "refundedFen"
     FROM payment_attempt a
     LEFT JOIN refund r ON r.member_id = a.member_id AND r.attempt_id = a.id AND r.state = 'SUCCESS'
     WHERE a.state = 'SUCCESS' GROUP BY 1, a.amount_fen ORDER BY 1`,
  );
  return rows;
};

test("a payment of the past is refunded to WeChat once, and not beyond its amount", async () => {
  const payments = await paidInPast();
  const open = payments.find(({ refundedFen }) => refundedFen === 0);
  if (!open) throw new Error("the past has no payment without a refund");
  const refund = (refundNo: string, refundFen = open.amountFen) =>
    channelEnv.channel.refund({
      refundNo,
      outTradeNo: open.outTradeNo,
      refundFen,
      paidFen: open.amountFen,
      reason: "买错了",
    });
  expect(await refund("YRPAST00001")).not.toMatchObject({ state: "known" });

  await sendPastPayments(demo.db, channelEnv.origin);
  expect(await refund("YRPAST00002")).toMatchObject({
    state: "known",
    update: { refundNo: "YRPAST00002", refundFen: open.amountFen },
  });
  // A later start tells everything again and changes nothing.
  await sendPastPayments(demo.db, channelEnv.origin);
  expect(await refund("YRPAST00003", 1)).not.toMatchObject({ state: "known" });
  const shown = await channelEnv.shown(open.outTradeNo);
  expect(shown.refunds.map(({ refundNo }) => refundNo)).toEqual(["YRPAST00002"]);
});

test("every payment and every refund of the past is known with its amount", async () => {
  for (const { outTradeNo, refundedFen } of await paidInPast()) {
    const { state, refunds } = await channelEnv.shown(outTradeNo);
    expect(state).toBe("SUCCESS");
    const past = refunds.filter(({ refundNo }) => !refundNo.startsWith("YRPAST"));
    expect(past.reduce((sum, { refundFen }) => sum + refundFen, 0)).toBe(refundedFen);
  }
});
