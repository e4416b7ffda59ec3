/**
 * Evidence pictures of a refund: the member's own, stored with it, shown to member and operators.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { writesWithoutHistory } from "../../platform/database/superuser.fixture.ts";
import { applyForRefund, refundCounts, refundPage, refundQueue } from "./actions.ts";
import { openRefundEnv, type RefundEnv } from "./test-env.fixture.ts";

let shop: RefundEnv;
beforeAll(async () => {
  shop = await openRefundEnv();
}, 60_000);
afterAll(() => shop.close());

/** Uploads a picture as a member; returns its id as clients have it. */
async function uploaded(ownerId: string): Promise<string> {
  const fileId = shop.context.ids.next();
  const path = `2026/11/${fileId}/refund/1.jpg`;
  await shop.rows(
    `INSERT INTO file (file_id, owner_id, path, state, store_key, type, bytes, sha256, taken_at, expires_at, created_at)
     VALUES ($1, $2, $3, 'stored', $4, 'image/jpeg', 9, sha256('x'), now(), 'infinity', now())`,
    [fileId, ownerId, path, `2026/11/${fileId}.jpg`],
  );
  return `cloud://env-1/${path}`;
}

/** Places an order whose card was revealed, so that an operator decides. */
async function ordered() {
  const memberId = await shop.buyer(1, { points: 700, principalFen: 500 });
  const orderNo = await shop.mixedOrder(memberId, 3);
  await shop.deliverCards(orderNo, 3);
  await writesWithoutHistory(shop.db.$client);
  await shop.rows(
    `UPDATE card SET state = 'REVEALED', reveal_count = 1, first_reveal_at = now()
     WHERE order_id = (SELECT id FROM orders WHERE order_no = $1)`,
    [orderNo],
  );
  return { memberId, orderNo };
}

const apply = (
  request: { readonly memberId: string; readonly orderNo: string },
  evidence: readonly string[],
) => {
  const { context, db } = shop;
  return applyForRefund(context, db, {
    ...request,
    evidence,
    key: shop.nextKey(),
    reason: "商品与描述不符",
  });
};

test("pictures are stored with the refund and linked for the member and for operators", async () => {
  const request = await ordered();
  const ids = [await uploaded(request.memberId), await uploaded(request.memberId)];
  await apply(request, ids);
  const [refund] = (await shop.sheet(request.memberId, request.orderNo)).refunds;
  expect(refund).toMatchObject({ state: "applied" });
  const pathsOf = (links: readonly string[] = []) =>
    links.map((link) => link.replace("/cloud/", "cloud://env-1/").replace(/\?.*$/, ""));
  expect(pathsOf(refund?.evidence)).toEqual(ids);
  const clerk = shop.context.ids.next();
  const queue = await refundQueue(shop.context, shop.db, clerk);
  const waiting = queue.find(({ orderNo }) => orderNo === request.orderNo);
  expect(pathsOf(waiting?.evidence)).toEqual(ids);
  expect(waiting?.evidence.every((link) => link.includes(`reader=${clerk}`))).toBe(true);
});

test("another member's picture, or one used already, opens no refund and takes nothing", async () => {
  const request = await ordered();
  const own = await uploaded(request.memberId);
  const gone = expect.objectContaining({ code: "FILE_GONE" });
  const others = await uploaded(shop.context.ids.next());
  await expect(apply(request, [own, others])).rejects.toEqual(gone);
  expect((await shop.sheet(request.memberId, request.orderNo)).refunds).toEqual([]);
  // An upload that was refused together with the refund is available for the next try.
  await apply(request, [own]);
  await expect(apply(await ordered(), [own])).rejects.toEqual(gone);
});

test("each stage is counted with the last that came to it, and a number finds its stage", async () => {
  const { context, db } = shop;
  const before = await refundCounts(context, db);
  const request = await ordered();
  context.clock.advance(1_000);
  await apply(request, []);
  const [refund] = (await shop.sheet(request.memberId, request.orderNo)).refunds;
  const refundNo = refund?.refundNo;
  const counts = await refundCounts(context, db);
  expect(counts.waiting).toBe(before.waiting + 1);
  expect(counts.newest.waiting).toBe(refundNo);
  const found = () =>
    refundPage(context, db, context.ids.next(), { stage: "any", keyword: refundNo });
  expect((await found()).list).toMatchObject([{ refundNo, stage: "waiting" }]);

  await writesWithoutHistory(shop.db.$client);
  await shop.rows("UPDATE refund SET state = 'APPROVED' WHERE refund_no = $1", [refundNo]);
  const moved = await refundCounts(context, db);
  expect(moved).toMatchObject({ waiting: before.waiting, processing: before.processing + 1 });
  expect(moved.newest.processing).toBe(refundNo);
  expect((await found()).list).toMatchObject([{ refundNo, stage: "processing" }]);
});
