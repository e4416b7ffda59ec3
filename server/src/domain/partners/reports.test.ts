/**
 * Tests that updates have the same result in any order and under races, and what a member sees of
 * them.
 */
import fc from "fast-check";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listedOrders } from "../orders/testing.ts";
import { summaryOfOrders } from "../orders/actions/read.ts";
import { applyOrderUpdates, partnersOrders, pullOrders } from "./actions.ts";
import { createPartnersTestEnv, type PartnersTestEnv, orderUpdate } from "./test-env.fixture.ts";
import { COMMISSION_STATES, PARTNER_STATES, type PartnerOrderUpdate } from "./port.ts";

let testEnv: PartnersTestEnv;
beforeAll(async () => {
  testEnv = await createPartnersTestEnv();
});
afterAll(() => testEnv.close());

const apply = (...updates: PartnerOrderUpdate[]) =>
  applyOrderUpdates(testEnv.context, testEnv.db, "yunda", updates);
type StoredReport = Pick<
  PartnerOrderUpdate,
  "state" | "commission" | "title" | "amountFen" | "commissionFen" | "isRisk"
> & { memberId: string | null };
async function readStoredReport(partnerNo: string): Promise<StoredReport | undefined> {
  const { rows } = await testEnv.db.execute<StoredReport>(sql`
    SELECT state, commission, title, amount_fen AS "amountFen", commission_fen AS "commissionFen", is_risk AS "isRisk",
           member_id AS "memberId"
    FROM partner_report WHERE partner_id = 'yunda' AND partner_no = ${partnerNo}`);
  return rows[0];
}
const listedCopies = async (memberId: string) =>
  (
    await testEnv.db.execute<{ partnerNo: string; state: string }>(sql`
      SELECT partner_no AS "partnerNo", state FROM partner_order WHERE member_id = ${memberId}`)
  ).rows;

/** Computes the expected result: the furthest state, and the texts of the latest update. */
function expectedReportOf(updates: readonly PartnerOrderUpdate[]): Omit<StoredReport, "memberId"> {
  const furthest = <W extends string>(all: readonly W[], received: readonly W[]): W | undefined =>
    all.findLast((state) => received.includes(state));
  const rank = (one: PartnerOrderUpdate) => PARTNER_STATES.indexOf(one.state);
  const order = (a: PartnerOrderUpdate, b: PartnerOrderUpdate): number =>
    a.updatedAt - b.updatedAt ||
    rank(a) - rank(b) ||
    a.amountFen - b.amountFen ||
    a.commissionFen - b.commissionFen ||
    Number(a.isRisk) - Number(b.isRisk) ||
    (a.title < b.title ? -1 : 1);
  const latest = updates.toSorted(order).at(-1) ?? orderUpdate({ partnerNo: "" });
  const { title, amountFen, commissionFen, isRisk } = latest;
  const states = updates.map(({ state }) => state);
  const isVoid = states.includes("VOID");
  const commissions = updates.map(({ commission }) => commission);
  return {
    title,
    amountFen,
    commissionFen,
    isRisk,
    state: furthest(PARTNER_STATES, states) ?? "ORDERED",
    commission: isVoid ? "VOID" : (furthest(COMMISSION_STATES, commissions) ?? "NONE"),
  };
}

