/** Provokes each refusal of the `operatorDesk` operations (manual handling of supplier orders). */
import { asOwner } from "./backdate.fixture.ts";
import type { Buyer } from "./shop.fixture.ts";
import type { RefusalContext } from "./supply-refusals.fixture.ts";
import type { CallResult } from "./exchange.fixture.ts";

type RefusalCases = Readonly<
  Record<string, Readonly<Record<string, () => Promise<CallResult<unknown>>>>>
>;

const reason = "与供应商核实";
const UNKNOWN_OUT_NO = "D00000000000000000000NOBODY";

const by = ({ operators }: RefusalContext, operatorIndex: 0 | 1 = 0) => ({
  token: operators[operatorIndex].consoleToken,
});

/** Returns our supplier order number of a paid card; `isOnDesk` moves it to manual handling. */
async function placedOrder(at: RefusalContext, isManual: boolean, of?: Buyer): Promise<string> {
  const buyer = of ?? (await at.shop.buyer({ principalFen: 5_000 }));
  const orderNo = await at.shop.order(buyer, at.shop.one("card"));
  await at.shop.pay(buyer, orderNo, "balance");
  const found = await at.testEnv.db.$client.query<{ out_no: string }>(
    `SELECT s.out_no FROM supplier_order s JOIN orders o ON o.member_id = s.member_id AND o.id = s.order_id
     WHERE o.order_no = $1`,
    [orderNo],
  );
  const outNo = found.rows[0]?.out_no ?? "";
  if (isManual) {
    const text = "UPDATE supplier_order SET manual_at = now() WHERE out_no = $1";
    await asOwner(at.testEnv, text, [outNo]);
  }
  return outNo;
}

/** Cases by operation and refusal code. */
export const operatorQueueRefusalCases = (given: () => RefusalContext): RefusalCases => {
  const evidenceFields = { reason, evidence: "供应商客服的回复" };
  const claim = (outNo: string, operatorIndex: 0 | 1 = 0) =>
    given().exchange.call("operatorDesk", "claim", { outNo }, by(given(), operatorIndex));
  const mine = async (): Promise<string> => {
    const outNo = await placedOrder(given(), true);
    await claim(outNo);
    return outNo;
  };
  const transfer = (outNo: string, toId?: string) => {
    const input = { outNo, reason, ...(toId === undefined ? {} : { toId }) };
    return given().exchange.call("operatorDesk", "handOver", input, by(given()));
  };
  const delivered = (outNo: string) =>
    given().exchange.call(
      "operatorDesk",
      "delivered",
      { outNo, codes: [], ...evidenceFields },
      by(given()),
    );
  const failed = (outNo: string) =>
    given().exchange.call("operatorDesk", "failed", { outNo, ...evidenceFields }, by(given()));
  const recipients = (input: { readonly hasRobot: boolean; readonly sinceVersion: number }) =>
    given().exchange.call(
      "operatorQueues",
      "setRecipients",
      { kind: "cards_low", operators: [], hours: "day", reason, ...input },
      by(given()),
    );
  return {
    "operatorQueues.setRecipients": {
      STATE_CHANGED: () => recipients({ hasRobot: false, sinceVersion: 7 }),
      INPUT_INVALID: () => recipients({ hasRobot: true, sinceVersion: 0 }),
    },
    "operatorDesk.claim": {
      NOT_FOUND: () => claim(UNKNOWN_OUT_NO),
      STATE_CHANGED: async () => claim(await placedOrder(given(), false)),
      DESK_TAKEN: async () => claim(await mine(), 1),
      OWN_ACCOUNT: async () => {
        const own = await given().shop.operator({ principalFen: 5_000 });
        const outNo = await placedOrder(given(), true, own);
        return given().exchange.call(
          "operatorDesk",
          "claim",
          { outNo },
          { token: own.consoleToken },
        );
      },
    },
    "operatorDesk.handOver": {
      NOT_FOUND: () => transfer(UNKNOWN_OUT_NO),
      STATE_CHANGED: async () => transfer(await placedOrder(given(), false)),
      DESK_CLAIM_NEEDED: async () => transfer(await placedOrder(given(), true)),
      OWN_ACCOUNT: async () => {
        const own = await given().shop.operator({ principalFen: 5_000 });
        const outNo = await placedOrder(given(), true, own);
        await claim(outNo);
        return transfer(outNo, own.memberId);
      },
    },
    "operatorDesk.delivered": {
      NOT_FOUND: () => delivered(UNKNOWN_OUT_NO),
      STATE_CHANGED: async () => delivered(await placedOrder(given(), false)),
      DESK_CLAIM_NEEDED: async () => delivered(await placedOrder(given(), true)),
      INPUT_INVALID: async () => delivered(await mine()),
    },
    "operatorDesk.failed": {
      NOT_FOUND: () => failed(UNKNOWN_OUT_NO),
      STATE_CHANGED: async () => failed(await placedOrder(given(), false)),
      DESK_CLAIM_NEEDED: async () => failed(await placedOrder(given(), true)),
    },
  };
};
