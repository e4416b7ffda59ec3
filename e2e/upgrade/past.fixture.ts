/** Shared by the steps that fill the database: the running product, its operators, short calls. */
import { operatorPermissions } from "@yunjing/contract/permissions";
import { post } from "@yunjing/server/domain/ledger/actions";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { type ShopFixture, openShopFixture } from "../http/shop.fixture.ts";
import {
  openExchangeFixture,
  type CallResult,
  type ExchangeFixture,
} from "../http/exchange.fixture.ts";
import type { Login } from "../http/test-env.fixture.ts";
import type { SavedTestEnv } from "./saved-test-env.fixture.ts";

export type Past = {
  readonly testEnv: SavedTestEnv;
  readonly exchange: ExchangeFixture;
  readonly shop: ShopFixture;
  /** An operator with a fresh console token: a token expires before the simulated days are over. */
  readonly operator: (who: keyof typeof OPERATORS) => Promise<Login>;
  /** Secrets and numbers that the database holds only as hashes, or that a test needs by name. */
  readonly facts: Record<string, unknown>;
};
const RIGHTS = [...operatorPermissions, "exchange:generate", "exchange:approve"];
const OPERATORS = { maker: "13600000003", checker: "13600000004" } as const;
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** Logs an operator in, who may do everything. */
export const operatorsOf = (testEnv: SavedTestEnv) => (who: keyof typeof OPERATORS) =>
  testEnv.logIn(OPERATORS[who], RIGHTS);

export async function openPast(testEnv: SavedTestEnv): Promise<Past> {
  const exchange = await openExchangeFixture(testEnv);
  return {
    testEnv,
    exchange,
    facts: {},
    shop: await openShopFixture(testEnv, exchange),
    operator: operatorsOf(testEnv),
  };
}

/** The data of a call that must succeed. */
export async function must<D>(call: Promise<CallResult<D>>): Promise<D> {
  const { code, data } = await call;
  if (code !== "DONE") throw new Error(`refused: ${code}`);
  return data;
}

/** The sandbox's control API. */
export async function control(
  { outside }: SavedTestEnv,
  method: "PUT" | "POST",
  path: string,
  body: object,
): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${outside}/sandbox/${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

/** The payer pays at the channel; with `notify` the channel notifies us. */
export const payAtChannel = (testEnv: SavedTestEnv, outTradeNo: string, more: object = {}) =>
  control(testEnv, "POST", `wechatpay/${outTradeNo}/approve`, { notify: false, ...more });

/** Gives a member reward cash. */
export const giveReward = ({ context, db }: SavedTestEnv, memberId: string, amount: number) =>
  transaction(db, (tx) =>
    post(context, tx, {
      memberId,
      kind: "adjust",
      ref: context.ids.next(),
      actor: "system",
      transfers: [{ asset: "CNY", debit: "expense", credit: "reward_cash", amount }],
    }),
  );

export async function rows<T extends object>(
  { db }: SavedTestEnv,
  text: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  return (await db.$client.query<T>(text, [...values])).rows;
}

/** Calls as an operator, on the console. */
export const asOperator = async (past: Pick<Past, "operator">, who: keyof typeof OPERATORS) => ({
  token: (await past.operator(who)).consoleToken,
});

/** Waits until the sandbox supplier has delivered an order. */
export async function untilDelivered({ testEnv }: Past, orderNo: string): Promise<void> {
  for (let tried = 0; tried < 200; tried += 1) {
    const [found] = await rows<{ state: string }>(
      testEnv,
      "SELECT fulfil_state AS state FROM orders WHERE order_no = $1",
      [orderNo],
    );
    if (found?.state === "DONE" || found?.state === "FAILED") return;
    await new Promise((again) => setTimeout(again, 10));
  }
}
