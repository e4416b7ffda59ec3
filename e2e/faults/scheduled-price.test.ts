/** A price scheduled for an instant is that of every page and quote of two server processes from it on. */
import { changePrice } from "@yunjing/server/domain/catalog/actions";
import { readAround } from "@yunjing/server/domain/catalog/around.fixture";
import { createTestOffer } from "@yunjing/server/domain/catalog/testing";
import { expect, onTestFinished, test } from "vitest";
import { openHttpTestEnv } from "../http/test-env.fixture.ts";
import { bundleEntry, serveWeb, stopProcess } from "./process.fixture.ts";

const SKU = "planned-for-two";
/** How soon a process knows of a price that another one stored, and how long before its instant it is. */
const [KNOWN_WITHIN_MS, AHEAD_MS] = [200, 3_000];

test("a scheduled price is that of every page and quote of two processes from its instant on", async () => {
  const [testEnv, bundle] = await Promise.all([
    openHttpTestEnv(),
    bundleEntry("e2e/faults/web.fixture.ts"),
  ]);
  onTestFinished(() => testEnv.close());
  onTestFinished(() => bundle.remove());
  const { context, db, appUrl: databaseUrl } = testEnv;
  await createTestOffer(db, { id: SKU, kind: "card", priceFen: 500 });
  const { token } = await testEnv.logIn("13700029001");
  const settings = { catalogSeenWithinMs: KNOWN_WITHIN_MS };
  const served = await Promise.all([1, 2].map(() => serveWeb(bundle, { databaseUrl, settings })));
  for (const { server } of served) onTestFinished(() => stopProcess(server, "SIGKILL"));

  const ask = async (url: string, body?: object) => {
    const answer = await fetch(url, {
      method: body ? "POST" : "GET",
      headers: { authorization: token, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { data } = (await answer.json()) as { data: { priceFen: number; payableFen: number } };
    return data;
  };
  const order = { items: [{ skuId: SKU, quantity: 1 }] };
  const readers = served.flatMap(({ origin }) => [
    async () => (await ask(`${origin}/api/benefits/${SKU}`)).priceFen,
    async () => (await ask(`${origin}/api/orders/quote`, order)).payableFen,
  ]);
  for (const read of readers) expect(await read()).toBe(500);

  const instantMs = Date.now() + AHEAD_MS;
  const price = { marketFen: 1_000, priceFen: 450, levels: {}, costFen: 50, skuId: SKU };
  const planned = { ...price, sinceVersion: 1, startsAt: new Date(instantMs) };
  await changePrice(context, db, { ...planned, operatorId: context.ids.next() });
  const found = await Promise.all(readers.map((read) => readAround(db, instantMs, read)));
  const exact = { before: [500], after: [450] };
  expect(found).toEqual([exact, exact, exact, exact]);
}, 60_000);
