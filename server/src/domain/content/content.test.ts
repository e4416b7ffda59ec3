/** Operators change help articles and contacts; members read them at once. */
import type { HelpArticle } from "@yunjing/contract/schemas/content";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import {
  changeContent,
  helpArticles,
  refuseContacts,
  refuseHelp,
  siteContacts,
} from "./actions.ts";

const context = testContext({ servicePhone: "400-000-0000", serviceHours: "9:00–18:00" });
const operatorId = context.ids.next();
const namesOf = () => Promise.resolve(() => "安娜");
let fresh: FreshDatabase;
let db: Db;
beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log, size: 4 });
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

const article = (id: string, more: Partial<HelpArticle> = {}): HelpArticle => ({
  id,
  topic: "取餐",
  text: "怎么取餐？",
  answer: ["出示取餐码。"],
  words: [],
  ...more,
});
const by = { operatorId, reason: "更新", namesOf };

test("help articles are replaced as a whole; of two editors the second one sees the stored ones", async () => {
  expect(await helpArticles(db)).toEqual([]);
  const set = (sinceVersion: number, ...ids: readonly string[]) => {
    const body = ids.map((id) => article(id));
    return changeContent(context, db, { ...by, name: "help", body, sinceVersion });
  };
  expect(await set(0, "b", "a")).toBe(1);
  await expect(set(0, "c")).rejects.toMatchObject({
    code: "STATE_CHANGED",
    data: {
      current: { sinceVersion: 1, savedBy: { name: "安娜" }, help: [{ id: "b" }, { id: "a" }] },
    },
  });
  const outcomes = await Promise.allSettled([set(1, "x"), set(1, "y"), set(1, "z")]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await helpArticles(db)).toHaveLength(1);
});

test.each([
  ["two of one id", [article("a"), article("a")], "list"],
  [
    "a link outside the app",
    [article("a", { link: { text: "看", url: "/\t/evil" } })],
    "list.0.link.url",
  ],
  ["forbidden words", [article("a", { answer: ["分享得现金"] })], "list.0.text"],
])("help articles with %s are refused", (_, list, field) => {
  expect(() => refuseHelp(list)).toThrow(
    expect.objectContaining({ data: expect.objectContaining({ field }) }),
  );
});

test("contacts come from the settings until operators store others", async () => {
  expect(await siteContacts(context, db)).toEqual({ phone: "400-000-0000", hours: "9:00–18:00" });
  const body = { hours: "全天", icp: "沪ICP备00000000号-1", privacyContact: "privacy@example.com" };
  await changeContent(context, db, { ...by, name: "contacts", body, sinceVersion: 0 });
  expect(await siteContacts(context, db)).toEqual(body);
  expect(() => refuseContacts({ hours: "转发领红包" })).toThrow();
});
