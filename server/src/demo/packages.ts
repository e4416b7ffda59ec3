/** Seeds the top-up packages. */
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { allPackages, setPackage } from "../domain/wallet/actions.ts";
import { chosenPackage, demoPackages } from "./data/packages.ts";

/** Existing packages stay as operators left them. */
export async function seedPackages(context: Context, db: Db): Promise<void> {
  const known = new Set((await allPackages(db)).map(({ packageId }) => packageId));
  for (const [sort, [packageId, amountFen, bonusFen]] of demoPackages.entries()) {
    if (known.has(packageId)) continue;
    const isChosen = packageId === chosenPackage;
    await setPackage(context, db, { packageId, amountFen, bonusFen, isChosen, isOn: true, sort });
  }
}
