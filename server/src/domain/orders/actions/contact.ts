/** The phone that was left with an order, in the clear, for whoever must reach it. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { contactSealContext } from "../model.ts";
import { type OrderKey, sealedContact } from "../store/read.ts";

/** Never to leave the server; undefined where none was left. */
export async function contactPhone(
  context: Context,
  db: Db,
  key: OrderKey,
): Promise<string | undefined> {
  const sealed = await sealedContact(db, key);
  return sealed && context.secrets.open(sealed, contactSealContext(key.orderId));
}
