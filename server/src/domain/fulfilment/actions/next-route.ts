/**
 * Submits to the next supplier after a definite failure, under a new number, in the transaction
 * that applied the failure.
 */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { contactSealContext, generateOutNo, type SupplierOrderRow } from "../model.ts";
import type { Route } from "../port.ts";
import { orderRoutes } from "../routing.ts";
import { findSupplierStats } from "../store/query-budget.ts";
import { type RequestRow, submit } from "../store/supplier-orders.ts";

/** `row` is the request of the failed supplier order, read before it was erased. */
export async function submitToNextRoute(
  context: Context,
  tx: Tx,
  placed: SupplierOrderRow,
  { routes, row }: { routes: readonly Route[]; row: RequestRow },
): Promise<void> {
  const { secrets, ids, clock, random } = context;
  const id = ids.next();
  const suppliers = routes.map(({ supplierId }) => supplierId);
  const stats = await findSupplierStats(tx, suppliers, clock.sql());
  const outNo = generateOutNo(context);
  const contact =
    row.contactSealed && secrets.open(row.contactSealed, contactSealContext(placed.id));
  const attempt = placed.attempt + 1;
  const ordered = orderRoutes(routes, { random, stats });
  await submit(tx, placed.ownerId, {
    supply: {
      id,
      orderId: placed.orderId,
      itemId: placed.itemId,
      routes: ordered,
      outNo,
      request: row.request,
      messageId: ids.next(),
      attempt,
      isManual: placed.isManual,
    },
    contactSealed: contact === null ? null : secrets.seal(contact, contactSealContext(id)),
    now: clock.sql(),
  });
  await writeHistoryEntry(context, tx, {
    memberId: placed.ownerId,
    entity: "supplier_order",
    entityId: placed.id,
    name: "next_route",
    actor: { kind: "system" },
    data: { orderId: placed.orderId, outNo, attempt, supplierId: ordered[0]?.supplierId },
  });
}
