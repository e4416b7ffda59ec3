/**
 * Simulates members who buy and pay with WeChat continuously; a step whose answer is lost is
 * retried under its key.
 */
import { setTimeout as pause } from "node:timers/promises";
import { call, type Outcome } from "./caller.fixture.ts";
import { waitUntilReady } from "./redeemers.fixture.ts";

/** One purchase: an order of the shop, or a top-up of the balance. */
export type Purchase = {
  readonly kind: "order" | "topup";
  readonly outTradeNo: string;
  /** Order or top-up number; the same in the first answer and in every later one. */
  readonly number: string;
};

type Origins = { readonly origin: string; readonly channel: string };
type Step = { readonly path: string; readonly body: object; readonly key: string };

export type Payers = {
  /** Starts no new purchase, and waits until every started one is paid at the channel. */
  stop(): Promise<void>;
  readonly purchases: readonly Purchase[];
  lostAnswers(): number;
  /** Answers that must never occur. */
  readonly unexpectedAnswers: string[];
};

const TOPUP_FEN = 1_000;
const BREATH_MS = 30;
const BUSY_PAUSE_MS = 200;

/** Retries until an answer comes: the server may be killed before, during or after its answer. */
async function callUntilAnswered<T>(
  origin: string,
  token: string,
  step: Step,
  onLost: () => void,
): Promise<T> {
  for (;;) {
    const { path, body, key } = step;
    const outcome: Outcome<T> = await call<T>(origin, path, { body, token, key });
    if (outcome.kind === "done") return outcome.data;
    if (outcome.kind === "refused") throw new Error(`${path}: ${outcome.code}`);
    if (outcome.status !== undefined && outcome.status !== 503) {
      throw new Error(`${path}: HTTP ${outcome.status}`);
    }
    onLost();
    await waitUntilReady(origin);
  }
}

/**
 * Approves the payment in WeChat. The channel sends no notification for every third payment, and
 * one or two for the others.
 */
async function approve(channel: string, outTradeNo: string, turn: number): Promise<void> {
  const body = { notify: turn % 3 > 0, times: 1 + (turn % 2) };
  for (let isRepeated = false; ; isRepeated = true) {
    const answer = await fetch(`${channel}/sandbox/wechatpay/${outTradeNo}/approve`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    // A channel behind the product may be "not now", and the payment made all the same.
    if (answer.ok || (isRepeated && answer.status < 500)) return;
    if (answer.status !== 503) throw new Error(`the payer could not pay: ${answer.status}`);
    await pause(BUSY_PAUSE_MS);
  }
}

type Ask = <T>(path: string, body: object, step: string) => Promise<T>;

async function buy(ask: Ask, skuId: string): Promise<Purchase> {
  const items = [{ skuId, quantity: 1 }];
  const { quoteToken } = await ask<{ quoteToken: string }>("/orders/quote", { items }, "quote");
  const { orderNo } = await ask<{ orderNo: string }>("/orders", { quoteToken }, "place");
  const paying = { channel: "wechat", via: "h5" };
  const { outTradeNo } = await ask<{ outTradeNo: string }>(`/orders/${orderNo}/pay`, paying, "pay");
  return { kind: "order", number: orderNo, outTradeNo };
}

type Begun = { topUp: { topUpNo: string }; payment: { outTradeNo: string } };
async function topUp(ask: Ask): Promise<Purchase> {
  const body = { amountFen: TOPUP_FEN, via: "h5" };
  const { topUp: begun, payment } = await ask<Begun>("/wallet/topups", body, "topup");
  return { kind: "topup", number: begun.topUpNo, outTradeNo: payment.outTradeNo };
}

/**
 * Starts one loop per login: it buys or tops up in turn, and pays each purchase before the next
 * one.
 */
export function startPayers(
  { origin, channel }: Origins,
  { tokens, skuId }: { tokens: readonly string[]; skuId: string },
): Payers {
  const purchases: Purchase[] = [];
  const unexpectedAnswers: string[] = [];
  let lost = 0;
  const onLost = () => void lost++;
  let isStopping = false;
  const pay = async (token: string, number: number) => {
    for (let turn = 0; !isStopping; turn++) {
      const ask: Ask = (path, body, step) =>
        callUntilAnswered(
          origin,
          token,
          { path, body, key: `payer-${number}-${turn}-${step}` },
          onLost,
        );
      const one = await (turn % 2 === 1 ? topUp(ask) : buy(ask, skuId));
      purchases.push(one);
      await approve(channel, one.outTradeNo, turn);
      await pause(BREATH_MS);
    }
  };
  const payments = Promise.all(
    tokens.map((token, number) =>
      pay(token, number).catch((error: unknown) => void unexpectedAnswers.push(String(error))),
    ),
  );
  return {
    purchases,
    unexpectedAnswers,
    lostAnswers: () => lost,
    async stop() {
      isStopping = true;
      await payments;
    },
  };
}
