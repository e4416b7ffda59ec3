/** The adaptive image in a browser (D12): measured every 50 ms, given up at 30 s, filled or shown whole. */
import { expect, test } from "vitest";
import { expectAccessible, phone } from "./browser.ts";
import { openSample } from "./image-sample.ts";

const device = phone();
type Measured = { readonly counts: Record<string, number>; readonly since: Record<string, number> };

/** Counts how often the page measures each image, by its alternative text, and when it began. */
function countMeasuring(): void {
  const measured = { counts: {} as Record<string, number>, since: {} as Record<string, number> };
  Object.assign(window, { measured });
  const own = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, "naturalWidth");
  Object.defineProperty(HTMLImageElement.prototype, "naturalWidth", {
    configurable: true,
    get(this: HTMLImageElement): number {
      measured.counts[this.alt] = (measured.counts[this.alt] ?? 0) + 1;
      measured.since[this.alt] ??= Date.now();
      return own?.get?.call(this) ?? 0;
    },
  });
}

/** The sample page with a lighthouse that does not come, on a clock that stands still. */
async function openLate() {
  const page = await openSample(device);
  await page.clock.install();
  await page.addInitScript(countMeasuring);
  const never = "**/assets/sea-*.svg";
  await page.route(never, () => undefined);
  await page.reload();
  const late = page.getByRole("region", { name: "自适应图片" });
  await late.getByText("图片加载失败").waitFor();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500);
  const read = () =>
    page.evaluate(() => {
      const { counts, since } = (window as unknown as { measured: Measured }).measured;
      return {
        count: counts["灯塔"] ?? 0,
        waitedMs: Date.now() - (since["灯塔"] ?? Date.now()),
      };
    });
  return { page, late, never, read };
}

test("D12 an image is measured every 50 ms until it has a size, and never after that", async () => {
  const { page, late, never, read } = await openLate();
  const before = (await read()).count;
  expect(before).toBeGreaterThan(0);
  await page.clock.runFor(1_000);
  expect((await read()).count - before).toBe(20);
  await page.unroute(never);
  // The image itself comes without the clock; it is found by the next measuring.
  await late.getByRole("img", { name: "灯塔" }).evaluate((image: HTMLImageElement) => {
    image.src = `${image.src}?again`;
    return image.decode();
  });
  expect(await late.locator("img[alt='灯塔'][data-fit]").count()).toBe(0);
  await page.clock.runFor(50);
  await late.locator("img[alt='灯塔'][data-fit]").waitFor();
  const found = (await read()).count;
  await page.clock.runFor(1_000);
  expect((await read()).count).toBe(found);
  await page.context().close();
});

test("D12 an image that never comes is given up at 30 s, again after another try, and comes in the end", async () => {
  const { page, late, never, read } = await openLate();
  const below = page.getByRole("heading", { name: "海报背景" });
  const place = await below.boundingBox();
  const timedOut = late.getByText("图片加载超时");
  // The page's own start of the 30 s is a few ms before the first measurement; the second try is
  // exact.
  await page.clock.runFor(29_900 - (await read()).waitedMs);
  expect(await timedOut.count()).toBe(0);
  await page.clock.runFor(100);
  await timedOut.waitFor();
  expect(await below.boundingBox()).toEqual(place);
  const { count } = await read();
  await page.clock.runFor(1_000);
  expect((await read()).count).toBe(count);
  const again = late.getByRole("button", { name: "重新加载灯塔" });
  await again.click();
  await timedOut.waitFor({ state: "detached" });
  await page.clock.runFor(29_999);
  expect(await timedOut.count()).toBe(0);
  await page.clock.runFor(1);
  await timedOut.waitFor();
  await page.unroute(never);
  await again.click();
  await late
    .getByRole("img", { name: "灯塔" })
    .evaluate((image: HTMLImageElement) => image.decode());
  await page.clock.runFor(50);
  await late.locator("img[alt='灯塔'][data-fit]").waitFor();
  expect(await below.boundingBox()).toEqual(place);
  await page.context().close();
});

test("D12 an image that is not there says so at once; no state has a barrier", async () => {
  const page = await openSample(device);
  await page.getByText("图片加载失败").waitFor();
  await page.waitForFunction(() => document.querySelector("[aria-busy='true']") === null);
  await expectAccessible(page);
  await page.context().close();
});

test("D12 an image fills its box or is shown whole, by its measured size", async () => {
  const page = await openSample(device);
  const images = page.locator("img[data-fit]");
  await expect.poll(() => images.count()).toBe(4);
  const drawn = await images.evaluateAll((nodes: HTMLImageElement[]) =>
    nodes.map((image) => {
      const box = image.getBoundingClientRect();
      const ratios = [image.naturalWidth / image.naturalHeight, box.width / box.height];
      const cut = 1 - Math.min(...ratios) / Math.max(...ratios);
      return { cut, fit: getComputedStyle(image).objectFit };
    }),
  );
  // At most a fifth of an image may be cut away.
  for (const { cut, fit } of drawn) expect(fit).toBe(cut <= 0.2 ? "cover" : "contain");
  await page.context().close();
});

test("D12 reduced motion shows images without a fade", async () => {
  const page = await openSample(device, { reducedMotion: "reduce" });
  const image = page.locator("img[data-fit]").first();
  await image.waitFor();
  expect(await image.evaluate((node) => getComputedStyle(node).transitionDuration)).toBe("0s");
  await page.context().close();
});
