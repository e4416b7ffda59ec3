/**
 * Cards are sealed on delivery, listed by their mask, and revealed to their owner only; each reveal
 * is recorded.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { createLog } from "../../platform/log.ts";
import { testContext } from "../../platform/testing.ts";
import type { Delivered } from "../fulfilment/port.ts";
import { findOrCreateMemberByPhone } from "../members/actions.ts";
import { storeCards, countRevealed, voidCards } from "./actions.ts";
import { markUsed, revealCard } from "./actions/reveal.ts";
import { walletItem, walletPage } from "./actions/wallet.ts";
import { barcodeOf, formOf, maskOf } from "./model.ts";

const DAY_MS = 86_400_000;
const logged: string[] = [];
const context = {
  ...testContext(),
  log: createLog("debug", { write: (line) => logged.push(line) }),
};
let fresh: FreshDatabase;
let db: Db;
let phones = 0;
beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log, size: 8 });
}, 60_000);
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });
const listener = { lockOrder: () => Promise.resolve(), onUsed: () => Promise.resolve() };
const orders = {
  orderNoOf: (_: string, orderId: string) => Promise.resolve(`no-${orderId}`),
  orderIdOf: (memberId: string, orderNo: string) =>
    Promise.resolve(orderIds.get(`${memberId} ${orderNo}`)),
};
/** By member and order number. */
const orderIds = new Map<string, string>();
const member = () =>
  transaction(db, async (tx) => {
    const phone = `138${String(++phones).padStart(8, "0")}`;
    return (await findOrCreateMemberByPhone(context, tx, phone)).memberId;
  });
const inDays = (days: number) =>
  new Date(context.clock.now().getTime() + days * DAY_MS).toISOString();

/** A member to whom these cards were delivered. */
async function delivered(...cards: Delivered[]) {
  const ownerId = await member();
  const itemId = context.ids.next();
  const delivered = { ownerId, orderId: context.ids.next(), itemId, title: "饮品券", cards };
  const storeOnce = () => transaction(db, (tx) => storeCards(context, tx, delivered));
  await storeOnce();
  const page = (input: Parameters<typeof walletPage>[3]["input"]) =>
    walletPage(context, db, orders, { memberId: ownerId, input: { kind: "card", ...input } });
  const idOf = async (at = 0) => (await page({})).list[at]?.id ?? "";
  const asking = (id: string, memberId = ownerId) => ({
    memberId,
    id,
    device: "phone-1",
    requestId: "r-1",
  });
  return { ownerId, itemId, keep: storeOnce, page, idOf, asking };
}

describe("a card's form and mask", () => {
  test.each([
    [{ code: "LK29DRINK7Q2K" }, "code", "**** **** 7Q2K"],
    [{ code: "1234", secret: "5678" }, "pair", "**** **** 1234"],
    [{ code: "3391 0275 8846", qr: "MY:1" }, "qr", "**** **** 8846"],
    [{ code: "https://example.com/a/b7Xq" }, "link", "**** **** b7Xq"],
    [{ code: "51TR" }, "code", "**** **** ****"],
  ] as const)("%o is a %s, shown as %s", (card, form, mask) => {
    expect([formOf(card), maskOf(card)]).toEqual([form, mask]);
  });

  test("a number that a scanner can read is drawn as bars, with a password or without", () => {
    expect(barcodeOf("code", "690123456789012")).toBe("690123456789012");
    expect(barcodeOf("code", "LK29DRINK7Q2K")).toBe("LK29DRINK7Q2K");
    expect(barcodeOf("pair", "690123456789012")).toBe("690123456789012");
    expect(barcodeOf("code", "3391 0275 8846")).toBeUndefined();
    expect(barcodeOf("code", "LK29DRINK7Q2KLK29DRINK7Q2K")).toBeUndefined();
    expect(barcodeOf("link", "https://example.com/a")).toBeUndefined();
  });
});

