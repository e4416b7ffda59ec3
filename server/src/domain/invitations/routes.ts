/** Contract operations of invite → actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { visit } from "./actions/codes.ts";

export const inviteRoutes = (context: Context, db: Db): Handlers<"invite"> => ({
  visit: async ({ inviteCode, from }, { device, address }) => {
    const visitId = await visit(context, db, { inviteCode, from, device, address });
    return visitId === undefined ? {} : { visitId };
  },
});
