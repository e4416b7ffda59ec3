/** Holds D05: a bar that is driven by the caller's figures. */
import { expect, test } from "vitest";
import { followProgress, clampPercent } from "./loading-progress.ts";

const settled = () => new Promise((done) => setTimeout(done, 0));

test("D05 reported figures stay between 0 and 100", () => {
  expect([-5, 0, 40, 130, Number.NaN].map(clampPercent)).toEqual([0, 0, 40, 100, 0]);
});

test("D05 a given figure stands, and a stream of them drives the bar", async () => {
  const seen: number[] = [];
  followProgress(50, (percent) => seen.push(percent));
  await settled();
  async function* uploaded() {
    yield 10;
    yield 90;
  }
  followProgress(uploaded(), (percent) => seen.push(percent));
  await settled();
  expect(seen).toEqual([50, 10, 90]);
});

test("D05 nothing is told after the bar was let go", async () => {
  const seen: number[] = [];
  followProgress(50, (percent) => seen.push(percent))();
  await settled();
  expect(seen).toEqual([]);
});
