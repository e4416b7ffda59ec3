/** HTTP of a worker process: health and metrics are answered; there is no business API. */
import { operations } from "@yunjing/contract/operations";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpTestEnv, openHttpTestEnv } from "./test-env.fixture.ts";

let world: HttpTestEnv;
beforeAll(async () => {
  world = await openHttpTestEnv({ ROLES: "worker" });
}, 60_000);
afterAll(() => world.close());

test("a worker answers health and metrics requests", async () => {
  for (const path of ["/healthz", "/readyz", "/metrics", "/version"]) {
    expect((await fetch(world.origin + path)).status, path).toBe(200);
  }
});

test("a worker has no API operation, no callback endpoint and no sandbox", async () => {
  const { token } = await world.logIn("13700000001");
  const doors = operations.map(({ method, path }) => ({ method, path: `/api${path}` }));
  doors.push({ method: "POST", path: "/callback/supplier/dining" });
  doors.push({ method: "GET", path: "/sandbox/sms" });
  for (const { method, path } of doors) {
    const headers = { authorization: token };
    const answer = await fetch(world.origin + path, { method, headers });
    expect(await answer.json(), path).toMatchObject({ status: false, code: "NOT_FOUND" });
  }
});
