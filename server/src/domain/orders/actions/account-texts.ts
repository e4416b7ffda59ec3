/** What was typed in for an order (the account it tops up), in the clear, for whoever only compares it. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { inputSealContext } from "../model.ts";
import { type OrderKey, sealedInputsOf } from "../store/read.ts";

/** One text an item that asks for something; never to leave the server. */
export async function accountTextsOf(
  context: Context,
  db: Db | Tx,
  key: OrderKey,
): Promise<string[]> {
  const inputs = await sealedInputsOf(db, key);
  return inputs.map(({ itemId, sealed }) => context.secrets.open(sealed, inputSealContext(itemId)));
}
