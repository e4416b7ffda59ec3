/** Provokes each refusal of the operators' operations on refunds. */
import { queryWithoutTriggers } from "../../server/src/platform/database/superuser.fixture.ts";
import type { CallResult } from "./exchange.fixture.ts";
import { approveOneOfTwo } from "./operator-order-refusals.fixture.ts";
import type { Buyer } from "./shop.fixture.ts";
import type { RefusalContext } from "./supply-refusals.fixture.ts";

type RefusalCases = Readonly<
  Record<string, Readonly<Record<string, () => Promise<CallResult<unknown>>>>>
>;

const reason = "核实无误";
let made = 0;

const by = ({ operators: [maker] }: RefusalContext) => ({ token: maker.consoleToken });

/** Creates a refund of ¥600 to the balance in this state, for an existing order. */
async function refund(
  at: RefusalContext,
  state: "APPLIED" | "SUCCESS",
  of?: Buyer,
): Promise<string> {
  const refundNo = `RT${String(++made).padStart(8, "0")}`;
  const buyer = of ?? (await at.shop.buyer({ principalFen: 5_000 }));
  const orderNo = await at.shop.order(buyer, at.shop.one("card"));
  const ended = state === "SUCCESS" ? "now()" : "NULL";
  await queryWithoutTriggers(
    at.testEnv.db.$client,
    `WITH one AS (
       INSERT INTO refund (member_id, id, order_id, refund_no, reason, applicant, state, cash_fen, balance_fen, points,
                           created_at, ended_at)
       SELECT member_id, gen_random_uuid(), id, $1, '不想要了', 'member', $2, 0, 60000, 0, now(), ${ended}
       FROM orders WHERE order_no = $3 RETURNING member_id, id)
     INSERT INTO refund_no (refund_no, owner_id, refund_id) SELECT $1, member_id, id FROM one`,
    [refundNo, state, orderNo],
  );
  return refundNo;
}

export const operatorRefundRefusalCases = (given: () => RefusalContext): RefusalCases => {
  const decide = (name: "approve" | "reject" | "retry", refundNo: string) =>
    given().exchange.call("operatorRefunds", name, { refundNo, reason }, by(given()));
  const handOver = (refundNo: string, toId = given().operators[1].memberId) => {
    const wanted = { refundNo, toId, reason };
    return given().exchange.call("operatorRefunds", "handOver", wanted, by(given()));
  };
  const usual = (name: "approve" | "reject" | "retry") => ({
    NOT_FOUND: () => decide(name, "RT99999999"),
    STATE_CHANGED: async () => decide(name, await refund(given(), "SUCCESS")),
  });
  return {
    "operatorRefunds.approve": {
      ...usual("approve"),
      REFUND_DENIED: () => approveOneOfTwo(given(), "SUBMITTED"),
      REFUND_CHANGED: () => approveOneOfTwo(given(), "DONE"),
      INPUT_INVALID: async () => {
        const refundNo = await refund(given(), "APPLIED");
        const items = [{ itemId: "00000000-0000-7000-8000-000000000000", quantity: 1 }];
        const input = { refundNo, reason, items };
        return given().exchange.call("operatorRefunds", "approve", input, by(given()));
      },
      TWO_PERSONS: async () => {
        const refundNo = await refund(given(), "APPLIED");
        await decide("approve", refundNo);
        return decide("approve", refundNo);
      },
      OWN_ACCOUNT: async () => {
        const own = await given().shop.operator({ principalFen: 5_000 });
        const refundNo = await refund(given(), "APPLIED", own);
        const input = { refundNo, reason };
        return given().exchange.call("operatorRefunds", "approve", input, {
          token: own.consoleToken,
        });
      },
    },
    "operatorRefunds.handOver": {
      NOT_FOUND: () => handOver("RT99999999"),
      STATE_CHANGED: async () => handOver(await refund(given(), "SUCCESS")),
      INPUT_INVALID: async () =>
        handOver(await refund(given(), "APPLIED"), "00000000-0000-7000-8000-000000000000"),
      OWN_ACCOUNT: async () => {
        const own = await given().shop.operator({ principalFen: 5_000 });
        return handOver(await refund(given(), "APPLIED", own), own.memberId);
      },
    },
    "operatorRefunds.reject": {
      ...usual("reject"),
      INPUT_INVALID: () =>
        given().exchange.call(
          "operatorRefunds",
          "reject",
          { refundNo: "RT99999999", reason: "分享得现金" },
          by(given()),
        ),
    },
    "operatorRefunds.retry": usual("retry"),
  };
};
