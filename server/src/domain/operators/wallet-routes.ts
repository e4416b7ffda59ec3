/** Maps operators' operations on top-up offers to actions of the balance module. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { Refusal } from "../../platform/refusal.ts";
import { allPackages, setPackage } from "../wallet/actions.ts";

export const operatorWalletRoutes = (context: Context, db: Db): Handlers<"operatorWallet"> => ({
  packages: async () => ({ list: await allPackages(db) }),
  setPackage: async ({ reason: _, ...wanted }) => {
    // A bonus as large as its amount would pay members for topping up.
    if (wanted.bonusFen >= wanted.amountFen)
      throw new Refusal("BAD_REQUEST", { field: "bonusFen", text: "赠送金额要小于充值金额" });
    await setPackage(context, db, wanted);
    return {};
  },
});
