/** Seeds the demo's dealer: the price per code and the monthly quota. */
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { dealersView, setDealer } from "../domain/exchange/actions.ts";

/** Runs once; terms that an operator has changed since stay unchanged. */
export async function seedDealer(context: Context, db: Db, memberId: string): Promise<void> {
  const known = await dealersView(context, db);
  if (known.some((dealer) => dealer.memberId === memberId)) return;
  await setDealer(context, db, {
    memberId,
    name: "华东渠道",
    priceBp: 8_500,
    priceFen: null,
    isOn: true,
    version: 0,
    codesMonth: 1_000_000,
    faceFenMonth: 10_000_000_000,
  });
}
