/** Opens a page in WeChat: with WeChat's user agent, for a given person. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { type Phone, WECHAT_AGENT } from "../browser.ts";

/** Returns the ID of a person that no other test uses. */
export const newPersonId = (): string => `e2e-${crypto.randomUUID().slice(0, 8)}`;

/** Sets the person that the WeChat sandbox assumes for this browser, so that it asks nothing. */
export const setWechatPerson = (origin: string, page: Page, person: string): Promise<void> => {
  const domain = new URL(origin).hostname;
  const cookie = { name: "sandbox_wechat", value: person, domain, path: "/sandbox/wechat" };
  return page.context().addCookies([cookie]);
};

/** Opens a blank page of the product, so that the test can prepare it before it navigates. */
export async function openPageInWechat(
  device: Phone,
  person: string | undefined,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await device.open("/whale.svg", { userAgent: WECHAT_AGENT, ...options });
  if (person !== undefined) await setWechatPerson(device.origin, page, person);
  return page;
}
