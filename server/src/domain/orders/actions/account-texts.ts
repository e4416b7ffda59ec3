/** Decrypts what was entered for an order (the account it tops up), for comparison only. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { inputSealContext } from "../model.ts";
import { type OrderKey, sealedInputsOf } from "../store/read.ts";

/** Returns one text for each item with input; it must never leave the server. */
export async function accountTextsOf(
  context: Context,
  db: Db | Tx,
  key: OrderKey,
): Promise<string[]> {
  const inputs = await sealedInputsOf(db, key);
  return inputs.map(({ itemId, sealed }) => context.secrets.open(sealed, inputSealContext(itemId)));
}
