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

/**
 * Returns the first field of an item's form: the account that it tops up, or the phone that its
 * tickets go to. It must never leave the server; `undefined` where nothing was entered.
 */
export async function itemContact(
  context: Context,
  db: Db | Tx,
  { itemId, ...key }: OrderKey & { readonly itemId: string },
): Promise<string | undefined> {
  const input = (await sealedInputsOf(db, key)).find((each) => each.itemId === itemId);
  if (!input) return undefined;
  const entered: unknown = JSON.parse(context.secrets.open(input.sealed, inputSealContext(itemId)));
  const first = Object.values(entered ?? {})[0];
  return typeof first === "string" ? first : undefined;
}
