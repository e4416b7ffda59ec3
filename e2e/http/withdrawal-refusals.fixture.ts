/** Provokes each refusal of withdrawing reward cash over HTTP, for members and for operators. */
import type { Input } from "@yunjing/contract/operations";
import { post } from "@yunjing/server/domain/ledger/actions";
import { Refusal } from "@yunjing/server/platform/refusal";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { asOwner } from "./backdate.fixture.ts";
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

const NOBODYS = "92026010100000000000";
const reason = "核实无误";

/** Creates a member with `rewardFen` of reward cash. */
async function createMemberWithReward(
  { testEnv, shop }: RefusalContext,
  rewardFen = 300_000,
): Promise<Buyer> {
  return withReward(testEnv, await shop.buyer(), rewardFen);
}

async function withReward<B extends Buyer>(
  { context, db }: HttpTestEnv,
  buyer: B,
  rewardFen: number,
): Promise<B> {
  await transaction(db, (tx) =>
    post(context, tx, {
      memberId: buyer.memberId,
      kind: "adjust",
      ref: buyer.memberId,
      actor: "system",
      transfers: [{ asset: "CNY", debit: "expense", credit: "reward_cash", amount: rewardFen }],
    }),
  );
  return buyer;
}

const ask = ({ exchange }: RefusalContext, by: Buyer, input: Input<"withdrawals", "create">) =>
  exchange.call("withdrawals", "create", input, by);

/** Creates a withdrawal in manual review. */
async function createInReview(
  at: RefusalContext,
  of?: Buyer,
): Promise<Buyer & { withdrawalNo: string }> {
  const buyer = of ?? (await createMemberWithReward(at));
  // The second member who sends money to the same payee is reviewed manually.
  const { payers } = at.testEnv.app.gateways;
  const { openidOf } = payers;
  payers.openidOf = () => Promise.resolve("oTheSameForAll");
  const spare = await createMemberWithReward(at);
  await ask(at, spare, { amountFen: 100 });
  const { data } = await ask(at, buyer, { amountFen: 100 }).finally(() => {
    payers.openidOf = openidOf;
  });
  const { withdrawalNo = "" } = data;
  return { ...buyer, withdrawalNo };
}

/** Creates a withdrawal that was approved automatically. */
async function createPaying(
  at: RefusalContext,
  of?: Buyer,
): Promise<Buyer & { withdrawalNo: string }> {
  const buyer = of ?? (await createMemberWithReward(at));
  const { withdrawalNo = "" } = (await ask(at, buyer, { amountFen: 100 })).data;
  return { ...buyer, withdrawalNo };
}

const memberRefusalCases = (given: () => RefusalContext): RefusalCases => ({
  "withdrawals.create": {
    WITHDRAW_MIN: async () => ask(given(), await createMemberWithReward(given()), { amountFen: 1 }),
    WITHDRAW_LIMIT: async () => {
      const buyer = await createMemberWithReward(given());
      for (const amountFen of [100, 200, 300]) await ask(given(), buyer, { amountFen });
      return ask(given(), buyer, { amountFen: 100 });
    },
    BALANCE_SHORT: async () =>
      ask(given(), await createMemberWithReward(given(), 100), { amountFen: 101 }),
    NAME_NEEDED: async () =>
      ask(given(), await createMemberWithReward(given()), { amountFen: 200_001 }),
    STEP_UP_NEEDED: async () =>
      ask(given(), await createMemberWithReward(given()), { amountFen: 20_001 }),
    PHONE_COOLING: async () => {
      const buyer = await createMemberWithReward(given());
      const cool =
        "UPDATE member SET money_cools_until = now() + interval '1 day' WHERE member_id = $1";
      await asOwner(given().testEnv, cool, [buyer.memberId]);
      return ask(given(), buyer, { amountFen: 20_001 });
    },
    ACCOUNT_FROZEN: async () => {
      const buyer = await createMemberWithReward(given());
      const bar = "UPDATE member SET status = 'RESTRICTED' WHERE member_id = $1";
      await asOwner(given().testEnv, bar, [buyer.memberId]);
      return ask(given(), buyer, { amountFen: 100 });
    },
    WECHAT_NEEDED: async () => {
      const buyer = await createMemberWithReward(given());
      const { payers } = given().testEnv.app.gateways;
      const { openidOf } = payers;
      payers.openidOf = () => Promise.reject(new Refusal("WECHAT_NEEDED"));
      return ask(given(), buyer, { amountFen: 100 }).finally(() => {
        payers.openidOf = openidOf;
      });
    },
  },
  "withdrawals.detail": {
    NOT_FOUND: async () => {
      const { withdrawalNo } = await createPaying(given());
      const other = await given().shop.buyer();
      return given().exchange.call("withdrawals", "detail", { withdrawalNo }, other);
    },
  },
  "withdrawals.cancel": {
    NOT_FOUND: async () => {
      const buyer = await given().shop.buyer();
      return given().exchange.call("withdrawals", "cancel", { withdrawalNo: NOBODYS }, buyer);
    },
    ORDER_STATE: async () => {
      const { withdrawalNo, ...buyer } = await createPaying(given());
      return given().exchange.call("withdrawals", "cancel", { withdrawalNo }, buyer);
    },
  },
});

