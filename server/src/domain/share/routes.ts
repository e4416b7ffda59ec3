/** Maps the contract operations of WeChat's pages to the share module. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Call } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { signPage } from "./actions.ts";
import type { PageTickets } from "./port.ts";

// A device without a cookie gets a new id with every call, so its network address is used instead.
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
