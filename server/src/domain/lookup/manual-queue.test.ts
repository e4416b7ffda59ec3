/** The operators' list of undecided orders by its filters, against the real database. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { queryWithoutTriggers } from "../../platform/database/superuser.fixture.ts";
import {
  changeSupplierForm,
  claimManualOrder,
  listManualOrders,
  monitorSuppliers,
  supplierForm,
  unknownOrders,
} from "../fulfilment/actions.ts";
import { openRefundEnv, type RefundEnv } from "../refunds/test-env.fixture.ts";

let env: RefundEnv;
let operatorId: string;
let memberNo: string;
const numbers: string[] = [];

type Query = Omit<Parameters<typeof listManualOrders>[2], "readerId">;
const page = (query: Query = {}, readerId = operatorId) =>
  listManualOrders(env.context, env.db, { readerId, ...query });
const orders = async (query: Query = {}, readerId = operatorId) =>
  (await page(query, readerId)).list.map(({ orderNo }) => orderNo);

/** Pays an order, and puts it into the manual queue as if its supplier had not answered. */
async function undecided(memberId: string): Promise<string> {
  const orderNo = await env.mixedOrder(memberId, 1);
  const now = env.context.clock.now();
  await queryWithoutTriggers(
    env.db.$client,
    `UPDATE supplier_order s SET state = 'UNKNOWN', manual_at = $2, next_look_at = $2, sent_at = $2
     FROM orders o WHERE o.member_id = s.member_id AND o.id = s.order_id AND o.order_no = $1`,
    [orderNo, now],
  );
  env.context.clock.advance(1_000);
  return orderNo;
}

beforeAll(async () => {
  env = await openRefundEnv();
  operatorId = await env.member(1);
  const memberId = await env.buyer(2, { points: 1_000, principalFen: 300 });
  for (const _ of [1, 2]) numbers.push(await undecided(memberId));
  const [row] = await env.rows<{ no: string }>(
    "SELECT member_no AS no FROM member WHERE member_id = $1",
    [memberId],
  );
  memberNo = row?.no ?? "";
});
afterAll(() => env.close());

test("what waits is listed oldest first with its member and supplier, page by page", async () => {
  const { list } = await page();
  expect(list.map(({ orderNo }) => orderNo)).toEqual(numbers);
  expect(list[0]).toMatchObject({ state: "UNKNOWN", isLate: false, member: { memberNo } });
  expect(list[0]?.supplierName).not.toBe("");
  const { nextCursor = "", list: first } = await page({ pageSize: 1 });
  expect(first).toHaveLength(1);
  expect(await orders({ pageSize: 1, cursor: nextCursor })).toEqual(numbers.slice(1));
});

test("it is found by its numbers, its member, its supplier and its state", async () => {
  const { list } = await page();
  const [one] = list;
  expect(await orders({ keyword: one?.orderNo ?? "" })).toEqual([one?.orderNo]);
  expect(await orders({ keyword: one?.outNo ?? "" })).toEqual([one?.orderNo]);
  expect(await orders({ keyword: memberNo })).toEqual(numbers);
  expect(await orders({ keyword: "nothing" })).toEqual([]);
  expect(await orders({ supplierId: one?.supplierId ?? "" })).toEqual(numbers);
  expect(await orders({ supplierId: "nobody" })).toEqual([]);
  expect(await orders({ state: "ACCEPTED" })).toEqual([]);
});

test("a claimed one is mine for me, another's for a colleague, and free again after its end", async () => {
  const [one] = (await page()).list;
  await claimManualOrder(env.context, env.db, { outNo: one?.outNo ?? "", operatorId });
  const colleague = await env.member(3);
  expect(await orders({ claim: "mine" })).toEqual([one?.orderNo]);
  expect(await orders({ claim: "others" }, colleague)).toEqual([one?.orderNo]);
  expect(await orders({ claim: "free" })).toEqual(numbers.slice(1));
  expect((await page({ claim: "mine" })).list[0]?.claimed?.id).toBe(operatorId);
  env.context.clock.advance(env.context.settings.deskClaimMs);
  expect(await orders({ claim: "mine" })).toEqual([]);
  expect(await orders({ claim: "free" })).toEqual(numbers);
});

test("a supplier's page lists them with their state, page by page, and alerts above the limit", async () => {
  const supplierId = (await page()).list[0]?.supplierId ?? "";
  const { list } = await unknownOrders(env.context, env.db, { supplierId });
  expect(list.map(({ orderNo }) => orderNo)).toEqual(numbers);
  expect(list[0]).toMatchObject({ state: "UNKNOWN", isCancelling: false });
  const first = await unknownOrders(env.context, env.db, { supplierId, pageSize: 1 });
  const { nextCursor = "" } = first;
  const paging = { supplierId, pageSize: 1, cursor: nextCursor };
  const second = await unknownOrders(env.context, env.db, paging);
  expect([...first.list, ...second.list]).toEqual(list);
  const { version, ...kept } = await supplierForm(env.db, supplierId);
  const wanted = { ...kept, unknownMax: 1, reason: "及时处理" };
  await changeSupplierForm(env.db, { ...wanted, sinceVersion: version });
  await monitorSuppliers(env.context, env.db);
  const alerts = await env.rows<{ text: string }>(
    "SELECT text FROM alert WHERE kind = 'unknown_many'",
  );
  expect(alerts).toEqual([{ text: `${kept.name} 有 2 单结果未知，超过 1 单` }]);
});

test("each shows how to call its supplier, from the supplier's form", async () => {
  const supplierId = (await page()).list[0]?.supplierId ?? "";
  const { version, ...kept } = await supplierForm(env.db, supplierId);
  const contact = { phone: "400-800-1234", hours: "每天 9–21 点", script: "报单号" };
  const wanted = { ...kept, ...contact, reason: "新的电话" };
  await changeSupplierForm(env.db, { ...wanted, sinceVersion: version });
  expect((await page()).list[0]?.contact).toEqual(contact);
});

test("a late one has waited longer than the deadline", async () => {
  expect(await orders({ age: "late" })).toEqual([]);
  env.context.clock.advance(env.context.settings.deskSlaMs);
  expect(await orders({ age: "late" })).toEqual(numbers);
  expect(await orders({ age: "alarmed" })).toEqual([]);
  expect(await orders({ to: 1 })).toEqual([]);
});
