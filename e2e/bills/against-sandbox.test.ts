/**
 * Reconciles bills and statements over HTTP with real signatures: a clean day has no case, and each
 * external fault has its class.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { queryByOutTradeNo } from "@yunjing/server/domain/payments/actions";
import { wechatPayBills } from "@yunjing/server/gateways/wechatpay/bill";
import { sandboxKeys } from "@yunjing/sandbox/keys";
import { signatureHeaders } from "@yunjing/sandbox/wechatpay/crypto";
import { type BillTestEnv, openBillTestEnv } from "./test-env.fixture.ts";

const COST_FEN = 4_850;
const DAY = "2026-11-20";
let testEnv: BillTestEnv;
beforeEach(async () => {
  testEnv = await openBillTestEnv();
  await testEnv.agree({ "mobile-50": COST_FEN });
});
afterEach(() => testEnv.close());

/**
 * Records three payments, the last of them refunded, and two top-ups, then moves the clock to the
 * next morning.
 */
async function recordOneDay() {
  const paid = [await testEnv.pay(2_990), await testEnv.pay(1), await testEnv.pay(50_000)] as const;
  await testEnv.sendBack(paid[2]);
  const supplied = [await testEnv.topUp(COST_FEN), await testEnv.topUp(COST_FEN)] as const;
  testEnv.nextMorning();
  return { paid, supplied };
}

test("a clean day opens no case, neither from the bill nor from the statement", async () => {
  await recordOneDay();
  await testEnv.keep();
  expect(await testEnv.found()).toEqual([]);
  expect(
    await testEnv.row(
      "SELECT source, state, row_count AS rows, judged_at IS NOT NULL AS judged FROM bill_day ORDER BY 1",
    ),
  ).toEqual([
    { source: "supplier:topup", state: "compared", rows: 2, judged: true },
    { source: "wechatpay", state: "compared", rows: 4, judged: true },
  ]);
});

describe("the channel's bill", () => {
  test.each<[string, object, (no: readonly string[]) => string[]]>([
    ["lacks a row", { billMissing: 1 }, ([no]) => [`bill_only_here wechatpay payment ${no}`]],
    [
      "has another amount",
      { billWrongAmount: 1 },
      ([no]) => [`bill_amount wechatpay payment ${no}`],
    ],
    ["has another fee", { billWrongFee: 1 }, ([no]) => [`bill_fee wechatpay payment ${no}`]],
    [
      "has a row twice",
      { billTwice: 1 },
      ([no]) => [`bill_duplicate wechatpay payment ${no} ${DAY}/2`],
    ],
    [
      "has a payment that we lack",
      { billExtra: 1 },
      () => ["bill_only_there wechatpay payment X20261120000000"],
    ],
  ])("that %s", async (_, faults, expected) => {
    const { paid } = await recordOneDay();
    await testEnv.setPayFaults(faults);
    await testEnv.keep();
    expect(await testEnv.found()).toEqual(expected(paid));
  });

  test("reports a payment we were not notified of, and only opens a case for it", async () => {
    const outTradeNo = await testEnv.pay(2_990, { isNotified: false });
    testEnv.nextMorning();
    await testEnv.keep();
    expect(await testEnv.found()).toEqual([`bill_state wechatpay payment ${outTradeNo}`]);
    expect(await testEnv.row("SELECT kind FROM ledger_txn")).toEqual([]);
    // An operator queries the channel; a late payment is credited the same way as any other.
    const { context, db, payments } = testEnv;
    expect(await queryByOutTradeNo(context, db, payments, outTradeNo)).toBe("paid");
    expect(await testEnv.row("SELECT kind FROM ledger_txn ORDER BY kind")).toEqual([
      { kind: "wxpay_accept" },
      { kind: "wxpay_credit" },
    ]);
    expect(await queryByOutTradeNo(context, db, payments, "P9999999")).toBeUndefined();
  });

  test("is requested again when it is late, truncated or not answered", async () => {
    await recordOneDay();
    for (const faults of [{ billLate: 1 }, { billTorn: 1 }, { error500: 1 }, {}]) {
      await testEnv.setPayFaults(faults);
      await testEnv.keep();
      testEnv.clock.advance(11 * 60_000);
    }
    expect(
      await testEnv.row("SELECT state, tries FROM bill_day WHERE source = 'wechatpay'"),
    ).toEqual([{ state: "compared", tries: 4 }]);
    expect(await testEnv.found()).toEqual([]);
  });

  test("is not available before ten in the morning, and a day without payments has none", async () => {
    await recordOneDay();
    testEnv.clock.set(new Date("2026-11-21T09:59:00+08:00"));
    expect(await testEnv.bills.statement(DAY)).toEqual({
      state: "unknown",
      reason: "STATEMENT_CREATING",
    });
    expect(await testEnv.bills.statement("2026-11-19")).toEqual({ state: "none" });
    expect(await testEnv.bills.statement("2026-06-01")).toMatchObject({ state: "unknown" });
  });

  test("is not downloaded from an address that is not WeChat's, even when WeChat names it", async () => {
    const requestedPaths: string[] = [];
    const listen = async (answer: (path: string) => { headers: object; body: string }) => {
      const server = createServer((request, response) => {
        const { headers, body } = answer(request.url ?? "");
        response.writeHead(200, { ...headers }).end(body);
      });
      await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo;
      return `http://127.0.0.1:${port}`;
    };
    const other = await listen((path) => {
      requestedPaths.push(path);
      return { headers: {}, body: "" };
    });
    const misled = await listen(() => {
      const hashFields = { hash_type: "SHA1", hash_value: "0".repeat(40) };
      const body = JSON.stringify({
        ...hashFields,
        download_url: `${other}/v3/billdownload/file?token=x`,
      });
      return {
        headers: signatureHeaders(body, sandboxKeys().wechatPay, testEnv.clock.now()),
        body,
      };
    });
    const answer = await wechatPayBills({ ...testEnv.account, origin: misled }).statement(DAY);
    expect(answer).toEqual({ state: "unknown", reason: expect.stringMatching(/URL/) });
    expect(requestedPaths).toEqual([]);
  });
});

describe("a supplier's statement", () => {
  test.each<[string, object, (no: readonly string[]) => string[]]>([
    [
      "lacks a line",
      { statementMissing: 1 },
      ([no]) => [`bill_only_here supplier:topup supply ${no}`],
    ],
    [
      "charges another price",
      { statementWrongAmount: 1 },
      ([no]) => [`bill_amount supplier:topup supply ${no}`],
    ],
    [
      "has another state",
      { statementWrongState: 1 },
      ([no]) => [`bill_state supplier:topup supply ${no}`],
    ],
    [
      "has a line twice",
      { statementTwice: 1 },
      ([no]) => [`bill_duplicate supplier:topup supply ${no} ${DAY}/2`],
    ],
    [
      "charges what we never ordered",
      { statementExtra: 1 },
      () => ["bill_only_there supplier:topup supply X20261120000000"],
    ],
  ])("that %s", async (_, faults, expected) => {
    const { supplied } = await recordOneDay();
    await testEnv.setTopupFaults(faults);
    await testEnv.keep();
    expect(await testEnv.found()).toEqual(expected(supplied));
  });

  test("is requested again when it is late", async () => {
    await recordOneDay();
    await testEnv.setTopupFaults({ statementLate: 1 });
    await testEnv.keep();
    expect(
      await testEnv.row("SELECT state, reason FROM bill_day WHERE source = 'supplier:topup'"),
    ).toEqual([{ state: "waiting", reason: "STATEMENT_NOT_READY" }]);
  });
});
