/** Lays out what can be topped up. */
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { allPackages, setPackage } from "../domain/wallet/actions.ts";
import { chosenPackage, demoPackages } from "./data/packages.ts";

/** What is there already stays as operators left it. */
export async function seedPackages(context: Context, db: Db): Promise<void> {
  const known = new Set((await allPackages(db)).map(({ packageId }) => packageId));
  for (const [sort, [packageId, amountFen, bonusFen]] of demoPackages.entries()) {
    if (known.has(packageId)) continue;
    const isChosen = packageId === chosenPackage;
    await setPackage(context, db, { packageId, amountFen, bonusFen, isChosen, isOn: true, sort });
  }
}
