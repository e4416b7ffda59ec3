/** What the log tells of an answered call. */
import { expect, test } from "vitest";
import { createLog } from "../log.ts";
import { testContext } from "../testing.ts";
import { createServer } from "./server.ts";

async function logOf(headers: Record<string, string>): Promise<Record<string, unknown>> {
  const lines: string[] = [];
  const { ids } = testContext();
  const server = await createServer({
    log: createLog("info", { write: (line) => lines.push(line) }),
    ids,
    trustProxy: undefined,
    scriptHashes: [],
    styleHashes: [],
    floodPerMinute: undefined,
    isProduction: false,
  });
  server.get("/x", () => "fine");
  await server.inject({ method: "GET", url: "/x", headers });
  await server.close();
  return JSON.parse(lines.find((line) => line.includes("answered")) ?? "{}");
}

test("M05 the version and platform of the client stand in the log of its calls", async () => {
  const said = await logOf({ "x-client": "1.0.0 (100) mp-weixin-web" });
  expect(said).toMatchObject({ route: "/x", client: "1.0.0 (100) mp-weixin-web" });
});

test.each(["", "1.0.0", `1.0.0 (100) ${"w".repeat(99)}`, "1.0.0 (100) 13800000001"])(
  "a client that says anything else is not written down: %s",
  async (client) => {
    expect(await logOf({ "x-client": client })).not.toHaveProperty("client");
  },
);
