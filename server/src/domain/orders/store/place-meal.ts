/** Calls the SQL function that places an order of a meal without a code. */
import type { Db } from "../../../platform/database/pool.ts";
import type { Now } from "../../../platform/database/sql.ts";
import type { ArgumentsOf, ResultOf } from "../../../platform/database/sql-function.ts";
import { invariant } from "../../../platform/refusal.ts";
import { ordersPlaceMeal } from "../../../sql/orders.ts";
import { type Intent, rethrow, sealedIntent } from "./place.ts";

/** Instants in ms. */
type PlacedMeal = NonNullable<ResultOf<typeof ordersPlaceMeal>["result"]>;

/** See `functions/place-meal.sql`. Refuses what it raises. */
export async function callPlaceMeal(
  db: Db,
  wanted: {
    readonly memberId: string;
    readonly intent: Intent;
    readonly order: ArgumentsOf<typeof ordersPlaceMeal>["order"];
    readonly now: Now;
  },
): Promise<
  | { readonly outcome: "done" | "replay"; readonly result: PlacedMeal }
  | { readonly outcome: "reused" }
> {
  const { memberId: member, intent, order, now } = wanted;
  const { outcome, result } = await ordersPlaceMeal(db, {
    member,
    intent: sealedIntent(intent),
    order,
    now,
  }).catch(rethrow);
  if (outcome === "reused") return { outcome };
  invariant(result, "a placed order is returned");
  return { outcome, result };
}
