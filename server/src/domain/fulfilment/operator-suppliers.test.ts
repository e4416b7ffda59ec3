/**
 * Operators' actions on suppliers: closing circuits, importing cards from a pasted list, settling
 * losses once.
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import {
  cardStock,
  resetCircuit,
  addPrepayment,
  importList,
  listSupplierOverviews,
  setSupplierEnabled,
  monitorSuppliers,
  testSupplier,
} from "./actions.ts";
import type { Supplier } from "./port.ts";
import { readCards } from "./card-list.ts";
import { openCircuit } from "./store/circuits.ts";

const context = testContext({ cardStockLow: 3 });
let fresh: FreshDatabase;
let db: Db;
beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log });
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });
const topup = async () =>
  (await listSupplierOverviews(context, db)).find(({ supplierId }) => supplierId === "topup");

describe("a supplier", () => {
  test("with an open circuit is closed manually, once", async () => {
    const now = context.clock.sql();
    await openCircuit(db, "topup", { openMs: 60_000, now });
    const openUntil = context.clock.now().getTime() + 60_000;
    expect(await topup()).toMatchObject({ circuit: "open", retryAt: openUntil });
    await resetCircuit(context, db, "topup");
    const shown = await topup();
    expect(shown).toMatchObject({ circuit: "closed" });
    expect(shown).not.toHaveProperty("retryAt");
    await expect(resetCircuit(context, db, "topup")).rejects.toEqual(refusal("STATE_CHANGED"));
  });

  test("is disabled and enabled again; an unknown one is not found", async () => {
    await setSupplierEnabled(db, "topup", false);
    expect(await topup()).toMatchObject({ isOn: false });
    await expect(setSupplierEnabled(db, "topup", false)).rejects.toEqual(refusal("STATE_CHANGED"));
    await setSupplierEnabled(db, "topup", true);
    await expect(setSupplierEnabled(db, "nobody", true)).rejects.toEqual(refusal("NOT_FOUND"));
  });

  test("is tested with a number that it cannot know", async () => {
    const never = () => Promise.reject(new Error("only a query is sent"));
    const answering = (answer: Awaited<ReturnType<Supplier["query"]>>) => ({
      cards: { place: never, cancel: never, query: () => Promise.resolve(answer) },
    });
    const tested = (suppliers: Readonly<Record<string, Supplier>>) =>
      testSupplier(context, db, { supplierId: "cards", suppliers });
    expect(await tested(answering({ state: "absent" }))).toMatchObject({ isGood: true });
    expect(await tested(answering({ state: "unknown", reason: "HTTP 401" }))).toMatchObject({
      isGood: false,
      text: "没有得到正常回答：HTTP 401",
    });
    expect(await tested({})).toMatchObject({ isGood: false });
  });

  test("gets a prepayment once, however often its entry is sent", async () => {
    const entry = { supplierId: "topup", amountFen: 50_000, actor: "o", note: "预存" };
    const entryId = context.ids.next();
    await addPrepayment(context, db, { ...entry, entryId });
    await addPrepayment(context, db, { ...entry, entryId });
    expect(await topup()).toMatchObject({ prepaid: { paidFen: 50_000, leftFen: 50_000 } });
  });
});

describe("a pasted list of cards", () => {
  test("is parsed line by line, and each invalid line has a reason", () => {
    expect(readCards("AAAA-1,p4ss\r\n\nBBBB-2\tp4ss\nAAAA-1,other\n短\nCCCC,d4d4,more\n")).toEqual({
      cards: [
        { line: 1, code: "AAAA-1", secret: "p4ss" },
        { line: 3, code: "BBBB-2", secret: "p4ss" },
      ],
      faults: [
        { line: 4, why: "与前面的行重复" },
        { line: 5, why: "卡号或密码格式不正确" },
        { line: 6, why: "一行只能有卡号和密码" },
      ],
    });
  });

  test("is first checked without storing anything, and then imports each card once", async () => {
    const list = { product: "tart", text: "TART-1,pass\nTART-2,pass", validUntil: undefined };
    const first = { added: 2, refused: [] };
    expect(await importList(context, db, { ...list, dryRun: true })).toEqual(first);
    expect(await cardStock(context, db)).toEqual([]);
    expect(await importList(context, db, { ...list, dryRun: false })).toEqual(first);
    const more = { ...list, text: "TART-2,pass\nTART-3,pass", dryRun: false };
    const known = [{ line: 1, why: "卡库里已有这张卡" }];
    expect(await importList(context, db, more)).toEqual({ added: 1, refused: known });
    const stock = { product: "tart", free: 3, given: 0, expired: 0, isLow: false };
    expect(await cardStock(context, db)).toEqual([stock]);
    const nothing = importList(context, db, { ...list, text: " \n", dryRun: true });
    await expect(nothing).rejects.toEqual(refusal("INPUT_INVALID"));
  });

  test("running out raises one alert a day", async () => {
    const list = { product: "cake", text: "CAKE-1,pass", validUntil: undefined, dryRun: false };
    await importList(context, db, list);
    await monitorSuppliers(context, db);
    await monitorSuppliers(context, db);
    const alerts = await db.execute(sql`SELECT text FROM alert WHERE kind = 'cards_low'`);
    expect(alerts.rows).toEqual([{ text: "自有卡库存不足：cake 剩 1 张" }]);
  });
});
