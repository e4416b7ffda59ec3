/**
 * Provides the JS-SDK ticket for our pages in WeChat, with the access token behind it; both are
 * shared and never logged.
 */
import type { PageTickets } from "../../domain/share/port.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { Outage } from "../../platform/refusal.ts";
import { sharedCredential } from "./credential.ts";
import type { Issued, WechatPlatform } from "./platform.ts";

export function wechatTickets(context: Context, db: Db, platform: WechatPlatform): PageTickets {
  const { appId } = platform;
  const tokens = sharedCredential(context, db, {
    name: `${appId}:access_token`,
    fetch: (isRefused) => platform.accessToken(isRefused),
  });
  const askOnce = async (): Promise<Issued | "refused"> => {
    const token = await tokens.current();
    const answer = await platform.jsapiTicket(token.value);
    if (answer === "refused") await tokens.invalidate(token);
    return answer;
  };
  const tickets = sharedCredential(context, db, {
    name: `${appId}:jsapi_ticket`,
    async fetch() {
      const first = await askOnce();
      // Another process may have requested a new token, which ends this one, so the token is
      // fetched again, once.
      const issued = first === "refused" ? await askOnce() : first;
      if (issued === "refused") throw new Outage("wechat", "a new token was refused too");
      return issued;
    },
  });
  return { appId, jsapiTicket: async () => (await tickets.current()).value };
}
