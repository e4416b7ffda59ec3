/** Provokes each refusal of the balance operations over HTTP. */
import type { Input } from "@yunjing/contract/operations";
import { freeze } from "@yunjing/server/domain/ledger/actions";
import { creditedTopUp, openTopUp } from "@yunjing/server/domain/wallet/testing";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { Refusal } from "@yunjing/server/platform/refusal";
import type { Buyer, ShopFixture } from "./shop.fixture.ts";
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { HttpTestEnv, Login } from "./test-env.fixture.ts";

type PendingResult = Promise<CallResult<unknown>>;
type RefusalCases = Readonly<Record<string, Readonly<Record<string, () => PendingResult>>>>;
type RefusalContext = {
  readonly testEnv: HttpTestEnv;
  readonly exchange: ExchangeFixture;
  readonly shop: ShopFixture;
  readonly operators: readonly [Login, Login];
};

const UNKNOWN_NUMBER = "20260101000000000000";
const reason = "新增档位";
let keys = 0;

const topUp = (
  { exchange }: RefusalContext,
  buyer: Buyer,
  input: Input<"wallet", "topUp">,
  key?: string,
) => exchange.call("wallet", "topUp", input, { token: buyer.token, ...(key ? { key } : {}) });
const topUpRefusalCases = async (at: RefusalContext, name: "topUpDetail" | "refundSheet") =>
  at.exchange.call("wallet", name, { topUpNo: UNKNOWN_NUMBER }, await at.shop.buyer());
const refund = ({ exchange }: RefusalContext, buyer: Buyer, topUpNo: string, refundFen = 1) =>
  exchange.call("wallet", "refund", { topUpNo, refundFen }, buyer);

/** Creates a credited top-up of 100 元 with 5 元 of bonus. */
async function creditTopUp(at: RefusalContext): Promise<Buyer & { topUpNo: string }> {
  const { context, db } = at.testEnv;
  const buyer = await at.shop.buyer();
  const wanted = { memberId: buyer.memberId, amountFen: 10_000, bonusFen: 500 };
  return { ...buyer, topUpNo: (await creditedTopUp(context, db, wanted)).topUpNo };
}

const beginRefusalCases = (given: () => RefusalContext): RefusalCases[string] => ({
  NOT_FOUND: async () => topUp(given(), await given().shop.buyer(), { packageId: "nothing" }),
  TOPUP_LIMIT: async () => topUp(given(), await given().shop.buyer(), { amountFen: 999 }),
  BALANCE_FULL: async () => {
    const buyer = await given().shop.buyer({ principalFen: 990_001 });
    return topUp(given(), buyer, { amountFen: 10_000 });
  },
  ACCOUNT_FROZEN: async () => {
    const { context, db } = given().testEnv;
    const buyer = await given().shop.buyer();
    const { memberId } = buyer;
    const why = { memberId, asset: "CNY", reason: "核查", actor: "system" } as const;
    await transaction(db, (tx) => freeze(context, tx, why));
    return topUp(given(), buyer, { amountFen: 10_000 });
  },
  PARTNER_DOWN: async () => topUp(given(), await given().shop.buyer(), { amountFen: 10_000 }),
  PAY_PENDING: async () => {
    const buyer = await given().shop.buyer();
    const key = `topup-${++keys}`;
    await topUp(given(), buyer, { amountFen: 10_000 }, key);
    // The second way to pay first has to close the first one, and the channel of these tests does
    // not answer.
    return topUp(given(), buyer, { amountFen: 10_000, via: "h5" }, key);
  },
  WECHAT_NEEDED: async () => {
    const { payers } = given().testEnv.app.gateways;
    const { openidOf } = payers;
    const buyer = await given().shop.buyer();
    payers.openidOf = () => Promise.reject(new Refusal("WECHAT_NEEDED"));
    return topUp(given(), buyer, { amountFen: 10_000 }).finally(() => {
      payers.openidOf = openidOf;
    });
  },
});

export const walletRefusalCases = (given: () => RefusalContext): RefusalCases => ({
  "wallet.topUp": beginRefusalCases(given),
  "wallet.topUpDetail": { NOT_FOUND: () => topUpRefusalCases(given(), "topUpDetail") },
  "wallet.refundSheet": { NOT_FOUND: () => topUpRefusalCases(given(), "refundSheet") },
  "wallet.refund": {
    NOT_FOUND: async () => refund(given(), await given().shop.buyer(), UNKNOWN_NUMBER),
    ORDER_STATE: async () => {
      const { context, db } = given().testEnv;
      const buyer = await given().shop.buyer();
      const wanted = { memberId: buyer.memberId, amountFen: 10_000 };
      return refund(given(), buyer, (await openTopUp(context, db, wanted)).topUpNo);
    },
    REFUND_DENIED: async () => {
      const { topUpNo, ...buyer } = await creditTopUp(given());
      await given().testEnv.db.$client.query(
        "SELECT wallet_hold($1, $2, NULL, 10500, $3, 's', '', NULL)",
        [buyer.memberId, given().testEnv.context.ids.next(), new Date(Date.now() + 60_000)],
      );
      return refund(given(), buyer, topUpNo);
    },
    REFUND_CHANGED: async () => {
      const { topUpNo, ...buyer } = await creditTopUp(given());
      return refund(given(), buyer, topUpNo, 9_999);
    },
    ACCOUNT_FROZEN: async () => {
      const { topUpNo, ...buyer } = await creditTopUp(given());
      const freeze = "SELECT ledger_freeze($1, 'CNY', '核查', 'operator:1', NULL)";
      await given().testEnv.db.$client.query(freeze, [buyer.memberId]);
      return refund(given(), buyer, topUpNo);
    },
  },
  "operatorWallet.setPackage": {
    TOPUP_LIMIT: () => {
      const { exchange, operators } = given();
      const [{ consoleToken: token }] = operators;
      const wanted = { packageId: "tiny", amountFen: 1, bonusFen: 0, isChosen: false, isOn: true };
      return exchange.call(
        "operatorWallet",
        "setPackage",
        { ...wanted, sort: 9, reason },
        { token },
      );
    },
  },
});