describe("the search of the card wallet", () => {
  const cards = [{ code: "LK29DRINK7Q2K" }, { code: "LK29DRINK8R3M" }];
  const idsOf = async (page: ReturnType<typeof delivered>, keyword: string) =>
    (await (await page).page({ keyword })).list.length;

  test("finds cards by title, brand, the last four of the code, or the order's number", async () => {
    const mine = delivered(...cards);
    const { ownerId, itemId, page } = await mine;
    await fresh.asOwner(`UPDATE card SET brand = 'Heytea' WHERE item_id = '${itemId}' AND seq = 1`);
    const { rows } = await db.$client.query<{ id: string }>(
      "SELECT order_id AS id FROM card WHERE item_id = $1 LIMIT 1",
      [itemId],
    );
    const orderNo = "2026112812345678901";
    orderIds.set(`${ownerId} ${orderNo}`, rows[0]?.id ?? "");
    expect(await idsOf(mine, "饮品")).toBe(2);
    expect(await idsOf(mine, " heyTEA ")).toBe(1);
    expect(await idsOf(mine, "7q2k")).toBe(1);
    expect(await idsOf(mine, orderNo)).toBe(2);
    expect(await idsOf(mine, "%")).toBe(0);
    expect(await idsOf(mine, "")).toBe(2);
    expect((await page({ keyword: "7q2k" })).counts.card).toEqual({
      available: 1,
      used: 0,
      over: 0,
    });
  });

  test("finds nothing of another member, not even by the order's number", async () => {
    const { ownerId, itemId } = await delivered(...cards);
    const other = delivered({ code: "AB12CD34EF56" });
    const orderNo = "2026112812345678902";
    orderIds.set(`${ownerId} ${orderNo}`, itemId);
    expect(await idsOf(other, "7q2k")).toBe(0);
    expect(await idsOf(other, orderNo)).toBe(0);
  });
});

describe("a secret", () => {
  const card = { code: "LK29DRINK7Q2K", secret: "829403175526", validUntil: inDays(3) };

  test("is stored sealed, and only a reveal returns it", async () => {
    const { ownerId, page, idOf, asking } = await delivered(card);
    const id = await idOf();
    const item = await walletItem(context, db, orders, { memberId: ownerId, id });
    const shown = await revealCard(context, db, asking(id));
    expect(shown).toMatchObject({ form: "pair", code: card.code, secret: card.secret });
    await markUsed(context, db, listener, asking(id));
    const rows = await db.$client.query("SELECT to_jsonb(c) AS row FROM card c");
    const events = await db.$client.query("SELECT to_jsonb(e) AS row FROM event e");
    const recorded = JSON.stringify([item, await page({}), rows.rows, events.rows, logged]);
    expect(recorded).not.toContain(card.code);
    expect(recorded).not.toContain(card.secret);
    expect(recorded).not.toContain(Buffer.from(card.code).toString("hex"));
  });

  test("is shown to its owner only", async () => {
    const { idOf, asking } = await delivered(card);
    const id = await idOf();
    const other = asking(id, await member());
    await expect(revealCard(context, db, other)).rejects.toEqual(refusal("NOT_FOUND"));
    await expect(markUsed(context, db, listener, other)).rejects.toEqual(refusal("NOT_FOUND"));
  });

  test("is counted and recorded at each reveal, with the device", async () => {
    const { ownerId, itemId, idOf, asking } = await delivered(card, { code: "SECOND-CARD-1" });
    const id = await idOf();
    expect(await countRevealed(db, ownerId, itemId)).toEqual({ kept: 2, revealed: 0, seen: [] });
    await revealCard(context, db, asking(id));
    context.clock.advance(1_000);
    const again = await revealCard(context, db, asking(id));
    expect(again).toMatchObject({ revealCount: 2, state: "revealed" });
    expect(context.clock.now().getTime() - again.revealedAt).toBe(1_000);
    expect(await countRevealed(db, ownerId, itemId)).toEqual({ kept: 2, revealed: 1, seen: [1] });
    const lines = await db.$client.query(
      "SELECT data, actor_id, request_id FROM event WHERE entity_id = $1 AND name = 'revealed' ORDER BY at",
      [id],
    );
    expect(lines.rows).toEqual([
      { data: { device: "phone-1", count: 1 }, actor_id: ownerId, request_id: "r-1" },
      { data: { device: "phone-1", count: 2 }, actor_id: ownerId, request_id: "r-1" },
    ]);
  });

  test("is revealed at most twenty times a day, also by concurrent requests", async () => {
    const { idOf, asking } = await delivered(card);
    const id = await idOf();
    const shown = await Promise.all(
      Array.from({ length: 30 }, () =>
        revealCard(context, db, asking(id)).then(
          ({ revealCount }) => revealCount,
          ({ code }: { code: string }) => code,
        ),
      ),
    );
    expect(shown.filter((outcome) => outcome === "RATE_LIMITED").length).toBe(10);
    expect(new Set(shown).size).toBe(21);
    context.clock.advance(DAY_MS - 90_000);
    await expect(revealCard(context, db, asking(id))).rejects.toMatchObject({
      retryAfterSeconds: 90,
    });
    context.clock.advance(90_001);
    expect((await revealCard(context, db, asking(id))).revealCount).toBe(21);
    context.clock.advance(-DAY_MS - 1);
  });
});

