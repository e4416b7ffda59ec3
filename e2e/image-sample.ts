/** Opens the developer page's samples of images, for the tests of images. */
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import type { Phone } from "./browser.ts";
import { stateOf } from "./login.ts";
import { productOfWorker } from "./worker-product.ts";

/** The address of the samples. */
export const SAMPLE = "/pages/devop/debug?show=images";

/** Returns the first sample image, which opens the preview. */
export const picture = (page: Page): Locator =>
  page.getByRole("button", { name: "一桶炸鸡和薯条" });

/** Opens the samples as the demo operator and waits until the first image is shown. */
export async function openSample(
  device: Phone,
  options: BrowserContextOptions = {},
): Promise<Page> {
  // One of the samples is a missing picture.
  device.expectFailure(/^\/assets\/no-such-image\.svg$/, 404);
  const page = await device.open(SAMPLE, {
    ...options,
    storageState: stateOf(productOfWorker().operator),
  });
  await picture(page).waitFor();
  return page;
}
