/** Provokes each refusal of the `operatorDesk` operations (manual handling of supplier orders). */
import { asOwner } from "./backdate.fixture.ts";
import type { Buyer } from "./shop.fixture.ts";
import type { RefusalContext } from "./supply-refusals.fixture.ts";
import type { CallResult } from "./exchange.fixture.ts";

type RefusalCases = Readonly<
  Record<string, Readonly<Record<string, () => Promise<CallResult<unknown>>>>>
>;

const reason = "与供应商核实";
const NOBODYS = "D00000000000000000000NOBODY";

const by = ({ hands }: RefusalContext, hand: 0 | 1 = 0) => ({ token: hands[hand].consoleToken });

/** Returns our supplier order number of a paid card; `isOnDesk` moves it to manual handling. */
async function asked(at: RefusalContext, isOnDesk: boolean, of?: Buyer): Promise<string> {
  const buyer = of ?? (await at.shop.buyer({ principalFen: 5_000 }));
  const orderNo = await at.shop.order(buyer, at.shop.one("card"));
  await at.shop.pay(buyer, orderNo, "balance");
  const found = await at.world.db.$client.query<{ out_no: string }>(
    `SELECT s.out_no FROM supplier_order s JOIN orders o ON o.member_id = s.member_id AND o.id = s.order_id
     WHERE o.order_no = $1`,
    [orderNo],
  );
  const outNo = found.rows[0]?.out_no ?? "";
  if (isOnDesk) {
    const text = "UPDATE supplier_order SET manual_at = now() WHERE out_no = $1";
    await asOwner(at.world, text, [outNo]);
  }
  return outNo;
}

/** Cases by operation and refusal code. */
export const operatorDeskRefusalCases = (given: () => RefusalContext): RefusalCases => {
  const words = { reason, evidence: "供应商客服的回复" };
  const claim = (outNo: string, hand: 0 | 1 = 0) =>
    given().trade.call("operatorDesk", "claim", { outNo }, by(given(), hand));
  const mine = async (): Promise<string> => {
    const outNo = await asked(given(), true);
    await claim(outNo);
    return outNo;
  };
  const handOver = (outNo: string, toId?: string) => {
    const wish = { outNo, reason, ...(toId === undefined ? {} : { toId }) };
    return given().trade.call("operatorDesk", "handOver", wish, by(given()));
  };
  const delivered = (outNo: string) =>
    given().trade.call("operatorDesk", "delivered", { outNo, codes: [], ...words }, by(given()));
  const failed = (outNo: string) =>
    given().trade.call("operatorDesk", "failed", { outNo, ...words }, by(given()));
  return {
    "operatorDesk.claim": {
      NOT_FOUND: () => claim(NOBODYS),
      STATE_CHANGED: async () => claim(await asked(given(), false)),
      DESK_TAKEN: async () => claim(await mine(), 1),
      OWN_ACCOUNT: async () => {
        const own = await given().shop.operator({ principalFen: 5_000 });
        const outNo = await asked(given(), true, own);
        return given().trade.call("operatorDesk", "claim", { outNo }, { token: own.consoleToken });
      },
    },
    "operatorDesk.handOver": {
      NOT_FOUND: () => handOver(NOBODYS),
      STATE_CHANGED: async () => handOver(await asked(given(), false)),
      DESK_CLAIM_NEEDED: async () => handOver(await asked(given(), true)),
      OWN_ACCOUNT: async () => {
        const own = await given().shop.operator({ principalFen: 5_000 });
        const outNo = await asked(given(), true, own);
        await claim(outNo);
        return handOver(outNo, own.memberId);
      },
    },
    "operatorDesk.delivered": {
      NOT_FOUND: () => delivered(NOBODYS),
      STATE_CHANGED: async () => delivered(await asked(given(), false)),
      DESK_CLAIM_NEEDED: async () => delivered(await asked(given(), true)),
      INPUT_INVALID: async () => delivered(await mine()),
    },
    "operatorDesk.failed": {
      NOT_FOUND: () => failed(NOBODYS),
      STATE_CHANGED: async () => failed(await asked(given(), false)),
      DESK_CLAIM_NEEDED: async () => failed(await asked(given(), true)),
    },
  };
};
