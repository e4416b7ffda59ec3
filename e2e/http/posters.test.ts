/**
 * Posters over HTTP: their owner, their caching, and the effect of many at once on other requests.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpTestEnv, openHttpTestEnv } from "./test-env.fixture.ts";

let testEnv: HttpTestEnv;
beforeAll(async () => {
  testEnv = await openHttpTestEnv();
}, 60_000);
afterAll(() => testEnv.close());

const get = (path: string, token: string) =>
  fetch(`${testEnv.origin}${path}`, { headers: { authorization: token } });

test("I1 each member gets only their own posters, which only their own browser may cache", async () => {
  const [one, other] = [await testEnv.logIn("13700008801"), await testEnv.logIn("13700008802")];
  const sheet = await get("/api/invite/posters", one.token).then((answer) => answer.json());
  expect(sheet.data.link).toContain(`${testEnv.origin}/?`);
  expect(sheet.data.posters).toHaveLength(4);
  const { posterId, edition } = sheet.data.posters[0];
  const path = `/api/invite/posters/${posterId}.png?edition=${edition}`;
  const [mine, theirs] = await Promise.all([get(path, one.token), get(path, other.token)]);
  expect(mine.headers.get("content-type")).toBe("image/png");
  expect(mine.headers.get("cache-control")).toBe("private, max-age=86400");
  expect(mine.headers.get("vary")).toContain("authorization");
  const pictures = await Promise.all([mine.arrayBuffer(), theirs.arrayBuffer()]);
  const [first, second] = pictures.map((bytes) => Buffer.from(bytes));
  expect(first?.subarray(1, 4).toString()).toBe("PNG");
  expect(first?.equals(second ?? Buffer.alloc(0))).toBe(false);
});

test("I1 posters need a login, and unknown poster names are not found", async () => {
  const anonymous = await fetch(`${testEnv.origin}/api/invite/posters/deep-sea.png`);
  expect([anonymous.status, (await anonymous.json()).code]).toEqual([401, "AUTH_EXPIRED"]);
  const { token } = await testEnv.logIn("13700008803");
  for (const name of ["nothing", "..%2f..%2fsecret", "deep-sea.png"]) {
    const answer = await get(`/api/invite/posters/${name}.png`, token);
    expect(answer.status, name).toBeGreaterThanOrEqual(400);
    expect((await answer.json()).status).toBe(false);
  }
});

test("I1 while 64 posters are requested at once, the server still answers other requests", async () => {
  const ids = ["deep-sea", "three-meals", "ride-home", "one-card"];
  const phones = ["13700008804", "13700008805", "13700008806", "13700008807"];
  const logins = await Promise.all(phones.map((phone) => testEnv.logIn(phone)));
  const requests = [1, 2, 3, 4].flatMap(() =>
    logins.flatMap((login) => ids.map((id) => ({ login, id }))),
  );
  let isDrawn = false;
  const drawn = Promise.all(
    requests.map(async ({ login, id }) => {
      const answer = await get(`/api/invite/posters/${id}.png`, login.token);
      return (await answer.arrayBuffer()).byteLength;
    }),
  ).finally(() => {
    isDrawn = true;
  });
  let checks = 0;
  while (!isDrawn) {
    const alive = await fetch(`${testEnv.origin}/healthz`).then((answer) => answer.json());
    if (alive.status === true) checks += 1;
    await new Promise((go) => setTimeout(go, 5));
  }
  const sizes = await drawn;
  expect([sizes.length, Math.min(...sizes) > 50_000]).toEqual([64, true]);
  // If the posters were drawn in one go, or on the event loop, no health check could run in
  // between.
  expect(checks).toBeGreaterThan(16);
});
