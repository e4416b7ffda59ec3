/**
 * Signs our pages for WeChat's browser (JS-SDK): checks the page's URL, the rate limit and the
 * ticket (H02).
 */
import type { JsdkConfig } from "@yunjing/contract/schemas/wechat";
import type { Context } from "../../platform/context.ts";
import { enforceLimit } from "../../platform/rate-limit.ts";
import type { Db } from "../../platform/database/pool.ts";
import { Refusal } from "../../platform/refusal.ts";
import { isOwnPage, JS_API_LIST, signatureOf, URL_LENGTH_MAX, withoutFragment } from "./model.ts";
import type { PageTickets } from "./port.ts";

const MINUTE_MS = 60_000;
const NONCE_BYTES = 12;

export type PageToSign = {
  readonly url: string;
  readonly ownOrigin: string;
  /** The subject of the rate limit: a known browser, else a network address. */
  readonly requester: string;
};

async function refuseFlood(context: Context, db: Db, requester: string): Promise<void> {
  await enforceLimit(db, {
    subject: `jsdk:${requester}`,
    windowMs: MINUTE_MS,
    now: context.clock.now(),
    most: context.settings.jsdkPerDeviceMinute,
  });
}

/**
 * Returns the `wx.config` data of one page. Refuses URL_FOREIGN for a page of another site,
 * BAD_REQUEST for a URL that is too long, RATE_LIMITED; throws Outage while WeChat returns no
 * ticket.
 */
export async function signPage(
  context: Context,
  db: Db,
  { tickets }: { readonly tickets: PageTickets },
  page: PageToSign,
): Promise<JsdkConfig> {
  const url = withoutFragment(page.url);
  if (url.length > URL_LENGTH_MAX) throw new Refusal("BAD_REQUEST");
  if (!isOwnPage(url, page.ownOrigin)) throw new Refusal("URL_FOREIGN");
  await refuseFlood(context, db, page.requester);
  const ticket = await tickets.jsapiTicket();
  const timestamp = Math.floor(context.clock.now().getTime() / 1_000);
  const nonceStr = Buffer.from(context.random.bytes(NONCE_BYTES)).toString("base64url");
  const signature = signatureOf({ ticket, nonceStr, timestamp, url });
  return { appId: tickets.appId, timestamp, nonceStr, signature, jsApiList: [...JS_API_LIST] };
}