describe("updates of an order", () => {
  test("have the same result in any order, applied once or repeatedly", async () => {
    const some = fc.record({
      state: fc.constantFrom(...PARTNER_STATES),
      commission: fc.constantFrom(...COMMISSION_STATES),
      title: fc.constantFrom("A", "B"),
      amountFen: fc.integer({ min: 0, max: 3 }),
      commissionFen: fc.integer({ min: 0, max: 2 }),
      isRisk: fc.boolean(),
      at: fc.integer({ min: 0, max: 3 }),
    });
    const { sid, memberId } = await testEnv.jumped();
    let n = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(some, { minLength: 1, maxLength: 7 }), async (received) => {
        const partnerNo = `P${n++}`;
        const updates = received.map(({ at, ...one }) =>
          orderUpdate({ partnerNo, sid, ...one, updatedAt: 1_700_000_000_000 + at }),
        );
        await apply(...updates, ...updates.toReversed());
        expect(await readStoredReport(partnerNo)).toEqual({
          ...expectedReportOf(updates),
          memberId,
        });
      }),
      { numRuns: 60, seed: 35 },
    );
  });

  test("change nothing when they are repeated or older", async () => {
    const { sid } = await testEnv.jumped();
    const paid = orderUpdate({ partnerNo: "R1", sid, updatedAt: 1_700_000_000_500 });
    const settled = orderUpdate({
      partnerNo: "R1",
      sid,
      state: "SETTLED",
      commission: "SETTLED",
      updatedAt: 1_700_000_001_000,
    });
    expect(await apply(settled)).toEqual({ seen: 1, changed: 1 });
    expect(await apply(settled, paid, paid)).toEqual({ seen: 3, changed: 0 });
    expect(await readStoredReport("R1")).toMatchObject({ state: "SETTLED", commission: "SETTLED" });
  });

  test("can match their member late, and never by another partner's jump", async () => {
    const { sid, memberId } = await testEnv.jumped();
    await apply(orderUpdate({ partnerNo: "U1" }));
    expect(await readStoredReport("U1")).toMatchObject({ memberId: null });
    await applyOrderUpdates(testEnv.context, testEnv.db, "fanmao", [
      orderUpdate({ partnerNo: "U1", sid }),
    ]);
    expect(await listedCopies(memberId)).toEqual([]);
    await apply(orderUpdate({ partnerNo: "U1", sid }));
    expect(await listedCopies(memberId)).toEqual([{ partnerNo: "U1", state: "PAID" }]);
    const other = await testEnv.jumped();
    await apply(orderUpdate({ partnerNo: "U1", sid: other.sid, updatedAt: 1_800_000_000_000 }));
    expect(await listedCopies(other.memberId)).toEqual([]);
  });

  /** Sends the updates of one order concurrently, each many times. */
  const applyConcurrently = (partnerNo: string, sid: string) =>
    Array.from({ length: 64 }, (_, at) => {
      const state = PARTNER_STATES[at % 3] ?? "ORDERED";
      return orderUpdate({ partnerNo, sid, state, updatedAt: 1_700_000_000_000 + (at % 3) });
    });

  test("applied sixty-four times concurrently result in one order, in its furthest state", async () => {
    const { sid, memberId } = await testEnv.jumped();
    await Promise.all(applyConcurrently("S1", sid).map((one) => apply(one)));
    expect(await listedCopies(memberId)).toEqual([{ partnerNo: "S1", state: "SETTLED" }]);
    expect(await readStoredReport("S1")).toMatchObject({ state: "SETTLED" });
  });

  test("would have another result if each wrote what it had read (mutant)", async () => {
    const { sid } = await testEnv.jumped();
    await apply(orderUpdate({ partnerNo: "M1", sid, state: "ORDERED" }));
    const naive = async (one: PartnerOrderUpdate) => {
      const before = await readStoredReport("M1");
      const rank = (state: string) => PARTNER_STATES.findIndex((known) => known === state);
      if (before && rank(one.state) < rank(before.state)) return;
      await testEnv.db.execute(sql`
        UPDATE partner_report SET state = ${one.state} WHERE partner_id = 'yunda' AND partner_no = 'M1'`);
    };
    let ends = "SETTLED";
    for (let round = 0; round < 40 && ends === "SETTLED"; round++) {
      await testEnv.db.execute(
        sql`UPDATE partner_report SET state = 'ORDERED' WHERE partner_no = 'M1'`,
      );
      await Promise.all(applyConcurrently("M1", sid).toReversed().map(naive));
      ends = (await readStoredReport("M1"))?.state ?? "";
    }
    expect(ends).not.toBe("SETTLED");
  });
});

describe("a pull of order updates", () => {
  test("repeats the overlap without duplicates, and only a complete one moves the mark", async () => {
    const { context, db, gate, pages, pulls } = testEnv;
    const { sid, memberId } = await testEnv.jumped();
    const pull = () => pullOrders(context, db, { partnerId: "yunda", gate });
    const updates = ["L1", "L2", "L3"].map((partnerNo) => orderUpdate({ partnerNo, sid }));
    pages.push({ isAvailable: true, updates: updates.slice(0, 2), next: "2" });
    pages.push({ isAvailable: false, reason: "no answer" });
    expect(await pull()).toEqual({ seen: 2, changed: 2 });
    pages.push({ isAvailable: true, updates: updates.slice(0, 2), next: "2" });
    pages.push({ isAvailable: true, updates: updates.slice(2) });
    expect(await pull()).toEqual({ seen: 3, changed: 1 });
    const first = pulls[0]?.from;
    expect(pulls[2]?.from).toBe(first);
    const mark = pulls[3]?.to ?? 0;
    context.clock.advance(600_000);
    pages.push({ isAvailable: true, updates });
    expect(await pull()).toEqual({ seen: 3, changed: 0 });
    expect(pulls[4]?.from).toBe(mark - context.settings.partnerPullOverlapMs);
    expect(await listedCopies(memberId)).toHaveLength(3);
  });
});

describe("a member's order list", () => {
  test("lists partner orders under one cursor, counts them, and shows no commission", async () => {
    const { context, db } = testEnv;
    const { sid, memberId } = await testEnv.jumped();
    const placed = Array.from({ length: 5 }, (_, at) =>
      orderUpdate({ partnerNo: `K${at}`, sid, placedAt: 1_700_000_000_000 + (at >> 1) }),
    );
    await apply(...placed);
    const elsewhere = partnersOrders(db);
    const page = (input: Parameters<typeof listedOrders>[3]) =>
      listedOrders(context, db, memberId, input, elsewhere);
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let turn = 0; turn < 4; turn++) {
      const position = cursor === undefined ? {} : { cursor };
      const { list, nextCursor } = await page({ pageSize: 2, kind: "ride", ...position });
      seen.push(...list.map(({ orderNo }) => orderNo));
      cursor = nextCursor;
      if (cursor === undefined) break;
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
    const { list } = await page({ keyword: "k3" });
    expect(list).toMatchObject([{ orderNo: "K3", source: "partner", displayText: "已付款" }]);
    expect(JSON.stringify(list)).not.toMatch(/commission|risk/i);
    expect((await page({ kind: "meal" })).list).toEqual([]);
    expect((await page({ state: "ready" })).list).toEqual([]);
    const summary = await summaryOfOrders(context, db, memberId, elsewhere);
    expect(summary.kinds).toEqual({ all: 5, code: 0, ride: 5 });
    expect(summary.latest).toHaveLength(3);
  });
});
