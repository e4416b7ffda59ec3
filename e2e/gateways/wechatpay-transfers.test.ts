/**
 * Our gateway against the WeChat Pay sandbox for transfers: the real protocol, signed in both
 * directions.
 */
import type { Payout, PayoutAnswer } from "@yunjing/server/domain/withdrawals/port";
import { openAccount } from "@yunjing/server/gateways/wechatpay/account";
import { wechatPayTransfers } from "@yunjing/server/gateways/wechatpay/transfer";
import { systemClock } from "@yunjing/server/platform/clock";
import { systemRandom } from "@yunjing/server/platform/random";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { payeeActionsAt, startPayouts, transferChannelAt } from "./payouts.fixture.ts";
import {
  type PayChannelEnv,
  sandboxAccount,
  startChannel,
  startNoticeRecorder,
} from "./wechatpay.fixture.ts";

/** A busy machine is slow, but notifications still arrive. */
const PATIENTLY = { timeout: 20_000, interval: 50 };
vi.setConfig({ testTimeout: 30_000 });

let relay: Awaited<ReturnType<typeof startNoticeRecorder>>;
let channelEnv: PayChannelEnv;
let payees: ReturnType<typeof payeeActionsAt>;
let channel: ReturnType<typeof transferChannelAt>;
beforeAll(async () => {
  relay = await startNoticeRecorder();
  channelEnv = await startChannel({
    callbackOrigin: relay.origin,
    answerDelayMs: 900,
    timeoutMs: 600,
  });
  payees = payeeActionsAt(channelEnv);
  channel = transferChannelAt(channelEnv);
});
afterAll(async () => {
  await channelEnv.sandbox.close();
  relay.close();
});
beforeEach(() => channelEnv.setFaults({}));

let made = 0;
const payout = (changes: Partial<Payout> = {}): Payout => ({
  outBillNo: `YW${String(++made).padStart(12, "0")}`,
  openid: "oPayee-1",
  amountFen: 4_970,
  ...changes,
});
const stateOf = (answer: PayoutAnswer): string =>
  answer.state === "known" ? answer.update.state : answer.state;
const stateAtChannel = async (order: Payout) => stateOf(await channel.query(order.outBillNo));
/** Creates a gateway with other settings, against the same channel. */
const channelWith = (changes: Partial<ReturnType<typeof sandboxAccount>>, scene = "1000") => {
  const settings = { ...sandboxAccount(channelEnv.origin), ...changes };
  const parts = { timeoutMs: 600, clock: systemClock, random: systemRandom };
  return wechatPayTransfers(openAccount(settings, parts), { scene });
};

test("a transfer returns the bridge package, waits for its payee, and is paid when confirmed", async () => {
  const order = payout();
  const taken = await channel.transfer(order);
  const expectedUpdate = {
    outBillNo: order.outBillNo,
    merchantId: "1900000109",
    state: "wait_confirm",
  };
  expect(taken).toMatchObject({
    state: "known",
    update: { ...expectedUpdate, package: expect.any(String) },
  });
  // The query returns the amount, but not the package that opens the confirmation.
  expect(await channel.query(order.outBillNo)).toMatchObject({
    update: { ...expectedUpdate, amountFen: 4_970, openid: "oPayee-1", package: undefined },
  });
  // The repeated request returns the package again.
  expect(await channel.transfer(order)).toEqual(taken);
  await payees.confirm(order.outBillNo, { notify: false });
  expect(await stateAtChannel(order)).toBe("success");
});

test("a number with other content is refused, and the first transfer is unchanged", async () => {
  const order = payout();
  await channel.transfer(order);
  const again = await channel.transfer({ ...order, amountFen: 1_000 });
  expect(again).toMatchObject({ state: "refused", code: "INVALID_REQUEST" });
  expect(await payees.shown(order.outBillNo)).toMatchObject({ amountFen: 4_970 });
});

test("the payee's name is encrypted for WeChat, and a repeated request is still equal", async () => {
  const order = payout({ amountFen: 250_000, realName: "林知夏" });
  expect(stateOf(await channel.transfer(order))).toBe("wait_confirm");
  expect(stateOf(await channel.transfer(order))).toBe("wait_confirm");
  expect(await payees.shown(order.outBillNo)).toMatchObject({ userName: "林知夏" });
  const nameless = payout({ amountFen: 250_000 });
  expect(await channel.transfer(nameless)).toMatchObject({ state: "refused", code: "PARAM_ERROR" });
  // The name is encrypted with another key under WeChat's key ID: WeChat cannot decrypt it.
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const [known] = sandboxAccount(channelEnv.origin).platformKeys;
  const deaf = channelWith({ platformKeys: [{ id: known?.id ?? "", pem }] });
  await deaf.transfer(payout({ realName: "林知夏" }));
  expect(await stateAtChannel(payout({ outBillNo: `YW${String(made).padStart(12, "0")}` }))).toBe(
    "absent",
  );
});

test.each([
  ["a payee whose account takes nothing", { failTransfer: 1 }, {}, "PAYEE_ACCOUNT_ABNORMAL"],
  ["another person's name", {}, { realName: "张不符" }, "NAME_NOT_CORRECT"],
])("it fails for %s", async (_name, faults, more, code) => {
  await channelEnv.setFaults(faults);
  const order = payout(more);
  await channel.transfer(order);
  await payees.confirm(order.outBillNo, { notify: false });
  expect(await channel.query(order.outBillNo)).toMatchObject({ update: { state: "failed", code } });
});

