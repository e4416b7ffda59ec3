/**
 * A member's list: pages, filters, claimed orders among own ones, the summary, hiding, and
 * automatic completion.
 */
import type { Photo } from "@yunjing/contract/schemas/benefit";
import { OrderCard } from "@yunjing/contract/schemas/orders";
import { sql } from "drizzle-orm";
import Value from "typebox/value";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listedOrders } from "./testing.ts";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { testContext } from "../../platform/testing.ts";
import { hashToken } from "../../platform/secrets.ts";
import { hideFromList } from "./actions/hide.ts";
import { closeOverdue } from "./actions/overdue.ts";
import { orderDetail, summaryOfOrders } from "./actions/read.ts";
import { claimOrder, receiptTokenOf } from "./actions/receipt.ts";
import { receiveOwnOrder } from "./actions/receive.ts";
import { fulfilmentListener } from "./actions/fulfilment-listener.ts";
import { breakOrder } from "./broken-order.fixture.ts";
import { generateOrderNos } from "./model.ts";

const context = testContext();
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
const listener = fulfilmentListener(context, {
  codes: { returnCode: () => Promise.resolve("returned") },
  refunds: { refundItem: () => Promise.resolve() },
});

async function owner(status = "ACTIVE"): Promise<string> {
  const id = context.ids.next();
  await db.execute(
    sql`INSERT INTO member (member_id, member_no, status, created_at) VALUES (${id}, '', ${status}, now())`,
  );
  return id;
}

type Placed = { id: string; orderNo: string; token: string };
type Wanted = { readonly kind?: string; readonly title?: string; readonly photo?: Photo };
async function place(ownerId: string, wanted: Wanted = {}): Promise<Placed> {
  const { kind = "meal", title = "套餐", photo } = wanted;
  const id = context.ids.next();
  const isMeal = kind === "meal";
  const order = {
    id,
    orderNos: generateOrderNos(context),
    kind,
    title,
    source: "code",
    artwork: "burger",
    itemsText: "汉堡 × 1",
    snapshot: {
      lines: photo
        ? [{ name: title, optionsText: "", artwork: "burger", photo, quantity: 1, totalFen: 0 }]
        : [],
      rules: [],
    },
    ...(isMeal
      ? { orderState: "ACTIVE", fulfilState: "QUEUED" }
      : { orderState: "DONE", fulfilState: "DONE" }),
    pickupTo: context.clock.now().toISOString(),
  };
  const token = receiptTokenOf(context, id);
  const opened = await db.execute<{ no: string }>(sql`
    SELECT orders_open(${ownerId}, ${JSON.stringify(order)}::jsonb, NULL, NULL, ${hashToken(token)},
                       ${context.ids.next()}, ${context.clock.sql()}::timestamptz) AS no`);
  return { id, orderNo: opened.rows[0]?.no ?? "", token };
}
const issue = (ownerId: string, orderId: string) =>
  transaction(db, (tx) =>
    listener.onIssued(tx, {
      ownerId,
      orderId,
      supplierId: "dining",
      costFen: 0,
      codes: [{ code: "A1" }],
    }),
  );

