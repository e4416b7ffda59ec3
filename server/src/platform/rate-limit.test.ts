/** Tests that limiters refuse above their limit, with the time left in their window. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { incrementCounter, enforceLimit } from "./rate-limit.ts";
import { closeDatabase, type Db, openDatabase } from "./database/pool.ts";
import { type FreshDatabase, freshDatabase } from "./database/testing.ts";
import { testContext } from "./testing.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
let [database, db] = [] as unknown as [FreshDatabase, Db];
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.appUrl, log: testContext().log });
});
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

test.each([
  ["at the start of a minute", MINUTE_MS, "2026-11-22T08:00:00.000Z", 60],
  ["twenty seconds into a minute", MINUTE_MS, "2026-11-22T08:00:20.000Z", 40],
  ["in the last part of a second", MINUTE_MS, "2026-11-22T08:00:59.999Z", 1],
  ["an hour before the end of a day", DAY_MS, "2026-11-22T23:00:00.000Z", 3_600],
])(
  "a refusal %s contains the seconds that are left",
  async (subject, windowMs, instant, seconds) => {
    const limit = { subject, windowMs, now: new Date(instant), most: 2 };
    await enforceLimit(db, limit);
    await enforceLimit(db, limit);
    await expect(enforceLimit(db, limit)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      retryAfterSeconds: seconds,
    });
    const next = new Date(limit.now.getTime() + seconds * 1_000);
    await enforceLimit(db, { ...limit, now: next });
  },
);

test("units count as so many events, and a limiter may refuse with its own code", async () => {
  const now = new Date("2026-11-22T12:00:00.000Z");
  const counter = { subject: "kilobytes", windowMs: DAY_MS, now };
  expect(await incrementCounter(db, { ...counter, by: 7 })).toBe(7);
  const limit = { ...counter, by: 4, most: 10, code: "FILE_QUOTA" } as const;
  await expect(enforceLimit(db, limit)).rejects.toMatchObject({
    code: "FILE_QUOTA",
    retryAfterSeconds: 43_200,
  });
});
