/** Tests the poster cache: each poster drawn once, a memory limit, and one drawing at a time. */
import { expect, test } from "vitest";
import { createPosterCache } from "./poster-cache.ts";
import type { PosterFacts } from "./model.ts";

const factsOf = (nickname: string): PosterFacts => ({
  posterId: "deep-sea",
  texts: { slogan: ["一张卡"], offer: ["会员价"] },
  nickname,
  link: "https://yunjing.example/",
});

/** Draws ten bytes when released. Records what was started, and the maximum number at once. */
function controlledDraw() {
  const begun: string[] = [];
  const waiting: (() => void)[] = [];
  let atWork = 0;
  let atOnce = 0;
  const draw = async ({ nickname }: PosterFacts): Promise<Uint8Array> => {
    begun.push(nickname);
    atWork += 1;
    atOnce = Math.max(atOnce, atWork);
    await new Promise<void>((go) => waiting.push(go));
    atWork -= 1;
    if (nickname === "failing") throw new Error("no colours left");
    return new Uint8Array(10);
  };
  async function finishAll() {
    for (let turn = 0; turn < 50; turn += 1) {
      waiting.splice(0).forEach((go) => go());
      await new Promise(setImmediate);
    }
  }
  return { draw, begun, finishAll, atOnce: () => atOnce };
}

test("concurrent requests for the same poster share one drawing, and later ones find it in the cache", async () => {
  const { draw, begun, finishAll } = controlledDraw();
  const gallery = createPosterCache({ draw });
  const pictures = [1, 2, 3].map(async () => gallery.picture(factsOf("one")));
  await finishAll();
  const [picture] = await Promise.all(pictures);
  expect(await gallery.picture(factsOf("one"))).toBe(picture);
  expect(begun).toEqual(["one"]);
});

test("posters are drawn one after another, also after a failure", async () => {
  const { draw, begun, finishAll, atOnce } = controlledDraw();
  const gallery = createPosterCache({ draw });
  const pictures = ["failing", "two", "three"].map((name) => gallery.picture(factsOf(name)));
  const ends = Promise.allSettled(pictures);
  await finishAll();
  expect((await ends).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect([begun, atOnce()]).toEqual([["failing", "two", "three"], 1]);
});

test("the least recently used poster is drawn again once the cache is full", async () => {
  const { draw, begun, finishAll } = controlledDraw();
  const gallery = createPosterCache({ draw, bytesMax: 20 });
  const see = async (name: string) => {
    const picture = gallery.picture(factsOf(name));
    await finishAll();
    return picture;
  };
  for (const name of ["one", "two", "one", "three", "one", "two"]) await see(name);
  expect(begun).toEqual(["one", "two", "three", "two"]);
});

test("a request is refused as busy when too many wait", async () => {
  const { draw, finishAll } = controlledDraw();
  const gallery = createPosterCache({ draw, waitingMax: 2 });
  const pictures = ["one", "two"].map((name) => gallery.picture(factsOf(name)));
  await expect(gallery.picture(factsOf("three"))).rejects.toMatchObject({ code: "SYS_BUSY" });
  await finishAll();
  await Promise.all(pictures);
});