describe("the list", () => {
  test("is paged by cursor without a gap or a repeat, also among own and claimed orders of one instant", async () => {
    const memberId = await owner();
    const made: string[] = [];
    for (let n = 0; n < 9; n++) {
      if (n % 2 === 0) context.clock.advance(1_000);
      const isClaimed = n % 3 === 0;
      const placed = await place(isClaimed ? await owner("GUEST") : memberId);
      if (isClaimed) await claimOrder(context, db, { memberId, token: placed.token });
      made.push(placed.orderNo);
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listedOrders(context, db, memberId, {
        pageSize: 2,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...page.list.map(({ orderNo }) => orderNo));
      cursor = page.nextCursor;
      expect(page.hasMore).toBe(cursor !== undefined);
    } while (cursor);
    expect([...seen].sort()).toEqual([...made].sort());
    const times = (await listedOrders(context, db, memberId, {})).list.map(
      ({ createdAt }) => createdAt,
    );
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const second = await listedOrders(context, db, memberId, { page: 2, pageSize: 4 });
    expect(second.list.map(({ orderNo }) => orderNo)).toEqual(seen.slice(4, 8));
    await expect(listedOrders(context, db, memberId, { cursor: "1 OR 1=1" })).rejects.toEqual(
      refusal("BAD_REQUEST"),
    );
  });

  test("is filtered by kind, state and keyword, and counted", async () => {
    const memberId = await owner();
    const guest = await owner("GUEST");
    const waiting = await place(memberId, { title: "香辣鸡腿堡三件套" });
    const ready = await place(guest, { title: "拿铁 100%" });
    await issue(guest, ready.id);
    await claimOrder(context, db, { memberId, token: ready.token });
    await place(memberId, { kind: "points", title: "500 积分" });
    const titles = async (filter: Parameters<typeof listedOrders>[3]) =>
      (await listedOrders(context, db, memberId, filter)).list.map(({ title }) => title).sort();
    expect(await titles({ kind: "points" })).toEqual(["500 积分"]);
    expect(await titles({ kind: "code", state: "processing" })).toEqual(["香辣鸡腿堡三件套"]);
    expect(await titles({ kind: "all", state: "ready" })).toEqual(["拿铁 100%"]);
    expect(await titles({ keyword: "%" })).toEqual(["拿铁 100%"]);
    expect(await titles({ keyword: waiting.orderNo })).toEqual(["香辣鸡腿堡三件套"]);
    const summary = await summaryOfOrders(context, db, memberId);
    expect(summary.kinds).toEqual({ all: 3, code: 3, meal: 2, points: 1 });
    expect(summary.states).toEqual({ wait_pay: 0, processing: 1, ready: 1, after_sale: 0 });
    expect(summary.live).toMatchObject([{ title: "拿铁 100%", codes: [{ code: "A1" }] }]);
    expect(summary.latest).toHaveLength(3);
  });

  test("shows the same cards as the summary, whose JSON the database does not render", async () => {
    const memberId = await owner();
    await place(memberId, { title: 'a "quoted"\ttitle \\ of two\nlines' });
    const photo = { pictureId: "latte", alt: '一杯 "拿铁"', widths: [192] };
    await place(memberId, { kind: "points", photo });
    const ready = await place(memberId);
    await issue(memberId, ready.id);
    const { latest } = await summaryOfOrders(context, db, memberId);
    const { list } = await listedOrders(context, db, memberId, {});
    expect(list).toEqual(latest);
    expect(list[0]?.codes).toEqual([{ code: "A1" }]);
    expect(list.map((card) => card.photo)).toEqual([undefined, photo, undefined]);
    expect(list.map((card) => Value.Clean(OrderCard, structuredClone(card)))).toEqual(list);
  });

  test("shows no member another member's order", async () => {
    const placed = await place(await owner());
    const other = await owner();
    await expect(orderDetail(context, db, other, placed.orderNo)).rejects.toEqual(
      refusal("NOT_FOUND"),
    );
    const claim = claimOrder(context, db, { memberId: other, token: placed.token });
    await expect(claim).rejects.toEqual(refusal("NOT_FOUND"));
  });
});

describe("an order", () => {
  test("is received only once it is ready, and hidden only once it has ended", async () => {
    const memberId = await owner();
    const { id, orderNo } = await place(memberId);
    const on = (key: string) => ({ memberId, key, orderNo });
    await expect(receiveOwnOrder(context, db, on("early"))).rejects.toEqual(refusal("ORDER_STATE"));
    await issue(memberId, id);
    await expect(hideFromList(context, db, on("h1"))).rejects.toEqual(refusal("ORDER_STATE"));
    const done = await receiveOwnOrder(context, db, on("r1"));
    expect(done).toMatchObject({
      display: "done",
      codes: [{ code: "A1" }],
      received: { allowed: false },
    });
    expect(await receiveOwnOrder(context, db, on("r2"))).toEqual(done);
    await hideFromList(context, db, on("h2"));
    await hideFromList(context, db, on("h2"));
    expect((await listedOrders(context, db, memberId, {})).list).toEqual([]);
    expect((await summaryOfOrders(context, db, memberId)).kinds).toEqual({ all: 0, code: 0 });
  });

  test("that is claimed is hidden from the claimer's list only", async () => {
    const memberId = await owner();
    const guest = await owner("GUEST");
    const { id, orderNo, token } = await place(guest);
    await claimOrder(context, db, { memberId, token });
    await issue(guest, id);
    await receiveOwnOrder(context, db, { memberId, key: "r", orderNo });
    await hideFromList(context, db, { memberId, key: "h", orderNo });
    expect((await listedOrders(context, db, memberId, {})).list).toEqual([]);
    expect((await listedOrders(context, db, guest, {})).list).toHaveLength(1);
  });

  test("counts as picked up four hours after its slot", async () => {
    const memberId = await owner();
    const { id, orderNo } = await place(memberId);
    await issue(memberId, id);
    context.clock.advance(4 * 3_600_000 - 1_000);
    await closeOverdue(context, db);
    expect((await orderDetail(context, db, memberId, orderNo)).display).toBe("ready");
    context.clock.advance(1_000);
    await Promise.all([closeOverdue(context, db), closeOverdue(context, db)]);
    const detail = await orderDetail(context, db, memberId, orderNo);
    expect(detail.timeline.map(({ event }) => event)).toEqual(["placed", "issued", "overdue"]);
    expect(detail.display).toBe("done");
  });

  test("that cannot be ended is reported, and the later ones are ended", async () => {
    const memberId = await owner();
    const placed = [await place(memberId), await place(memberId)];
    for (const { id } of placed) await issue(memberId, id);
    const [broken, later] = placed;
    const mend = await breakOrder(fresh.asOwner, broken?.orderNo ?? "");
    context.clock.advance(5 * 3_600_000);
    await expect(closeOverdue(context, db)).rejects.toThrow("some overdue orders were not ended");
    const displayOf = async (order: Placed | undefined) =>
      (await orderDetail(context, db, memberId, order?.orderNo ?? "")).display;
    expect([await displayOf(broken), await displayOf(later)]).toEqual(["ready", "done"]);
    await mend();
    expect(await closeOverdue(context, db)).toBe(1);
    expect(await displayOf(broken)).toBe("done");
  });

  test("gets the next candidate number when the first is in use", async () => {
    const memberId = await owner();
    const [taken = ""] = generateOrderNos(context);
    await db.execute(
      sql`INSERT INTO order_no_claim VALUES (${taken}, ${memberId}, ${context.ids.next()})`,
    );
    const order = {
      id: context.ids.next(),
      orderNos: [taken, "2026112000000000000"],
      kind: "points",
      source: "code",
      title: "t",
      artwork: "a",
      snapshot: {},
      orderState: "DONE",
      fulfilState: "DONE",
    };
    const opened = await db.execute(sql`
      SELECT orders_open(${memberId}, ${JSON.stringify(order)}::jsonb, NULL, NULL, ${hashToken("x")},
                         ${context.ids.next()}, NULL) AS no`);
    expect(opened.rows).toEqual([{ no: "2026112000000000000" }]);
  });
});
