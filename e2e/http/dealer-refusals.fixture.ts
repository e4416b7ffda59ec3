/**
 * Provokes each refusal of the operators' dealer operations, and of a dealer's monthly statement.
 */
import { insertReversedPayment } from "./dealer-payments.fixture.ts";
import type { Input } from "@yunjing/contract/operations";
import type { Batch } from "@yunjing/contract/schemas/batches";
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { HttpTestEnv, Login } from "./test-env.fixture.ts";

type RefusalCases = Readonly<
  Record<string, Readonly<Record<string, () => Promise<CallResult<unknown>>>>>
>;
export type DealerContext = {
  readonly testEnv: HttpTestEnv;
  readonly exchange: ExchangeFixture;
  readonly operator: Login;
  /** May create codes; creates none in other cases. */
  readonly dealer: Login;
};
const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";

const target = () => ({
  target: "points" as const,
  title: "积分",
  points: 1,
  validUntil: Date.now() + 86_400_000,
});

/** Sets terms with a monthly quota of zero. */
function set(
  { exchange, operator, dealer }: DealerContext,
  changes: Partial<Input<"operatorDealers", "set">> = {},
): Promise<CallResult<unknown>> {
  const terms = {
    memberId: dealer.memberId,
    name: "渠道",
    priceBp: 8_000,
    codesMonth: 0,
    faceFenMonth: 0,
    isOn: true,
    sinceVersion: 0,
    reason: "试一试",
    ...changes,
  };
  return exchange.call("operatorDealers", "set", terms, { token: operator.consoleToken });
}

export async function submittedOverQuota(given: DealerContext): Promise<CallResult<unknown>> {
  await set(given);
  const by = { token: given.dealer.token };
  const create = given.exchange.call<"batches", "create", Batch>;
  const wanted = { name: "批次", count: 1, target: target() };
  const { data } = await create("batches", "create", wanted, by);
  return given.exchange.call("batches", "submit", { batchId: data.batchId }, by);
}

export async function importedOverQuota(given: DealerContext): Promise<CallResult<unknown>> {
  await set(given);
  const wanted = { target: target(), dryRun: false, file: "DEALT-0001\n" };
  return given.exchange.call("batches", "import", wanted, { token: given.dealer.token });
}

const paid = (
  { exchange, operator }: DealerContext,
  { memberNo }: { readonly memberNo: string },
): Promise<CallResult<unknown>> => {
  const month = { memberNo, month: "2026-11", amountFen: 100, slip: "B0001", reason: "已到账" };
  return exchange.call("operatorDealers", "paid", month, { token: operator.consoleToken });
};

async function memberNoOf({ testEnv }: DealerContext, memberId: string): Promise<string> {
  const { rows } = await testEnv.db.$client.query<{ no: string }>(
    "SELECT member_no AS no FROM member WHERE member_id = $1",
    [memberId],
  );
  return rows[0]?.no ?? "";
}

const reverse = (
  { exchange, operator }: DealerContext,
  input: Pick<Input<"operatorDealers", "reverse">, "memberNo" | "paymentId">,
): Promise<CallResult<unknown>> => {
  const wanted = { ...input, reason: "金额登记错了" };
  return exchange.call("operatorDealers", "reverse", wanted, { token: operator.consoleToken });
};

const reversedPayment = ({ testEnv, dealer, operator }: DealerContext): Promise<string> =>
  insertReversedPayment(testEnv.db, {
    memberId: dealer.memberId,
    operatorId: operator.memberId,
    month: "2026-01",
  });

export const dealerRefusalCases = (at: () => DealerContext): RefusalCases => ({
  "operatorDealers.set": {
    NOT_FOUND: () => set(at(), { memberId: UNKNOWN_ID }),
    INPUT_INVALID: () => set(at(), { priceFen: 1 }),
    STATE_CHANGED: () => set(at(), { sinceVersion: 99 }),
    OWN_ACCOUNT: () => set(at(), { memberId: at().operator.memberId }),
  },
  "operatorDealers.paid": {
    NOT_FOUND: () => paid(at(), { memberNo: "999999999" }),
    INPUT_INVALID: async () => {
      await set(at());
      return paid(at(), { memberNo: await memberNoOf(at(), at().dealer.memberId) });
    },
    OWN_ACCOUNT: async () =>
      paid(at(), { memberNo: await memberNoOf(at(), at().operator.memberId) }),
  },
  "operatorDealers.reverse": {
    NOT_FOUND: async () =>
      reverse(at(), {
        memberNo: await memberNoOf(at(), at().dealer.memberId),
        paymentId: UNKNOWN_ID,
      }),
    STATE_CHANGED: async () =>
      reverse(at(), {
        memberNo: await memberNoOf(at(), at().dealer.memberId),
        paymentId: await reversedPayment(at()),
      }),
    OWN_ACCOUNT: async () =>
      reverse(at(), {
        memberNo: await memberNoOf(at(), at().operator.memberId),
        paymentId: UNKNOWN_ID,
      }),
  },
  "operatorDealers.statement": {
    NOT_FOUND: () => {
      const { exchange, operator } = at();
      const input = { memberId: UNKNOWN_ID, month: "2026-11" };
      return exchange.call("operatorDealers", "statement", input, { token: operator.consoleToken });
    },
  },
});