test("it is closed when it is not confirmed within a day", async () => {
  const order = payout();
  await channel.transfer(order);
  await payees.lapse(order.outBillNo);
  expect(await channel.query(order.outBillNo)).toMatchObject({
    update: { state: "failed", code: "OVERDUE_CLOSE" },
  });
});

test("it can be cancelled until it is confirmed", async () => {
  const order = payout();
  await channel.transfer(order);
  expect(stateOf(await channel.cancel(order.outBillNo))).toBe("cancelling");
  await vi.waitFor(async () => expect(await stateAtChannel(order)).toBe("cancelled"), PATIENTLY);
  const paid = payout();
  await channel.transfer(paid);
  await payees.confirm(paid.outBillNo, { notify: false });
  expect(await channel.cancel(paid.outBillNo)).toMatchObject({ code: "INVALID_REQUEST" });
  expect(await stateAtChannel(paid)).toBe("success");
});

test("the channel keeps its state over a restart, and finishes a pending cancellation", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "yunjing-transfers-"));
  const orders = [payout(), payout()] as const;
  const before = await startChannel({ dataDir, refundMs: 60_000 });
  for (const order of orders) await transferChannelAt(before).transfer(order);
  await transferChannelAt(before).cancel(orders[1].outBillNo);
  await before.sandbox.close();
  const after = await startChannel({ dataDir });
  try {
    const stateAt = async (n: 0 | 1) =>
      stateOf(await transferChannelAt(after).query(orders[n].outBillNo));
    expect([await stateAt(0), await stateAt(1)]).toEqual(["wait_confirm", "cancelled"]);
  } finally {
    await after.sandbox.close();
    rmSync(dataDir, { recursive: true });
  }
});

test("a transfer above the merchant's balance is refused, and its number can still be used", async () => {
  await channelEnv.setFaults({ noFunds: 1 });
  const order = payout();
  expect(await channel.transfer(order)).toMatchObject({ state: "refused", code: "NOT_ENOUGH" });
  expect(await stateAtChannel(order)).toBe("absent");
  await channelEnv.setFaults({});
  expect(stateOf(await channel.transfer(order))).toBe("wait_confirm");
});

test("missing answers and errors are unknown, even when the transfer was made", async () => {
  await channelEnv.setFaults({ timeoutButDone: 1 });
  const order = payout();
  expect(await channel.transfer(order)).toMatchObject({ state: "unknown" });
  await channelEnv.setFaults({ error500: 1 });
  expect(await channel.query(order.outBillNo)).toMatchObject({ state: "unknown" });
  await channelEnv.setFaults({});
  expect(await stateAtChannel(order)).toBe("wait_confirm");
});

test("a request not signed by us, or in a scene without permission, is refused", async () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const stranger = channelWith({ privateKey: pem });
  expect(await stranger.transfer(payout())).toMatchObject({ state: "refused", code: "SIGN_ERROR" });
  expect(stateOf(await channelWith({}, "1005").transfer(payout()))).toBe("wait_confirm");
  expect(() => channelWith({}, "9999")).toThrow("payoutScene 9999");
});

test("its result is sent signed and encrypted, and ends the withdrawal at our endpoint", async () => {
  const out = await startPayouts(channelEnv);
  channelEnv.sandbox.callBackTo(out.origin);
  try {
    const memberId = await out.member(8_000);
    const key = await out.ask(memberId, 5_000);
    await out.send(key);
    const [{ no } = { no: "" }] = await out.withdrawals();
    await payees.confirm(no, { notify: true, times: 3 });
    await vi.waitFor(async () => {
      const { notices } = await payees.shown(no);
      expect(notices.map(({ last }) => last)).toEqual(["204", "204", "204"]);
    }, PATIENTLY);
    expect(await out.withdrawals()).toMatchObject([{ state: "SUCCESS", netFen: 4_970 }]);
    expect(await out.readLedger()).toEqual({
      isSound: true,
      faults: [],
      txns: { adjust: 1, hold: 1, hold_confirm: 1 },
    });
    const stored = await out.rows<{ body: { subject: string } }>("SELECT body FROM inbox");
    expect(stored).toHaveLength(3);
    for (const { body } of stored) {
      // Our number stands beside the notification, whose content stays encrypted.
      const { subject, ...sent } = body;
      expect(subject).toBe(no);
      expect(JSON.stringify(sent)).not.toContain(no);
    }
  } finally {
    channelEnv.sandbox.callBackTo(relay.origin);
    await out.close();
  }
});

test("a person confirms on the sandbox page that replaces WeChat's bridge", async () => {
  const order = payout();
  await channel.transfer(order);
  const page = `${channelEnv.origin}/sandbox/wechatpay/transfers/${order.outBillNo}`;
  const query = "?redirect_url=/pages/user/withdraw";
  const shown = async () =>
    (await fetch(page + query, { headers: { accept: "text/html" } })).text();
  expect(await shown()).toMatch(/¥49\.70[^]*确认收款[^]*href="\/pages\/user\/withdraw"/);
  await fetch(`${page}/confirm`, { method: "POST", body: new URLSearchParams({ how: "silent" }) });
  expect(await shown()).toContain("已收款");
  expect(await stateAtChannel(order)).toBe("success");
});
