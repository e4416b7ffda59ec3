/** Upgrades a database of version 1.0 that has pending work; this build then completes the work. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../passport/wechat.fixture.ts";
import { decideInInbox } from "../http/decide.fixture.ts";
import { pagesRead } from "./pages-read.fixture.ts";
import { control, payAtChannel } from "./past.fixture.ts";
import { unreached } from "./unreached-values.ts";
import { FORMER_CONTACT, openUpgraded, type Upgraded } from "./upgraded.fixture.ts";

let now: Upgraded;
beforeAll(async () => {
  now = await openUpgraded();
}, 60_000);
afterAll(() => now.close());

const reason = "核实无误";
const orderOf = (orderNo: string) =>
  now.valueOf("SELECT order_state || ' ' || pay_state FROM orders WHERE order_no = $1", orderNo);
const couponOf = (orderNo: string) =>
  now.valueOf(
    `SELECT u.state || ' ' || c.state FROM coupon_use u JOIN orders o ON o.id = u.order_id
     JOIN member_coupon c ON c.member_id = u.member_id AND c.id = u.coupon_id WHERE o.order_no = $1`,
    orderNo,
  );

describe("the saved database", () => {
  test("has every value of every state, but those listed with their reasons", () => {
    expect(now.lacking.values).toEqual(Object.keys(unreached));
  });
  test("has messages of every topic that wait, are leased, and are tried again", () => {
    expect(now.lacking.topics).toEqual([]);
  });
  test("is sound when it has been upgraded", async () => {
    // One message was given up before the copy was made, and an operator must inspect it.
    expect(await now.faults()).toEqual(["outbox_dead sms.send"]);
  });
});

test("members read what they read before", async () => {
  expect(await pagesRead(now)).toEqual(now.facts.pages);
});
test("the service contact that operators had set is the company's text, and no setting", async () => {
  const { data } = await now.call<"home", "serviceContacts", object>("home", "serviceContacts", {});
  expect(data).toMatchObject(FORMER_CONTACT);
  const left = "SELECT count(*)::int FROM setting WHERE name IN ('servicePhone', 'serviceHours')";
  expect(await now.valueOf(left)).toBe(0);
});
test("every job of before is there under its name", async () => {
  const found = await now.rows<{ name: string }>("SELECT name FROM job_lease");
  const names = new Set(now.app.jobs.map(({ name }) => name));
  expect(found.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
});

describe("logins", () => {
  test("an access token of before still reads its pages, and a refresh token is renewed", async () => {
    const browser = openBrowser(now);
    const { token, cookies } = now.facts.login;
    browser.setToken(token);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect((await browser.call("member", "me", {})).code).toBe("DONE");
    expect((await browser.call("orders", "list", {})).code).toBe("DONE");
    expect((await browser.call("passport", "refresh", {})).code).toBe("DONE");
    expect((await browser.call("wallet", "summary", {})).code).toBe("DONE");
  });
  test("a pay password of before proves its member", async () => {
    const { token, password } = now.facts.payPassword;
    const input = { purpose: "pay" as const, password };
    expect((await now.call("security", "stepUp", input, { token })).code).toBe("DONE");
  });
  test("a request to close an account can be withdrawn", async () => {
    const { token } = now.facts.closingMember;
    expect((await now.call("closing", "withdraw", {}, { token })).code).toBe("DONE");
  });
  test("an encrypted address is shown", async () => {
    const { token, name } = now.facts.address;
    type List = { list: { name: string }[] };
    const { data } = await now.call<"addresses", "list", List>("addresses", "list", {}, { token });
    expect(data.list.map((one) => one.name)).toEqual([name]);
  });
});

test("a coupon of a running campaign is claimed", async () => {
  const { token } = now.facts.payPassword;
  const input = { templateId: now.facts.claimable };
  expect((await now.call("coupons", "claim", input, { token })).code).toBe("DONE");
});

describe("exchange codes", () => {
  test("a member's open session redeems", async () => {
    const { session, token } = now.facts.memberSession;
    expect((await now.call("exchange", "redeem", { session }, { token })).code).toBe("DONE");
  });
  test("a guest's open session orders its meal", async () => {
    const {
      guestMeal: { session, storeId, eatType, slot, menuHash, contactPhone },
    } = now.facts;
    const meal = { session, storeId, eatType, slot, menuHash, contactPhone };
    expect((await now.call("exchange", "orderMeal", meal)).code).toBe("DONE");
  });
  test("an unused code, and a multi-use code, are opened and redeemed", async () => {
    const { token } = now.facts.payPassword;
    for (const code of [now.facts.freeCode, now.facts.multiUseCode]) {
      const { session = "" } = await now.must(now.call("exchange", "open", { code }, { token }));
      expect((await now.call("exchange", "redeem", { session }, { token })).code).toBe("DONE");
    }
  });
  test("a batch that waits for its approval is approved, and a voiding is decided", async () => {
    const checker = await now.by("checker");
    const { readyBatch: batchId, voidApproval } = now.facts;
    for (const id of [`code_batch.${batchId}`, `code_void.${voidApproval.approvalId}`])
      await now.must(decideInInbox(now.call, id, checker));
  });
});

describe("orders that wait for their payment", () => {
  test("one is paid by WeChat, and uses the coupon that it locked", async () => {
    const {
      waitingOrder: { orderNo, token },
    } = now.facts;
    expect(await couponOf(orderNo)).toBe("held LOCKED");
    const input = { orderNo, channel: "wechat" as const };
    const { outTradeNo = "" } = await now.must(now.call("buying", "pay", input, { token }));
    await payAtChannel(now, outTradeNo);
    const { state } = await now.must(now.call("buying", "payment", { orderNo }, { token }));
    expect(state).toBe("paid");
    expect(await couponOf(orderNo)).toBe("used USED");
  });
  test("one is cancelled, and releases the coupon that it locked", async () => {
    const {
      leavingOrder: { orderNo, token },
    } = now.facts;
    await now.must(now.call("buying", "cancel", { orderNo }, { token }));
    expect(await couponOf(orderNo)).toBe("void AVAILABLE");
    expect(await orderOf(orderNo)).toBe("CANCELLED UNPAID");
  });
  test("a payment that was prepared is notified; one that was made unseen is found by the job", async () => {
    const { payingOrder, unseenOrder } = now.facts;
    await payAtChannel(now, payingOrder.outTradeNo, { notify: true });
    await expect.poll(() => orderOf(payingOrder.orderNo)).toMatch(/ PAID$/);
    now.clock.advance(60_000);
    await now.runJob("payment-poller");
    expect(await orderOf(unseenOrder.orderNo)).toMatch(/ PAID$/);
  });
  test("a top-up is paid", async () => {
    const { topUpNo, outTradeNo } = now.facts.openTopUp;
    await payAtChannel(now, outTradeNo, { notify: true });
    const text = "SELECT state FROM topup WHERE topup_no = $1";
    await expect.poll(() => now.valueOf(text, topUpNo)).toBe("PAID");
  });
});

describe("decisions of operators that wait", () => {
  test("refunds: one by the second operator, one by both", async () => {
    const { halfApprovedRefund: half, waitingRefund: whole } = now.facts;
    const approve = async (refundNo: string, who: "maker" | "checker") =>
      now.must(now.call("operatorRefunds", "approve", { refundNo, reason }, await now.by(who)));
    await approve(half.refundNo, "checker");
    await approve(whole.refundNo, "maker");
    await approve(whole.refundNo, "checker");
  });
  test("withdrawals: one by the second operator, one by one, and one that is settled", async () => {
    const { halfApprovedWithdrawal: half, reviewedWithdrawal: small, settlement } = now.facts;
    for (const { withdrawalNo } of [half, small]) {
      const decision = { withdrawalNo, reason };
      const by = await now.by("checker");
      await now.must(now.call("operatorWithdrawals", "approve", decision, by));
    }
    const by = await now.by("checker");
    const approvalId = `withdrawal_settle.${settlement.approvalId}`;
    await now.must(decideInInbox(now.call, approvalId, by));
  });
  test("entries: one by itself, and one of a case", async () => {
    for (const { approvalId } of [now.facts.approval, now.facts.caseApproval]) {
      const by = await now.by("checker");
      expect((await decideInInbox(now.call, `adjust.${approvalId}`, by)).code).toBe("DONE");
    }
  });
  test("an appeal of an inviter, and a case that is dismissed", async () => {
    const decision = { ...now.facts.appeal, isGranted: false, reason };
    const by = await now.by("maker");
    await now.must(now.call("operatorInvitations", "decideAppeal", decision, by));
    const { openCase: caseId } = now.facts;
    await now.must(now.call("operatorBooks", "dismiss", { caseId, reason }, by));
  });
});

describe("what goes on by itself", () => {
  test("messages of every topic are delivered", async () => {
    const before = await now.rows<{ id: string; topic: string }>(
      "SELECT id, topic FROM outbox WHERE state IN ('queued', 'claimed')",
    );
    const { billNo } = now.facts.confirmingWithdrawal;
    await control(now, "POST", `wechatpay/transfers/${billNo}/approve`, { notify: true });
    for (const minutes of [1, 2, 5, 1, 1, 10, 20]) await now.pass(minutes);
    const left = await now.rows(
      `SELECT topic, state, last_error FROM outbox WHERE id = ANY($1) AND state <> 'done'`,
      [before.map(({ id }) => id)],
    );
    expect(left).toEqual([]);
    expect(now.dead).toEqual([]);
  });
  test("an event of every kind has become a message to its member", async () => {
    const { events } = now.facts;
    const text = "SELECT member_id FROM message WHERE member_id = ANY($1)";
    const found = await now.rows<{ member_id: string }>(text, [
      events.map(({ memberId }) => memberId),
    ]);
    const reached = new Set(found.map(({ member_id }) => member_id));
    const silent = events.filter(({ memberId }) => !reached.has(memberId)).map(({ kind }) => kind);
    expect(silent).toEqual([]);
  });
  test("every job runs", async () => {
    for (const { name } of now.app.jobs) await now.runJob(name);
    expect(await now.rows("SELECT name, last_error FROM job_lease WHERE failures > 0")).toEqual([]);
  });
  test("what suppliers, the channel and operators had begun is finished", async () => {
    for (const minutes of [1, 1, 5, 5, 5, 10]) {
      await now.pass(minutes);
      for (const job of ["supplier-poller", "refund-poller", "withdrawal-poller", "payment-poller"])
        await now.runJob(job);
    }
    await now.pass(1);
    const ends = Object.fromEntries(
      await Promise.all(
        (["queuedOrder", "sentOrder", "unknownOrder", "acceptedOrder"] as const).map(
          async (name) => [name, await orderOf(now.facts[name])] as const,
        ),
      ),
    );
    expect(ends).toEqual({
      queuedOrder: "DONE PAID",
      sentOrder: "DONE PAID",
      unknownOrder: "DONE PAID",
      // Never decided by its supplier: taken back, and refunded.
      acceptedOrder: "CLOSED REFUNDED",
    });
  });
  test("pending refunds and withdrawals are completed", async () => {
    const { waitingRefund, halfApprovedRefund, queuedRefund } = now.facts;
    const refund = "SELECT state FROM refund WHERE refund_no = $1";
    for (const { refundNo } of [waitingRefund, halfApprovedRefund, queuedRefund])
      expect(await now.valueOf(refund, refundNo)).toBe("SUCCESS");
    const withdrawal = "SELECT state FROM withdrawal WHERE withdrawal_no = $1";
    const { confirmingWithdrawal, reviewedWithdrawal, refundingTopUp } = now.facts;
    expect(await now.valueOf(withdrawal, confirmingWithdrawal.withdrawalNo)).toBe("SUCCESS");
    expect(await now.valueOf(withdrawal, reviewedWithdrawal.withdrawalNo)).toBe(
      "WAIT_USER_CONFIRM",
    );
    const topUp = "SELECT state FROM topup WHERE topup_no = $1";
    expect(await now.valueOf(topUp, refundingTopUp.topUpNo)).toBe("REFUNDED");
  });
  test("nothing stays open except what waits for an operator", async () => {
    const open = await now.rows(
      `SELECT 'supplier order' AS what, state FROM supplier_order WHERE ended_at IS NULL
       UNION ALL SELECT 'refund', state FROM refund WHERE state IN ('APPROVED', 'PROCESSING')
       UNION ALL SELECT 'payment', state FROM payment_attempt WHERE ended_at IS NULL
       UNION ALL SELECT 'return', state FROM payment_return WHERE state IN ('CREATED', 'PROCESSING')
       UNION ALL SELECT 'batch', state FROM code_batch WHERE state = 'generating'
       UNION ALL SELECT 'withdrawal', state FROM withdrawal WHERE state IN ('APPROVED', 'PAYING')
       UNION ALL SELECT 'order', order_state FROM orders WHERE order_state = 'WAIT_PAY'`,
    );
    expect(open).toEqual([]);
  });
  test("money that came late to a merged account is in the one that remains", async () => {
    const { into, fen } = now.facts.lateMoney;
    const text =
      "SELECT sum(balance)::int FROM ledger_account WHERE member_id = $1 AND purpose = 'principal'";
    expect(await now.valueOf(text, into)).toBe(fen);
  });
  test("and everything is sound at the end", async () => {
    // One message was given up before the copy was made, and an operator must inspect it.
    expect(await now.faults()).toEqual(["outbox_dead sms.send"]);
  });
});
