/** Operators make and change the ways in which a SKU is delivered, and read what each cost. */
import type { Context } from "../../../../platform/context.ts";
import type { Db } from "../../../../platform/database/pool.ts";
import { transaction } from "../../../../platform/database/transaction.ts";
import type { NamesOf } from "../../../../platform/person-names.ts";
import { Refusal } from "../../../../platform/refusal.ts";
import {
  putRoute,
  recordRouteCosts,
  type RouteChange,
  routeCosts,
} from "../../store/supplier-routes.ts";
import { recordOperatorChange } from "./change-history.ts";

export type NewRoute = Omit<RouteChange, "now"> & {
  readonly operatorId: string;
  readonly reason: string;
};

/**
 * Changes a route or, with a product and a cost, makes it. Refuses INPUT_INVALID for a new route to a
 * supplier that orders cannot be sent to, NOT_FOUND for an unknown SKU and for a new route without
 * product or cost.
 */
export async function setRoute(
  context: Context,
  db: Db,
  { route, supplierIds }: { readonly route: NewRoute; readonly supplierIds: readonly string[] },
): Promise<void> {
  const { skuId, supplierId, operatorId, reason } = route;
  const isNew = route.product !== undefined || route.costFen !== undefined;
  if (isNew && !supplierIds.includes(supplierId))
    throw new Refusal("INPUT_INVALID", {
      field: "supplierId",
      text: "这个供应商没有接入，请先完成部署配置",
    });
  const now = context.clock.sql();
  await transaction(db, async (tx) => {
    if (!(await putRoute(tx, { ...route, now }))) throw new Refusal("NOT_FOUND");
    await recordRouteCosts(tx, { skuIds: [skuId], operatorId, reason, now });
    const { priority, weight, isOn, product, costFen } = route;
    await recordOperatorChange(context, tx, {
      operatorId,
      entity: "sku",
      name: skuId,
      event: "routed",
      reason,
      data: { supplierId, priority, weight, isOn, product, costFen },
    });
  });
}

/** Returns the products and costs of one route, the latest first, with who set them. */
export async function costsOfRoute(
  db: Db,
  namesOf: NamesOf,
  route: { readonly skuId: string; readonly supplierId: string },
) {
  const rows = await routeCosts(db, route);
  const nameOf = await namesOf(db, [...new Set(rows.map(({ madeBy }) => madeBy))]);
  return rows.map(({ madeBy, ...row }) => ({ ...row, by: nameOf(madeBy) }));
}
