/** Seeds the demo's dealers: the price per code and the monthly quota of each. */
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { dealersView, setDealer } from "../domain/exchange/actions.ts";
import type { Role } from "./people.ts";

/** A price per code in hundredths of a percent of the face value; quotas of a month, in codes and fen. */
const dealers = [
  {
    role: "dealer",
    name: "华东渠道",
    priceBp: 8_500,
    codesMonth: 1_000_000,
    faceFenMonth: 10_000_000_000,
  },
  {
    role: "southDealer",
    name: "华南渠道",
    priceBp: 8_800,
    codesMonth: 20_000,
    faceFenMonth: 50_000_000,
  },
  {
    role: "westDealer",
    name: "西部渠道",
    priceBp: 9_000,
    codesMonth: 5_000,
    faceFenMonth: 10_000_000,
  },
] as const;

/** Runs once; terms that an operator has changed since stay unchanged. */
export async function seedDealers(
  context: Context,
  db: Db,
  people: Readonly<Record<Role, string>>,
): Promise<void> {
  const known = new Set((await dealersView(context, db)).map(({ memberId }) => memberId));
  for (const { role, ...terms } of dealers) {
    const memberId = people[role];
    if (known.has(memberId)) continue;
    await setDealer(context, db, { ...terms, memberId, priceFen: null, isOn: true, version: 0 });
  }
}
