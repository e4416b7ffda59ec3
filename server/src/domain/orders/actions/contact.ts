/** Decrypts the contact phone of an order. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { contactSealContext } from "../model.ts";
import { type OrderKey, sealedContact } from "../store/read.ts";

/** Must never leave the server; `undefined` where the order has none. */
export async function contactPhone(
  context: Context,
  db: Db | Tx,
  key: OrderKey,
): Promise<string | undefined> {
  const sealed = await sealedContact(db, key);
  return sealed && context.secrets.open(sealed, contactSealContext(key.orderId));
}
