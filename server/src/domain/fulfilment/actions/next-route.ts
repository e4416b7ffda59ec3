/** After a definite no the next supplier is asked, under a new number, in the transaction that heard the no. */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { writeEvent } from "../../../platform/event.ts";
import { contactPlace, drawOutNo, type Placed } from "../model.ts";
import type { Route } from "../port.ts";
import { orderRoutes } from "../routing.ts";
import { standingsOf } from "../store/pace.ts";
import { type RequestRow, submit } from "../store/placed.ts";

/** `row` is what the failed supplier order asked, read before it was forgotten. */
export async function askNext(
  context: Context,
  tx: Tx,
  placed: Placed,
  { routes, row }: { routes: readonly Route[]; row: RequestRow },
): Promise<void> {
  const { secrets, ids, clock, random } = context;
  const id = ids.next();
  const suppliers = routes.map(({ supplierId }) => supplierId);
  const standings = await standingsOf(tx, suppliers, clock.sql());
  const outNo = drawOutNo(context);
  const contact = row.contactSealed && secrets.open(row.contactSealed, contactPlace(placed.id));
  const attempt = placed.attempt + 1;
  const ordered = orderRoutes(routes, { random, standings });
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
    contactSealed: contact === null ? null : secrets.seal(contact, contactPlace(id)),
    now: clock.sql(),
  });
  await writeEvent(context, tx, {
    memberId: placed.ownerId,
    entity: "supplier_order",
    entityId: placed.id,
    name: "next_route",
    actor: { kind: "system" },
    data: { orderId: placed.orderId, outNo, attempt, supplierId: ordered[0]?.supplierId },
  });
}
