/** HTTP of a worker process: health and metrics are answered; there is no business API. */
import { operations } from "@yunjing/contract/operations";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpTestEnv, openHttpTestEnv } from "./test-env.fixture.ts";

let testEnv: HttpTestEnv;
beforeAll(async () => {
  testEnv = await openHttpTestEnv({ ROLES: "worker" });
}, 60_000);
afterAll(() => testEnv.close());

test("a worker answers health and metrics requests", async () => {
  for (const path of ["/healthz", "/readyz", "/metrics", "/version"]) {
    expect((await fetch(testEnv.origin + path)).status, path).toBe(200);
  }
});

test("a worker has no API operation, no callback endpoint and no sandbox", async () => {
  const { token } = await testEnv.logIn("13700000001");
  const endpoints = operations.map(({ method, path }) => ({ method, path: `/api${path}` }));
  endpoints.push({ method: "POST", path: "/callback/supplier/dining" });
  endpoints.push({ method: "GET", path: "/sandbox/sms" });
  for (const { method, path } of endpoints) {
    const headers = { authorization: token };
    const answer = await fetch(testEnv.origin + path, { method, headers });
    expect(await answer.json(), path).toMatchObject({ status: false, code: "NOT_FOUND" });
  }
});
