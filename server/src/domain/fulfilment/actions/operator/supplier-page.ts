/** Operators' actions on the page of one supplier: its form, callbacks and unknown orders. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../../platform/context.ts";
import { keysetPageOf, keysetResult, readCursor } from "../../../../platform/database/keyset.ts";
import type { Db } from "../../../../platform/database/pool.ts";
import { withoutNulls } from "../../../../platform/http/fields.ts";
import { Refusal } from "../../../../platform/refusal.ts";
import {
  listCallbacks,
  listUnknown,
  readSupplierForm,
  writeSupplierForm,
} from "../../store/supplier-page.ts";

const PAGE_SIZE = 20;

/** Refuses NOT_FOUND. */
export async function supplierForm(
  db: Db,
  supplierId: string,
): Promise<Output<"operatorSuppliers", "detail">> {
  const form = await readSupplierForm(db, supplierId);
  if (!form) throw new Refusal("NOT_FOUND");
  const { lowestFen, unknownMax, ...texts } = form;
  return { supplierId, ...texts, ...withoutNulls({ lowestFen, unknownMax }) };
}

/** Returns the new version. Refuses NOT_FOUND, and STATE_CHANGED after another change. */
export async function changeSupplierForm(
  db: Db,
  { supplierId, ...input }: Input<"operatorSuppliers", "change">,
): Promise<number> {
  await supplierForm(db, supplierId);
  const { name, phone, hours, script, lowestFen = null, unknownMax = null, sinceVersion } = input;
  const limits = { lowestFen, unknownMax, version: sinceVersion };
  const form = { name, phone, hours, script, ...limits };
  if (!(await writeSupplierForm(db, supplierId, form))) throw new Refusal("STATE_CHANGED");
  return sinceVersion + 1;
}

/** Refuses NOT_FOUND, BAD_REQUEST. */
export async function supplierCallbacks(
  db: Db,
  { supplierId, cursor, pageSize = PAGE_SIZE }: Input<"operatorSuppliers", "callbacks">,
): Promise<Output<"operatorSuppliers", "callbacks">> {
  await supplierForm(db, supplierId);
  const page = { after: readCursor(cursor), limit: pageSize };
  const rows = await listCallbacks(db, supplierId, page);
  return keysetResult(rows, page, ({ id, receivedAt, outNo, state, orderNo, at, outcome }) => ({
    callbackId: id,
    receivedAt,
    outNo,
    state,
    ...withoutNulls({ orderNo, at, outcome }),
  }));
}

/** Refuses NOT_FOUND, BAD_REQUEST. */
export async function unknownOrders(
  context: Context,
  db: Db,
  { supplierId, ...paging }: Input<"operatorSuppliers", "unknown">,
): Promise<Output<"operatorSuppliers", "unknown">> {
  await supplierForm(db, supplierId);
  const page = keysetPageOf(paging);
  const rows = await listUnknown(db, { supplierId, now: context.clock.now() }, page);
  return keysetResult(rows, page, ({ id: _id, micros: _micros, ...row }) => {
    const { manualAt, nextQueryAt, claimedBy, ...order } = row;
    return { ...order, ...withoutNulls({ manualAt, nextQueryAt, claimedBy }) };
  });
}
