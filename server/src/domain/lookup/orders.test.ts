/** The operators' order list, one order, its actions, and the search, against the real database. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "../../platform/http/call.ts";
import { loadRegions } from "../regions/load-regions.ts";
import { displayOf } from "../orders/actions.ts";
import { axes } from "../orders/lifecycle.ts";
import { previewRefund, refundByOperator } from "../refunds/actions.ts";
import { openRefundEnv, type RefundEnv } from "../refunds/test-env.fixture.ts";
import { noteOrder } from "./actions/order-actions.ts";
import { operatorOrderDetail, orderKeyByNo } from "./actions/order-detail.ts";
import { operatorOrderList } from "./actions/order-list.ts";
import { searchForOperator } from "./actions/search.ts";
import { displaySql } from "./store/order-columns.ts";
import { orderPageSql, type OrderFilter } from "./store/order-list.ts";
import { noFiles, operatorCall, refusalOf } from "./operator-call.fixture.ts";

let env: RefundEnv;
let operatorId: string;
let memberId: string;
let orderNo: string;

const ALL = ["orders:read", "orders:handle", "orders:refund", "members:read", "codes:read"];

const callOf = (permissions: readonly string[] = ALL) => operatorCall(operatorId, permissions);

beforeAll(async () => {
  env = await openRefundEnv();
  operatorId = await env.member(1);
  memberId = await env.member(2);
  orderNo = await env.mixedOrder(memberId, 3);
  await env.deliverCards(orderNo, 3);
});
afterAll(() => env.close());

test("the list shows an order with its member, its tenders and its state, newest first", async () => {
  const older = await env.mixedOrder(memberId, 1);
  const { list } = await operatorOrderList(env.context, env.db, {});
  expect(list.map((row) => row.orderNo)).toEqual([older, orderNo]);
  const row = list.find((one) => one.orderNo === orderNo);
  expect(row).toMatchObject({ kind: "card", source: "shop", quantity: 3, display: "ready" });
  expect(row?.member.memberNo).toMatch(/^\d{9}$/);
  expect(row?.tenders).toMatchObject({ couponOffFen: expect.any(Number) });
});

test("pages follow each other by cursor without a gap or a repeat", async () => {
  const first = await operatorOrderList(env.context, env.db, { pageSize: 1 });
  const cursor = first.nextCursor;
  const second = await operatorOrderList(env.context, env.db, {
    pageSize: 1,
    ...(cursor && { cursor }),
  });
  const numbers = [...first.list, ...second.list].map((row) => row.orderNo);
  const all = await operatorOrderList(env.context, env.db, {});
  expect(numbers).toEqual(all.list.slice(0, 2).map((row) => row.orderNo));
  expect(await refusalOf(operatorOrderList(env.context, env.db, { cursor: "1.x" }))).toBe(
    "BAD_REQUEST",
  );
});

test.each(["oldest", "amountDown", "amountUp"] as const)(
  "pages sorted by %s follow each other by cursor, in that order",
  async (sort) => {
    for (const quantity of [1, 2, 2]) await env.mixedOrder(memberId, quantity);
    const rows: { readonly orderNo: string; readonly amountFen: number }[] = [];
    let cursor: string | undefined;
    do {
      const input = { sort, pageSize: 2, ...(cursor && { cursor }) };
      const page = await operatorOrderList(env.context, env.db, input);
      rows.push(...page.list);
      cursor = page.nextCursor;
    } while (cursor);
    const newest = await operatorOrderList(env.context, env.db, { pageSize: 100 });
    expect(new Set(rows.map((row) => row.orderNo)).size).toBe(newest.list.length);
    const amounts = rows.map((row) => row.amountFen);
    const inOrder = {
      oldest: newest.list.map((row) => row.amountFen).toReversed(),
      amountUp: amounts.toSorted((a, b) => a - b),
      amountDown: amounts.toSorted((a, b) => b - a),
    };
    expect(amounts).toEqual(inOrder[sort]);
    expect(new Set(amounts).size).toBeGreaterThan(1);
  },
);

test("a list sorted by amount covers at most seven days", async () => {
  const to = env.context.clock.now().getTime();
  const days = (count: number) =>
    operatorOrderList(env.context, env.db, { sort: "amountUp", from: to - count * 86_400_000, to });
  expect((await days(7)).list.length).toBeGreaterThan(0);
  expect(await refusalOf(days(8))).toBe("INPUT_INVALID");
});

test("a list over all members covers at most 31 days", async () => {
  const to = env.context.clock.now().getTime();
  const from = to - 32 * 86_400_000;
  expect(await refusalOf(operatorOrderList(env.context, env.db, { from, to }))).toBe(
    "INPUT_INVALID",
  );
});

test("orders are listed by the city they were quoted for, which a district counts as", async () => {
  const { byCode: cityOf } = loadRegions();
  const bought = async (regionCode?: string) => {
    const input = { items: [{ skuId: "card", quantity: 1 }], ...(regionCode && { regionCode }) };
    return (await env.order(memberId, input)).orderNo;
  };
  const [shanghai, shenzhen, nowhere] = [
    await bought("310100"),
    await bought("440305"),
    await bought(),
  ];
  const listed = async (cityCode?: string) => {
    const filter = { pageSize: 100, ...(cityCode && { cityCode }) };
    const { list } = await operatorOrderList(env.context, env.db, filter, { cityOf });
    return list.map((row) => [row.orderNo, row.cityName]);
  };
  expect(await listed("310100")).toEqual([[shanghai, "上海"]]);
  expect(await listed("440300")).toEqual([[shenzhen, "深圳"]]);
  expect(await listed()).toContainEqual([nowhere, undefined]);
  const { order } = await operatorOrderDetail(env.context, env.db, {
    orderNo: shenzhen ?? "",
    call: callOf(),
    store: noFiles,
    cityOf,
  });
  expect(order.cityName).toBe("深圳");
});

const someId = "00000000-0000-7000-8000-000000000000";
const filters: readonly OrderFilter[] = [
  {},
  { display: "manual" },
  { kind: "topup" },
  { source: "code" },
  { supplierId: "topup" },
  { tender: "balance" },
  { fromFen: 100, toFen: 200 },
  { memberNo: "801620476" },
  { benefitId: "card" },
  { cityCode: "310100" },
  { batchId: someId },
  { campaignId: "coupon" },
  { no: "D20261122ABCDEFGHIJKLMNOP" },
];
test.each(filters)("the page filtered by %j reads orders through an index", async (filter) => {
  const span = filter.memberNo || filter.no ? {} : { from: 0, to: 1 };
  const page = orderPageSql({ ...filter, ...span }, { after: undefined, limit: 20 });
  const plan = await env.db.transaction(async (tx) => {
    // The test's tables are small; without this a scan of all rows is the cheapest plan.
    await tx.execute(sql`SET LOCAL enable_seqscan = off`);
    return JSON.stringify((await tx.execute(sql`EXPLAIN (FORMAT JSON) ${page}`)).rows);
  });
  expect(plan).not.toMatch(/"Node Type":"Seq Scan"[^{}]*"Relation Name":"orders"/);
  const index =
    (filter.display && "orders_display_newest") ??
    (filter.kind && "orders_kind_newest") ??
    (filter.cityCode && "orders_city_newest");
  expect(plan).toContain(index ?? "");
});

test("the display state in SQL is the one that members see, in every combination", async () => {
  const reasons = [null, "returned", "expired"];
  const combinations = axes.order.states.flatMap((orderState) =>
    axes.pay.states.flatMap((payState) =>
      axes.fulfil.states.flatMap((fulfilState) =>
        axes.refund.states.flatMap((refundState) =>
          reasons.map((closedReason) => ({
            orderState,
            payState,
            fulfilState,
            refundState,
            closedReason,
          })),
        ),
      ),
    ),
  );
  const rows = combinations.map((one) => ({
    order_state: one.orderState,
    pay_state: one.payState,
    fulfil_state: one.fulfilState,
    refund_state: one.refundState,
    closed_reason: one.closedReason,
  }));
  const found = await env.db.execute<{ display: string }>(sql`
    SELECT ${sql.raw(displaySql)} AS display FROM ROWS FROM (
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS (order_state text, pay_state text, fulfil_state text, refund_state text, closed_reason text)
    ) WITH ORDINALITY AS o ORDER BY o.ordinality`);
  expect(found.rows.map(({ display }) => display)).toEqual(combinations.map(displayOf));
});

test("one order is shown with items, postings that balance, and what may be done", async () => {
  const detail = await operatorOrderDetail(env.context, env.db, {
    orderNo,
    call: callOf(),
    store: noFiles,
  });
  expect(detail.items).toMatchObject([{ quantity: 3, state: "DONE" }]);
  expect(detail.postings.length).toBeGreaterThan(0);
  expect(detail.clearingFen).toBe(0);
  expect(detail.deliveries).toHaveLength(3);
  expect(JSON.stringify(detail)).not.toMatch(/"(C|S)[012]"/);
  expect(detail.member?.memberNo).toMatch(/^\d{9}$/);
  expect(detail.may).toEqual(expect.arrayContaining(["note", "refund"]));
  const reader = await operatorOrderDetail(env.context, env.db, {
    orderNo,
    call: callOf(["orders:read"]),
    store: noFiles,
  });
  expect(reader.may).toEqual([]);
});

test("an order is read in the same number of statements, however much happened to it", async () => {
  const statements = async (no: string): Promise<number> => {
    let count = 0;
    const counted = new Proxy(env.db, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name !== "execute" || typeof value !== "function") return value;
        return (...args: unknown[]): unknown => {
          count++;
          return Reflect.apply(value, target, args);
        };
      },
    });
    await operatorOrderDetail(env.context, counted, {
      orderNo: no,
      call: callOf(),
      store: noFiles,
    });
    return count;
  };
  const before = await statements(orderNo);
  for (const text of ["第一条", "第二条", "第三条"]) {
    await noteOrder(env.context, env.db, { orderNo, text, operatorId });
  }
  expect(await statements(orderNo)).toBe(before);
  // The key, two lines of the audit, and one statement for each part of the page.
  expect(before).toBeLessThanOrEqual(15);
});

test("a note is shown to operators and not to the member", async () => {
  await noteOrder(env.context, env.db, { orderNo, text: "会员来电催促", operatorId });
  const { notes } = await operatorOrderDetail(env.context, env.db, {
    orderNo,
    call: callOf(),
    store: noFiles,
  });
  expect(notes[0]).toMatchObject({ text: "会员来电催促", by: { id: operatorId } });
});

test("every opened order is in the audit log by its number", async () => {
  await operatorOrderDetail(env.context, env.db, { orderNo, call: callOf(), store: noFiles });
  const lines = await env.rows<{ input: object }>(
    "SELECT input FROM audit_line WHERE operation = 'operatorOrders.detail' AND outcome = 'done'",
  );
  expect(lines.at(-1)?.input).toEqual({ orderNo });
});

test("an order is found by its number, its member's number and the phone's last four", async () => {
  const { list } = await operatorOrderList(env.context, env.db, { no: orderNo });
  const member = list[0]?.member;
  const found = async (q: string) => {
    const { groups } = await searchForOperator(env.context, env.db, { q, call: callOf() });
    return groups.flatMap(({ items }) => items.map(({ to }) => to));
  };
  expect(await found(orderNo)).toEqual([`/orders/${orderNo}`]);
  expect(await found(member?.memberNo ?? "")).toContain(`/orders/${orderNo}`);
  const last4 = member?.phoneMask.slice(-4) ?? "";
  expect(await found(last4)).toEqual(
    expect.arrayContaining([`/members/${member?.memberNo ?? ""}`, `/orders/${orderNo}`]),
  );
});

test("the search finds only what the operator may read, and logs no text", async () => {
  const call = callOf(["codes:read"]);
  const { groups } = await searchForOperator(env.context, env.db, { q: orderNo, call });
  expect(groups).toEqual([]);
  await searchForOperator(env.context, env.db, { q: orderNo, call: callOf() });
  const lines = await env.rows<{ input: object }>(
    "SELECT input FROM audit_line WHERE operation = 'operatorSearch.search' AND outcome = 'done'",
  );
  expect(lines.at(-1)?.input).toEqual({ order: [orderNo] });
});

test("an operator searches at most sixty times in a minute", async () => {
  const call = { ...callOf(), member: { ...callOf().member, memberId } } as Call;
  for (let n = 0; n < 60; n++) await searchForOperator(env.context, env.db, { q: "zz", call });
  expect(await refusalOf(searchForOperator(env.context, env.db, { q: "zz", call }))).toBe(
    "RATE_LIMITED",
  );
});

test("one unit of three is refunded with the amounts of the preview, once for each key", async () => {
  const key = await orderKeyByNo(env.db, orderNo);
  const { items } = await operatorOrderDetail(env.context, env.db, {
    orderNo,
    call: callOf(),
    store: noFiles,
  });
  const units = [{ itemId: items[0]?.itemId ?? "", quantity: 1 }];
  const preview = await previewRefund(env.context, env.db, { ...key, items: units });
  const expectedFen = preview.cashFen + preview.balanceFen;
  expect(preview.needsTwo).toBe(false);
  const by = { operatorId, isProven: true, key: "refund-1", reason: "少发一张" };
  const request = { ...key, ...by, items: units };
  const wrong = refundByOperator(env.context, env.db, { ...request, expectedFen: expectedFen + 1 });
  expect(await refusalOf(wrong)).toBe("REFUND_CHANGED");
  const opened = await refundByOperator(env.context, env.db, { ...request, expectedFen });
  const again = await refundByOperator(env.context, env.db, { ...request, expectedFen });
  expect(again).toEqual(opened);
  const [row] = await env.rows<{ cash: number; balance: number; units: number }>(
    `SELECT r.cash_fen AS cash, r.balance_fen AS balance, i.quantity AS units
     FROM refund r JOIN refund_item i ON i.member_id = r.member_id AND i.refund_id = r.id WHERE r.refund_no = $1`,
    [opened.refundNo],
  );
  expect(row).toEqual({
    cash: preview.cashFen,
    balance: preview.balanceFen,
    units: 1,
  });
});

test("what no supplier has decided is not refunded, and nobody refunds an own order", async () => {
  const waiting = await env.mixedOrder(memberId, 1);
  const key = await orderKeyByNo(env.db, waiting);
  const detail = await operatorOrderDetail(env.context, env.db, {
    orderNo: waiting,
    call: callOf(),
    store: noFiles,
  });
  const items = [{ itemId: detail.items[0]?.itemId ?? "", quantity: 1 }];
  expect(detail.may).not.toContain("refund");
  expect(await refusalOf(previewRefund(env.context, env.db, { ...key, items }))).toBe(
    "REFUND_DENIED",
  );
  const by = { operatorId: memberId, isProven: true, key: "own", reason: "试试" };
  const own = { ...key, ...by, items, expectedFen: 1 };
  const refused = (async () => refundByOperator(env.context, env.db, own))();
  expect(await refusalOf(refused)).toBe("OWN_ACCOUNT");
});
