/** The import of a supplier's prices: the differences first, then the new costs of all its routes. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../../platform/context.ts";
import type { Db, Tx } from "../../../../platform/database/pool.ts";
import { transaction } from "../../../../platform/database/transaction.ts";
import { Refusal } from "../../../../platform/refusal.ts";
import { type ListedPrice, type PriceFault, readPrices } from "../../model/price-list.ts";
import { changeCost, type PricedRoute, routesOfProducts } from "../../store/supplier-prices.ts";
import { recordRouteCosts } from "../../store/supplier-routes.ts";
import { recordOperatorChange } from "./change-history.ts";
import { isBelowCost } from "./publishable.ts";

const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;

/** The lowest price that a member pays, in fen; undefined for a SKU without a price. */
const lowestPriceOf = ({ priceFen, levels }: PricedRoute): number | undefined =>
  priceFen === null ? undefined : Math.min(priceFen, ...Object.values(levels ?? {}));

/** A price below the new cost would sell at a loss, which needs two persons: see `changePrice`. */
function lossOf(route: PricedRoute, costFen: number): string | undefined {
  const { priceFen, levels, title } = route;
  if (priceFen === null) return undefined;
  const price = { priceFen, levels: levels ?? {}, costFen };
  if (!isBelowCost({ ...price, pointsPrice: undefined, pointsCashFen: undefined }))
    return undefined;
  const lowest = yuan(lowestPriceOf(route) ?? priceFen);
  return `「${title}」售价 ${lowest} 低于成本 ${yuan(costFen)}，请先改价或提交审批`;
}

type Compared = Output<"operatorSuppliers", "importPrices">;

function compare(
  { prices, faults }: { prices: readonly ListedPrice[]; faults: readonly PriceFault[] },
  routes: readonly PricedRoute[],
): Compared {
  const changes: Compared["changes"] = [];
  const found: PriceFault[] = [...faults];
  let unchanged = 0;
  for (const { line, product, costFen } of prices) {
    const ofProduct = routes.filter((route) => route.product === product);
    if (ofProduct.length === 0) found.push({ line, why: `没有渠道使用商品 ${product}` });
    for (const route of ofProduct) {
      const loss = lossOf(route, costFen);
      const lowestPriceFen = lowestPriceOf(route);
      if (route.costFen === costFen) unchanged += 1;
      else if (loss !== undefined) found.push({ line, why: loss });
      else {
        const { skuId, title, costFen: oldFen } = route;
        const price = lowestPriceFen === undefined ? {} : { lowestPriceFen };
        changes.push({ skuId, title, product, oldFen, newFen: costFen, ...price });
      }
    }
  }
  return { changes, unchanged, faults: found.toSorted((one, other) => one.line - other.line) };
}

type Apply = {
  readonly supplierId: string;
  readonly operatorId: string;
  readonly reason: string;
  readonly changes: Compared["changes"];
};

async function apply(context: Context, tx: Tx, { supplierId, operatorId, reason, changes }: Apply) {
  const now = context.clock.sql();
  for (const { skuId, oldFen, newFen } of changes) {
    await changeCost(tx, { supplierId, skuId, newFen, now });
    await recordOperatorChange(context, tx, {
      operatorId,
      entity: "sku",
      name: skuId,
      event: "routed",
      reason,
      data: { supplierId, costFen: newFen, from: oldFen },
    });
  }
  await recordRouteCosts(tx, {
    skuIds: changes.map(({ skuId }) => skuId),
    operatorId,
    reason,
    now,
  });
}

/**
 * Compares a list with the costs of a supplier's routes and, unless it is a dry run, stores the new
 * costs; orders that are placed keep theirs. A list with a fault changes nothing. Refuses
 * INPUT_INVALID for such a list and for one without a line.
 */
export async function importPrices(
  context: Context,
  db: Db,
  input: Input<"operatorSuppliers", "importPrices"> & { readonly operatorId: string },
): Promise<Compared> {
  const { supplierId, operatorId, reason, dryRun } = input;
  const list = readPrices(input.prices);
  if (list.prices.length === 0 && list.faults.length === 0) {
    throw new Refusal("INPUT_INVALID", { field: "prices", text: "没有一行是价格，请核对格式" });
  }
  const products = list.prices.map(({ product }) => product);
  return transaction(db, async (tx) => {
    const wanted = { supplierId, products, now: context.clock.sql() };
    const compared = compare(list, await routesOfProducts(tx, wanted));
    if (dryRun) return compared;
    const [fault] = compared.faults;
    if (fault) {
      const text = `第 ${fault.line} 行：${fault.why}`;
      throw new Refusal("INPUT_INVALID", { field: "prices", text });
    }
    await apply(context, tx, { supplierId, operatorId, reason, changes: compared.changes });
    return compared;
  });
}
