/** Somebody in WeChat: a page with its user agent, and whose WeChat it is. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { type Phone, WECHAT_AGENT } from "../browser.ts";

/** A person whom no test has met. */
export const newPersonId = (): string => `e2e-${crypto.randomUUID().slice(0, 8)}`;

/** From now on the pretend WeChat takes this browser for that person's, and asks nothing. */
export const setWechatPerson = (origin: string, page: Page, person: string): Promise<void> => {
  const domain = new URL(origin).hostname;
  const cookie = { name: "sandbox_wechat", value: person, domain, path: "/sandbox/wechat" };
  return page.context().addCookies([cookie]);
};

/** A page of ours that has only been begun: still to be prepared and led where it is wanted. */
export async function openPageInWechat(
  device: Phone,
  person: string | undefined,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await device.open("/whale.svg", { userAgent: WECHAT_AGENT, ...options });
  if (person !== undefined) await setWechatPerson(device.origin, page, person);
  return page;
}
