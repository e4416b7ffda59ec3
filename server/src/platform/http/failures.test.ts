/**
 * Tests the response on a connection without a request: nothing when it is silent, the envelope
 * when it is not HTTP; and the codes of the database's errors.
 */
import { createServer } from "node:http";
import { connect } from "node:net";
import type { ConnectionError } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { DatabaseError } from "pg";
import { answerMalformedRequest, errorCodeOf } from "./failures.ts";

/** Opens a connection, sends `words`, and returns everything the server sends until it closes. */
async function responseTo(rawRequest: string): Promise<string> {
  const server = createServer({
    headersTimeout: 60,
    requestTimeout: 60,
    connectionsCheckingInterval: 20,
  });
  server.on("clientError", (error, socket) =>
    answerMalformedRequest(
      error as ConnectionError,
      socket as Parameters<typeof answerMalformedRequest>[1],
      "r1",
    ),
  );
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const line = connect(port, "127.0.0.1", () => line.write(rawRequest));
  let received = "";
  line.setEncoding("utf8").on("data", (text: string) => {
    received += text;
  });
  await new Promise<void>((closed) => {
    line.on("close", () => closed());
    line.on("error", () => closed());
  });
  return received;
}

test("a connection that a browser opened in advance and did not use is closed without a response", async () => {
  expect(await responseTo("")).toBe("");
});

test("a request that never ends is closed without a response", async () => {
  expect(await responseTo("GET / HTTP/1.1\r\nhost: x\r\n")).toBe("");
});

test("malformed HTTP is answered in the envelope", async () => {
  const response = await responseTo("hello\r\n\r\n");
  expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request/);
  expect(response).toContain('"code":"BAD_REQUEST"');
});

test("a statement that ran into its limit of time says that the system is busy, another error is a defect", () => {
  const raised = (code: string) =>
    new Error("Failed query", {
      cause: Object.assign(new DatabaseError("", 0, "error"), { code }),
    });
  expect(errorCodeOf(raised("57014"))).toBe("SYS_BUSY");
  expect(errorCodeOf(raised("55P03"))).toBe("KEY_BUSY");
  expect(errorCodeOf(raised("42P01"))).toBe("DEFECT");
});