describe("the wallet", () => {
  test("stores a delivery once, and lists cards that expire first at the top", async () => {
    const cards = [{ code: "ENDLESS-0001" }, { code: "ENDS-SOON-01", validUntil: inDays(2) }];
    const { keep: storeOnce, page } = await delivered(...cards);
    await storeOnce();
    const { list, counts } = await page({});
    expect(list.map((item) => item.dateText)).toEqual(["2026-11-22 到期，剩 2 天", "长期有效"]);
    expect(counts).toMatchObject({ card: { available: 2, used: 0, over: 0 } });
    expect(list[0]).toMatchObject({ seq: 2, of: 2, badge: "soon", stateText: "待查看" });
  });

  test("is paged in every tab", async () => {
    const cards = Array.from({ length: 7 }, (_, at) => ({
      code: `CARD-NUMBER-${at}`,
      ...(at < 5 ? { validUntil: inDays(1 + (at % 3)) } : {}),
    }));
    const { page, asking } = await delivered(...cards);
    const walk = async (state: "available" | "used" | "over"): Promise<string[]> => {
      const ids: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const some = await page({ state, pageSize: 2, ...(cursor ? { cursor } : {}) });
        ids.push(...some.list.map(({ id }) => id));
        if (!some.hasMore) return ids;
        cursor = some.nextCursor;
      }
    };
    const all = await walk("available");
    expect(new Set(all).size).toBe(7);
    for (const id of all.slice(5)) await markUsed(context, db, listener, asking(id));
    context.clock.advance(2.5 * DAY_MS);
    expect((await walk("available")).length).toBe(1);
    expect((await walk("used")).length).toBe(2);
    expect((await walk("over")).length).toBe(4);
    context.clock.advance(-2.5 * DAY_MS);
    await expect(page({ cursor: "1.2" })).rejects.toEqual(refusal("BAD_REQUEST"));
  });

  test("shows the number of the order of a card", async () => {
    const { page } = await delivered({ code: "CARD-NUMBER-1" });
    expect((await page({})).list[0]?.orderNo).toMatch(/^no-/);
  });
});

describe("a card", () => {
  test("that expired is shown as expired, and can still be revealed", async () => {
    const { idOf, asking, page } = await delivered({
      code: "CARD-12345678",
      validUntil: inDays(1),
    });
    const id = await idOf();
    context.clock.advance(2 * DAY_MS);
    expect((await page({ state: "over" })).list[0]).toMatchObject({ id, state: "expired" });
    expect((await revealCard(context, db, asking(id))).state).toBe("expired");
    context.clock.advance(-2 * DAY_MS);
  });

  test("that is refunded is void, unrevealed ones first, and can no longer be revealed", async () => {
    const { ownerId, itemId, idOf, asking, page } = await delivered(
      { code: "CARD-NUMBER-1" },
      { code: "CARD-NUMBER-2" },
      { code: "CARD-NUMBER-3" },
    );
    const seen = await idOf();
    await revealCard(context, db, asking(seen));
    const end = (count: number) =>
      transaction(db, (tx) =>
        voidCards(context, tx, {
          ownerId,
          itemId,
          count,
          reason: "退款",
          actor: { kind: "system" },
        }),
      );
    expect(await end(2)).toBe(2);
    expect((await page({})).list.map(({ id }) => id)).toEqual([seen]);
    expect(await end(5)).toBe(1);
    await expect(revealCard(context, db, asking(seen))).rejects.toEqual(refusal("STATE_CHANGED"));
    await expect(markUsed(context, db, listener, asking(seen))).rejects.toEqual(
      refusal("STATE_CHANGED"),
    );
    expect((await page({ state: "over" })).counts.card).toEqual({ available: 0, used: 0, over: 3 });
  });

  test("is marked as used by its owner once", async () => {
    const { idOf, asking, page } = await delivered({ code: "CARD-NUMBER-1" });
    const id = await idOf();
    await markUsed(context, db, listener, asking(id));
    context.clock.advance(1_000);
    const { usedAt } = await markUsed(context, db, listener, asking(id));
    expect(context.clock.now().getTime() - (usedAt ?? 0)).toBe(1_000);
    expect((await page({ state: "used" })).list[0]).toMatchObject({ dateText: "2026-11-20 使用" });
  });
});