const FORGOTTEN = `UPDATE withdrawal SET created_at = created_at - interval '26 days', sent_at = sent_at - interval '26 days'
  WHERE withdrawal_no = $1`;

const settlementRefusalCases = (given: () => RefusalContext): RefusalCases => {
  const byOperator = (n: 0 | 1) => ({ token: given().operators[n].consoleToken });
  const settle = (withdrawalNo: string, { token } = byOperator(0)) => {
    const input = { withdrawalNo, found: "paid" as const, reason };
    return given().exchange.call("operatorWithdrawals", "settle", input, { token });
  };
  return {
    "operatorWithdrawals.settle": {
      NOT_FOUND: () => settle(NOBODYS),
      STATE_CHANGED: async () => settle((await createPaying(given())).withdrawalNo),
      OWN_ACCOUNT: async () => {
        const { testEnv, shop } = given();
        const own = await withReward(testEnv, await shop.operator(), 300_000);
        const { withdrawalNo } = await createPaying(given(), own);
        await asOwner(testEnv, FORGOTTEN, [withdrawalNo]);
        return settle(withdrawalNo, { token: own.consoleToken });
      },
    },
  };
};

const operatorRefusalCases = (given: () => RefusalContext): RefusalCases => {
  type Act = "approve" | "reject" | "retry" | "recall";
  const decide = (name: Act, withdrawalNo: string, token = given().operators[0].consoleToken) =>
    given().exchange.call("operatorWithdrawals", name, { withdrawalNo, reason }, { token });
  const decided = (name: Act) => ({
    NOT_FOUND: () => decide(name, NOBODYS),
    STATE_CHANGED: async () => decide(name, (await createPaying(given())).withdrawalNo),
  });
  const handled = (name: Act) => ({
    NOT_FOUND: () => decide(name, NOBODYS),
    STATE_CHANGED: async () => decide(name, (await createInReview(given())).withdrawalNo),
  });
  return {
    "operatorWithdrawals.approve": {
      ...decided("approve"),
      TWO_PERSONS: async () => {
        const { withdrawalNo } = await createInReview(given());
        const more =
          "UPDATE withdrawal SET first_reviewer = $2, first_reviewed_at = now() WHERE withdrawal_no = $1";
        await asOwner(given().testEnv, more, [withdrawalNo, given().operators[0].memberId]);
        return decide("approve", withdrawalNo);
      },
      OWN_ACCOUNT: async () => {
        const { testEnv, shop } = given();
        const own = await withReward(testEnv, await shop.operator(), 300_000);
        const { withdrawalNo } = await createInReview(given(), own);
        return decide("approve", withdrawalNo, own.consoleToken);
      },
    },
    "operatorWithdrawals.reject": {
      ...decided("reject"),
      INPUT_INVALID: () =>
        given().exchange.call(
          "operatorWithdrawals",
          "reject",
          { withdrawalNo: NOBODYS, reason: "分享得现金" },
          { token: given().operators[0].consoleToken },
        ),
    },
    ...settlementRefusalCases(given),
    "operatorWithdrawals.retry": handled("retry"),
    "operatorWithdrawals.recall": handled("recall"),
  };
};

export const withdrawalRefusalCases = (given: () => RefusalContext): RefusalCases => ({
  ...memberRefusalCases(given),
  ...operatorRefusalCases(given),
});
