/** Operators change help articles and contacts; members read them at once. */
import type { HelpArticle } from "@yunjing/contract/schemas/content";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { readSupportContact, supportContactText } from "../../platform/support-contact.ts";
import { testContext } from "../../platform/testing.ts";
import {
  adoptContacts,
  changeContent,
  helpArticles,
  refuseContacts,
  refuseHelp,
  siteContacts,
  storedBy,
} from "./actions.ts";

const context = testContext();
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

test("contacts are one document, which an installation's former settings begin", async () => {
  expect(await siteContacts(db)).toEqual({ hours: "每天 9:00–21:00" });
  expect(supportContactText(await readSupportContact(db))).toBe("查看「帮助客服」");
  const former = { phone: "400-000-0000", hours: "9:00–18:00" };
  await adoptContacts(context, db, former);
  await adoptContacts(context, db, { phone: "400-111-1111" });
  expect(await siteContacts(db)).toEqual(former);
  expect(await storedBy(db, namesOf, "contacts")).toEqual({ sinceVersion: 1 });
  const body = { hours: "全天", icp: "沪ICP备00000000号-1", privacyContact: "privacy@example.com" };
  await changeContent(context, db, { ...by, name: "contacts", body, sinceVersion: 1 });
  expect(await siteContacts(db)).toEqual(body);
  const timed = { ...body, phone: "400-222-2222" };
  await changeContent(context, db, { ...by, name: "contacts", body: timed, sinceVersion: 2 });
  expect(supportContactText(await readSupportContact(db))).toBe(
    "拨打客服电话 400-222-2222（全天）",
  );
  expect(() => refuseContacts({ hours: "转发领红包" })).toThrow();
});
