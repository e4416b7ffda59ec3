/** Top-ups and withdrawals in every state. */
import { asOwner } from "../http/backdate.fixture.ts";
import {
  asOperator,
  control,
  giveReward,
  MINUTE_MS,
  must,
  type Past,
  payAtChannel,
  rows,
} from "./past.fixture.ts";

const reason = "核实无误";
type Begun = { topUp: { topUpNo: string }; payment: { outTradeNo: string } };

async function beginTopUp({ exchange, shop }: Past) {
  const buyer = await shop.buyer();
  const wanted = { amountFen: 10_000 };
  const call = exchange.call<"wallet", "topUp", Begun>("wallet", "topUp", wanted, buyer);
  const { topUp, payment } = await must(call);
  return { ...buyer, topUpNo: topUp.topUpNo, outTradeNo: payment.outTradeNo };
}

async function paidTopUp(past: Past) {
  const topUp = await beginTopUp(past);
  await payAtChannel(past.testEnv, topUp.outTradeNo);
  past.testEnv.clock.advance(MINUTE_MS);
  await past.testEnv.runJob("payment-poller");
  return topUp;
}

type Sheet = { refundFen: number };
async function refundTopUp(
  { exchange }: Past,
  { topUpNo, token }: { topUpNo: string; token: string },
) {
  const by = { token };
  const sheet = exchange.call<"wallet", "refundSheet", Sheet>(
    "wallet",
    "refundSheet",
    { topUpNo },
    by,
  );
  const { refundFen } = await must(sheet);
  return must(exchange.call("wallet", "refund", { topUpNo, refundFen }, by));
}

/** Top-ups that were paid, given back or closed. */
export async function fillTopUps(past: Past): Promise<void> {
  const { testEnv } = past;
  await beginTopUp(past);
  await paidTopUp(past);
  const spent = await paidTopUp(past);
  const orderNo = await past.shop.order(spent, past.shop.one("card"));
  await must(past.shop.pay(spent, orderNo, "balance"));
  for (const topUp of [await paidTopUp(past), spent]) {
    await refundTopUp(past, topUp);
    await testEnv.dispatchAll();
    testEnv.clock.advance(MINUTE_MS);
    await testEnv.runJob("refund-poller");
  }
  testEnv.clock.advance(60 * MINUTE_MS);
  await testEnv.runJob("payment-poller");
  await testEnv.runJob("unpaid-closer");
}

/** Top-ups that are under way when the database is saved. */
export async function fillOpenTopUps(past: Past): Promise<void> {
  past.facts["openTopUp"] = await beginTopUp(past);
  const refunded = await paidTopUp(past);
  await refundTopUp(past, refunded);
  past.facts["refundingTopUp"] = refunded;
}

export async function withdraw(past: Past, amountFen: number) {
  const { exchange, shop, testEnv } = past;
  const buyer = await shop.buyer();
  await giveReward(testEnv, buyer.memberId, 300_000);
  const { withdrawalNo = "" } = await must(
    exchange.call("withdrawals", "create", { amountFen }, buyer),
  );
  return { ...buyer, withdrawalNo };
}
type Withdrawal = Awaited<ReturnType<typeof withdraw>>;

async function decide(
  past: Past,
  name: "approve" | "reject",
  { withdrawalNo }: Withdrawal,
  who: "maker" | "checker" = "maker",
) {
  const by = await asOperator(past, who);
  return must(past.exchange.call("operatorWithdrawals", name, { withdrawalNo, reason }, by));
}

async function billOf(past: Past, { withdrawalNo }: Withdrawal): Promise<string> {
  const text = "SELECT out_bill_no AS no FROM withdrawal WHERE withdrawal_no = $1";
  const [found] = await rows<{ no: string }>(past.testEnv, text, [withdrawalNo]);
  return found?.no ?? "";
}

/** Withdrawals that came to an end. */
export async function fillWithdrawals(past: Past): Promise<void> {
  const { exchange, testEnv } = past;
  const cancelled = await withdraw(past, 2_000);
  const { withdrawalNo } = cancelled;
  await must(exchange.call("withdrawals", "cancel", { withdrawalNo }, cancelled));
  await decide(past, "reject", await withdraw(past, 2_000));
  const paid = await withdraw(past, 500);
  await testEnv.dispatchAll();
  await control(testEnv, "POST", `wechatpay/transfers/${await billOf(past, paid)}/approve`, {
    notify: true,
  });
  await control(testEnv, "PUT", "wechatpay/faults", { failTransfer: 1 });
  await withdraw(past, 600);
  await testEnv.dispatchAll();
  testEnv.clock.advance(10 * MINUTE_MS);
  await testEnv.runJob("withdrawal-poller");
  await control(testEnv, "PUT", "wechatpay/faults", {});
}

/** Withdrawals that are under way when the database is saved. */
export async function fillOpenWithdrawals(past: Past): Promise<void> {
  const { facts, testEnv } = past;
  const confirming = await withdraw(past, 700);
  await testEnv.dispatchAll();
  facts["confirmingWithdrawal"] = { ...confirming, billNo: await billOf(past, confirming) };
  const forgotten = await withdraw(past, 800);
  await testEnv.dispatchAll();
  const older = `UPDATE withdrawal SET created_at = created_at - interval '26 days', sent_at = sent_at - interval '26 days'
    WHERE withdrawal_no = $1`;
  await asOwner(testEnv, older, [forgotten.withdrawalNo]);
  const input = { withdrawalNo: forgotten.withdrawalNo, found: "failed" as const, reason };
  const by = await asOperator(past, "maker");
  facts["settlement"] = await must(
    exchangeOf(past).call("operatorWithdrawals", "settle", input, by),
  );
  facts["reviewedWithdrawal"] = await withdraw(past, 2_500);
  const half = await withdraw(past, 60_000);
  await decide(past, "approve", half);
  facts["halfApprovedWithdrawal"] = half;
}
const exchangeOf = ({ exchange: calls }: Past) => calls;
