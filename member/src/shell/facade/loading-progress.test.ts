/** Tests D05: a progress bar controlled by the caller's numbers. */
import { expect, test } from "vitest";
import { followProgress, clampPercent } from "./loading-progress.ts";

const settled = () => new Promise((done) => setTimeout(done, 0));

test("D05 reported numbers stay between 0 and 100", () => {
  expect([-5, 0, 40, 130, Number.NaN].map(clampPercent)).toEqual([0, 0, 40, 100, 0]);
});

test("D05 a given number stays, and a stream of numbers moves the bar", async () => {
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

test("D05 no progress is reported after the bar was stopped", async () => {
  const seen: number[] = [];
  followProgress(50, (percent) => seen.push(percent))();
  await settled();
  expect(seen).toEqual([]);
});
