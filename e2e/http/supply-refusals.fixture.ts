/** Provokes each refusal of the operators' supplier operations. */
import { randomUUID } from "node:crypto";
import type { ShopFixture } from "./shop.fixture.ts";
import type { ExchangeFixture } from "./exchange.fixture.ts";
import type { HttpTestEnv, Login } from "./test-env.fixture.ts";
import { queryWithoutTriggers } from "../../server/src/platform/database/superuser.fixture.ts";

/** The fixtures for operators who handle orders and suppliers. */
export type RefusalContext = {
  readonly testEnv: HttpTestEnv;
  readonly exchange: ExchangeFixture;
  readonly shop: ShopFixture;
  readonly operators: readonly [Login, Login];
};

const reason = "与供应商核实";
const NO_LOSS = "00000000-0000-7000-8000-000000000001";

/** Creates a loss of an existing order. */
async function createLossCase({ testEnv, shop }: RefusalContext): Promise<string> {
  const buyer = await shop.buyer({ principalFen: 5_000 });
  const orderNo = await shop.order(buyer, shop.one("card"));
  const lossId = randomUUID();
  await queryWithoutTriggers(
    testEnv.db.$client,
    `WITH asked AS (
       INSERT INTO supplier_order (member_id, id, order_id, supplier_id, out_no, request, state, created_at, ended_at)
       SELECT member_id, gen_random_uuid(), id, 'cards', 'L' || order_no, '{}', 'SUCCESS', now(), now()
       FROM orders WHERE order_no = $1 RETURNING member_id, id, order_id)
     INSERT INTO loss_case (member_id, id, supplier_order_id, order_id, supplier_id, kind, cost_fen, created_at)
     SELECT member_id, $2, id, order_id, 'cards', 'issued_after_failed', 500, now() FROM asked`,
    [orderNo, lossId],
  );
  return lossId;
}

/** Cases by operation and refusal code. */
export const supplyRefusalCases = (given: () => RefusalContext) => {
  const by = () => ({ token: given().operators[0].consoleToken });
  const unknownSupplier = { supplierId: "nobody", reason };
  const topup = { supplierId: "topup", reason };
  return {
    "operatorSupply.topUp": {
      NOT_FOUND: () =>
        given().exchange.call(
          "operatorSupply",
          "topUp",
          { ...unknownSupplier, amountFen: 100 },
          by(),
        ),
    },
    "operatorSupply.switch": {
      NOT_FOUND: () =>
        given().exchange.call(
          "operatorSupply",
          "switch",
          { ...unknownSupplier, isOn: false },
          by(),
        ),
      STATE_CHANGED: () =>
        given().exchange.call("operatorSupply", "switch", { ...topup, isOn: true }, by()),
    },
    "operatorSupply.closeCircuit": {
      NOT_FOUND: () =>
        given().exchange.call("operatorSupply", "closeCircuit", unknownSupplier, by()),
      STATE_CHANGED: () => given().exchange.call("operatorSupply", "closeCircuit", topup, by()),
    },
    "operatorSupply.setRoute": {
      NOT_FOUND: () =>
        given().exchange.call(
          "operatorSupply",
          "setRoute",
          { ...unknownSupplier, skuId: "nothing", priority: 0, isOn: true },
          by(),
        ),
      INPUT_INVALID: () => {
        const route = { skuId: "card", product: "card", costFen: 1, priority: 0, isOn: true };
        return given().exchange.call(
          "operatorSupply",
          "setRoute",
          { ...unknownSupplier, ...route },
          by(),
        );
      },
    },
    "operatorSupply.test": {
      NOT_FOUND: () =>
        given().exchange.call("operatorSupply", "test", { supplierId: "nobody" }, by()),
    },
    "operatorSupply.settlement": {
      NOT_FOUND: () =>
        given().exchange.call(
          "operatorSupply",
          "settlement",
          { supplierId: "nobody", day: "2026-11-20" },
          by(),
        ),
    },
    "operatorSupply.importCards": {
      INPUT_INVALID: () =>
        given().exchange.call(
          "operatorSupply",
          "importCards",
          { product: "tart", cards: "  \n ", dryRun: true, reason },
          by(),
        ),
    },
    "operatorSupply.settleLoss": {
      NOT_FOUND: () =>
        given().exchange.call("operatorSupply", "settleLoss", { lossId: NO_LOSS, reason }, by()),
      STATE_CHANGED: async () => {
        const lossId = await createLossCase(given());
        await given().exchange.call("operatorSupply", "settleLoss", { lossId, reason }, by());
        return given().exchange.call("operatorSupply", "settleLoss", { lossId, reason }, by());
      },
    },
  };
};
