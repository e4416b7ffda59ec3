/**
 * H01: /version returns the version that the build wrote, so that clients can compare it with their
 * own.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp } from "@yunjing/server/app/app";
import { readConfig } from "@yunjing/server/config/config";
import { optionalSupplierIds } from "@yunjing/server/gateways/suppliers/registry";
import { readPages } from "@yunjing/server/platform/http/pages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpTestEnv, openHttpTestEnv } from "./test-env.fixture.ts";

let testEnv: HttpTestEnv;
const folder = mkdtempSync(join(tmpdir(), "yunjing-pages-"));
beforeAll(async () => {
  testEnv = await openHttpTestEnv();
}, 60_000);
afterAll(async () => {
  await testEnv.close();
  rmSync(folder, { recursive: true });
});

test("H01 /version is 1.0.0+{hash} of the build as plain text, and is never cached", async () => {
  writeFileSync(join(folder, "index.html"), "<!doctype html>");
  writeFileSync(join(folder, "csp.json"), `{"script":[],"style":[]}`);
  writeFileSync(join(folder, "version.txt"), "1.0.0+0a1b2c3d\n");
  const config = readConfig(
    {
      SANDBOX: "1",
      SANDBOX_ORIGIN: "http://127.0.0.1:9",
      APP_SECRET: "x",
    },
    optionalSupplierIds,
  );
  const pages = readPages(folder);
  const { context, db, listener } = testEnv;
  const { server } = await createApp({
    config,
    context,
    db,
    pages,
    listener,
    notReady: () => undefined,
  });
  const origin = await server.listen({ port: 0, host: "127.0.0.1" });
  const answer = await fetch(`${origin}/version`);
  const text = await answer.text();
  await server.close();
  expect(text).toBe("1.0.0+0a1b2c3d");
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
});
