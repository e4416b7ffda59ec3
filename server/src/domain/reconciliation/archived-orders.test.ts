/**
 * The history of orders, refunds, codes and withdrawals that ended long ago is archived, its pages
 * read it from the files, and reconciliation finds what it found before: nothing, or a wrong move
 * that stays.
 */
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { archiveDue, archiveKey } from "../../platform/archive.ts";
import { diskStore } from "../../platform/files/disk.ts";
import { operatorCodeDetail } from "../lookup/actions/code-detail.ts";
import { operatorOrderDetail } from "../lookup/actions/order-detail.ts";
import { operatorCall } from "../lookup/operator-call.fixture.ts";
import { eventArchive, reconcile } from "./actions.ts";
import { createShopWithHistory, type ShopWithHistory } from "./shop-history.fixture.ts";

const KINDS = ["order", "order_item", "refund", "code", "withdrawal"];
const AGED = "interval '8 years'";

let shop: ShopWithHistory;
let folder: string;
beforeAll(async () => {
  shop = await createShopWithHistory();
  folder = await mkdtemp(join(tmpdir(), "yunjing-archive-"));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

const owned = async <T extends object>(text: string, values: readonly unknown[] = []) =>
  (await shop.owner.query<T>(text, [...values])).rows;
const archive = () =>
  archiveDue(shop.context, shop.db, diskStore(folder), [eventArchive(shop.context)]);

/** The events in the database, by kind. */
async function kinds(where = "true"): Promise<Readonly<Record<string, number>>> {
  const rows = await owned<{ entity: string; n: number }>(
    `SELECT entity, count(*)::int AS n FROM event WHERE ${where} GROUP BY 1 ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ entity, n }) => [entity, n]));
}

async function wrongMoves(): Promise<number> {
  const { checks } = await reconcile(shop.context, shop.db, "full");
  return checks.find(({ name }) => name === "changes of state")?.found ?? -1;
}

/** The member's one order, with its number. */
async function orderOf(memberId: string) {
  const [order] = await owned<{ id: string; orderNo: string }>(
    `SELECT id, order_no AS "orderNo" FROM orders WHERE member_id = $1 ORDER BY created_at LIMIT 1`,
    [memberId],
  );
  if (!order) throw new Error("no order");
  return order;
}

const pageOf = (orderNo: string) =>
  operatorOrderDetail(shop.context, shop.db, {
    orderNo,
    call: operatorCall(shop.people.paying, ["orders:read"]),
    store: diskStore(folder),
  });

async function codePageOf(memberId: string) {
  const [code] = await owned<{ codeId: string }>(
    `SELECT code_id AS "codeId" FROM code WHERE redeemed_by = $1`,
    [memberId],
  );
  return operatorCodeDetail(shop.context, shop.db, {
    codeId: code?.codeId ?? "",
    call: operatorCall(shop.people.paying, ["codes:read"]),
    store: diskStore(folder),
  });
}

const insertEvent = (
  [memberId, entityId]: readonly [string, string],
  move: {
    readonly entity: string;
    readonly from: string;
    readonly to: string;
    readonly by: string;
  },
) =>
  owned(
    `INSERT INTO event (member_id, id, entity, entity_id, name, from_state, to_state, actor_kind, at)
     VALUES ($1, gen_random_uuid(), $2, $3, 'x', $4, $5, $6, now() - ${AGED})`,
    [memberId, move.entity, entityId, move.from, move.to, move.by],
  );

/** A withdrawal that its member cancelled; where `isByTwo`, after a first approval. */
async function withdrawal(isByTwo: boolean): Promise<string> {
  const { context, people } = shop;
  const id = context.ids.next();
  await owned("SET session_replication_role = replica");
  await owned(
    `INSERT INTO withdrawal (member_id, id, withdrawal_no, state, amount_fen, fee_fen, net_fen, payee_hash,
                             payee_sealed, checks, created_at, ended_at, ended_how, first_reviewed_at)
     SELECT $1, $2, $3, 'CANCELLED', 1000, 0, 1000, 'h', 's', '[]', t, t, 'cancelled', CASE WHEN $4 THEN t END
     FROM (SELECT now() - ${AGED} AS t) long_ago`,
    [people.paying, id, isByTwo ? "1000000002" : "1000000001", isByTwo],
  );
  await owned("SET session_replication_role = origin");
  const move = { entity: "withdrawal", from: "REVIEWING", to: "CANCELLED", by: "member" };
  await insertEvent([people.paying, id], move);
  return id;
}

test("history of what ended long ago is archived and named; the rest and a wrong move stay", async () => {
  const { refunded, failed, paying, waiting, redeemer } = shop.people;
  expect(await archive()).toBe(0);
  await withdrawal(false);
  const byTwo = await withdrawal(true);
  const before = await kinds();
  expect(Object.keys(before)).toEqual(expect.arrayContaining(KINDS));

  // All of it is eight years old, but the history of one order: the member's order of today.
  const recent = await orderOf(paying);
  await owned(
    `UPDATE event SET at = at - ${AGED} WHERE entity_id <> $1 AND entity <> 'withdrawal'`,
    [recent.id],
  );
  await owned(`UPDATE code SET redeemed_at = redeemed_at - ${AGED}`);
  // A cancelled order is never delivered: no lifecycle has the move.
  const damaged = await orderOf(redeemer);
  const wrong = { entity: "order", from: "CANCELLED", to: "ACTIVE", by: "member" };
  await insertEvent([redeemer, damaged.id], wrong);
  expect(await wrongMoves()).toBe(1);

  const old = await orderOf(failed);
  const [pageBefore, codeBefore] = [await pageOf(old.orderNo), await codePageOf(redeemer)];
  expect(pageBefore.events.length).toBeGreaterThan(1);
  expect(codeBefore.steps.length).toBeGreaterThan(1);

  const rows = await archive();
  expect(rows).toBeGreaterThan(0);
  // Histories of codes are in a file of their own.
  const files = await owned<{ id: string; hash: string }>(
    "SELECT id, encode(hash, 'hex') AS hash FROM archive_file WHERE state = 'kept' ORDER BY created_at, id",
  );
  expect(files).toHaveLength(2);
  const placeOf = ({ id }: { readonly id: string }) => join(folder, archiveKey("event", id));
  const lines: { entity: string; entity_id: string }[] = [];
  for (const file of files) {
    const bytes = await readFile(placeOf(file));
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(file.hash);
    const texts = gunzipSync(bytes).toString("utf8").trim().split("\n");
    lines.push(...texts.map((line) => JSON.parse(line)));
  }
  expect(lines).toHaveLength(rows);
  const inFile = new Set(lines.map(({ entity }) => entity));
  expect([...inFile]).toEqual(expect.arrayContaining(KINDS));

  const archived = (id: string) => lines.filter((line) => line.entity_id === id).length;
  const [kept] = await owned<{ n: number }>(
    "SELECT sum(events)::int AS n FROM event_archive WHERE entity_id = $1",
    [old.id],
  );
  expect(archived(old.id)).toBeGreaterThan(1);
  expect(kept?.n).toBe(archived(old.id));
  const { id: unpaid } = await orderOf(waiting);
  const { id: active } = await orderOf(refunded);
  for (const id of [recent.id, unpaid, active, damaged.id, byTwo]) {
    expect(archived(id)).toBe(0);
    expect(await kinds(`entity_id = '${id}'`)).not.toEqual({});
  }
  expect(await kinds(`entity_id = '${old.id}'`)).toEqual({});
  expect(await wrongMoves()).toBe(1);
  await owned("DELETE FROM event WHERE entity_id = $1 AND name = 'x'", [damaged.id]);
  expect(await wrongMoves()).toBe(0);

  const page = await pageOf(old.orderNo);
  expect(page.events).toEqual(pageBefore.events);
  expect(page.archivedHistory?.isReadable).toBe(true);
  const day = 24 * 3_600_000;
  const now = shop.context.clock.now().getTime();
  expect(page.archivedHistory?.archivedAt).toBe(now);
  expect(page.archivedHistory?.until).toBeLessThan(now - 7 * 365 * day);
  expect((await pageOf(recent.orderNo)).archivedHistory).toBeUndefined();

  const life = await codePageOf(redeemer);
  expect(life.steps).toEqual(codeBefore.steps);
  expect(life.archivedHistory).toMatchObject({ archivedAt: now, isReadable: true });

  // A file that was changed or lost is not shown as if it were the history.
  for (const file of files)
    await writeFile(placeOf(file), gzipSync(`${JSON.stringify(lines[0])}\n`));
  expect(await pageOf(old.orderNo)).toMatchObject({
    events: [],
    archivedHistory: { isReadable: false },
  });
  for (const file of files) await rm(placeOf(file));
  expect(await codePageOf(redeemer)).toMatchObject({ archivedHistory: { isReadable: false } });
  await expect(
    shop.db.$client.query("INSERT INTO event_archive SELECT * FROM event_archive"),
  ).rejects.toThrow("permission denied");
}, 60_000);
