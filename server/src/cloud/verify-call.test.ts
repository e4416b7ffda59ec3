/**
 * Tests that a server without a cloud space refuses calls and sockets before it checks anything
 * else.
 */
import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "../platform/database/pool.ts";
import { testContext } from "../platform/testing.ts";
import { verifyCall } from "./verify-call.ts";
import { answerCloudFailures } from "./failures.ts";
import { signedSockets } from "./sockets.ts";

const context = testContext();
// No database listens there, so any query would fail.
const db = openDatabase({ url: "postgres://nobody@127.0.0.1:9/nothing", log: context.log });
const parts = { context, db, keys: undefined };
const authenticator = {
  member: () => Promise.resolve(undefined),
  operator: () => Promise.resolve(undefined),
  used: async () => {},
  invalidate: () => undefined,
};
const sockets = signedSockets({ ...parts, authenticator, publicOrigin: undefined });

const app = Fastify();
answerCloudFailures(app);
app.post("/cloud/functions/invokeFunction", (request) => verifyCall(parts, request, "function"));
app.get("/cloud/ws/function/push", (request) => sockets.verifyRequest(request, "push", "/cloud"));
afterAll(async () => {
  await app.close();
  await closeDatabase(db);
});

test.each([
  ["POST", "/cloud/functions/invokeFunction"],
  ["GET", "/cloud/ws/function/push?signature=0"],
] as const)("%s %s is answered with CLOUD_CLOSED", async (method, url) => {
  const response = await app.inject({ method, url });
  expect(response.statusCode).toBe(404);
  expect(response.json()).toEqual({
    code: "CLOUD_CLOSED",
    message: expect.stringContaining("CLOUD_CLOSED: "),
    trace_id: expect.any(String),
  });
});
