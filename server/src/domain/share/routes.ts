/** Contract operations of WeChat's pages → the share room. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Call } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { signPage } from "./actions.ts";
import type { PageTickets } from "./port.ts";

// A device that has no cookie yet gets a new name with every call, so its address answers for it.
const requesterOf = ({ cookies, device, address }: Call): string =>
  cookies["did"] === device ? `device:${device}` : `address:${address}`;

export const wechatRoutes = (
  context: Context,
  db: Db,
  parts: { readonly tickets: PageTickets },
): Handlers<"wechat"> => ({
  jsdk: async ({ url }, call) => ({
    config: await signPage(context, db, parts, {
      url,
      ownOrigin: call.ownOrigin,
      requester: requesterOf(call),
    }),
  }),
});
