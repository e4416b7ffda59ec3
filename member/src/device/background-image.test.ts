/** Tests U12: every failure to load a poster's background has the spec's message. */
import { afterEach, expect, test, vi } from "vitest";
import { downloadBackgroundImage } from "./background-image.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const answering = (answer: () => Promise<Response>) => vi.stubGlobal("fetch", answer);
const FAILED = "下载背景图片失败";

test("U12 a background image is returned as the bytes of an image", async () => {
  const headers = { "content-type": "image/png" };
  answering(async () => new Response("png", { headers }));
  const image = await downloadBackgroundImage("/sea.png");
  expect(image.type).toBe("image/png");
  expect(await image.text()).toBe("png");
});

test.each([
  ["is missing", async () => new Response("", { status: 404 })],
  ["is a page", async () => new Response("<p>", { headers: { "content-type": "text/html" } })],
  ["cannot be reached", () => Promise.reject(new TypeError("fetch failed"))],
])("U12 an image that %s fails with 下载背景图片失败", async (_, answer) => {
  answering(answer);
  await expect(downloadBackgroundImage("/sea.png")).rejects.toThrow(FAILED);
});

test("U12 an image that never arrives fails after 60 s", async () => {
  vi.useFakeTimers();
  answering(() => new Promise(() => undefined));
  const download = downloadBackgroundImage("/sea.png").catch((thrown: unknown) => thrown);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await download).toMatchObject({ message: FAILED, cause: { name: "TaskTimeout" } });
});
