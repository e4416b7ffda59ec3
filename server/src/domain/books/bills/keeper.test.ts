/** The agent of bills: every day once, asked for until it is here, whoever runs it and however often. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { askForDay, keepBills, listBillDays } from "./actions.ts";
import {
  type BillBed,
  DAY,
  NEXT,
  on,
  openBillBed,
  ours,
  row,
  scriptedSource,
} from "./bed.fixture.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let bed: BillBed;
let channel: ReturnType<typeof scriptedSource>;
beforeEach(async () => {
  bed = await openBillBed();
  channel = scriptedSource("wechatpay");
  channel.days.set(DAY, "none");
});
afterEach(() => bed.close());

const keep = () => keepBills(bed.context, bed.db, [channel.from]);

describe("the agent", () => {
  test("asks for yesterday after ten past ten, and not before", async () => {
    bed.context.clock.set(on("10:09", NEXT));
    await keep();
    expect(channel.asked).toEqual(["2026-11-18"]);
    bed.context.clock.set(on("10:10", NEXT));
    await keep();
    expect(channel.asked).toEqual(["2026-11-18", DAY]);
  });

  test("asks again until the bill is here, and then no more", async () => {
    await bed.put.payments([ours]);
    channel.days.delete(DAY);
    await keep();
    await keep();
    expect(channel.asked).toEqual([DAY]);
    bed.context.clock.advance(10 * 60_000);
    channel.days.set(DAY, [row()]);
    await keep();
    bed.context.clock.advance(HOUR_MS);
    await keep();
    expect(channel.asked).toEqual([DAY, DAY]);
    expect(await listBillDays(bed.db, { source: null, before: null, limit: 9 })).toMatchObject([
      { source: "wechatpay", day: DAY, state: "compared", rows: 1, differing: 0, editions: 1 },
    ]);
  });

  test("makes a bill that never comes a case, once, and goes on asking", async () => {
    channel.days.delete(DAY);
    await keep();
    for (const hours of [11, 2, 1]) {
      bed.context.clock.advance(hours * HOUR_MS);
      await keep();
    }
    expect(await bed.found()).toEqual([`bill_missing wechatpay ${DAY}`]);
    expect(await bed.rows("SELECT found FROM recon_run")).toEqual([{ found: 1 }]);
    expect(channel.asked.length).toBe(4);
  });

  test("does not believe that nothing happened on a day when something did", async () => {
    await bed.put.payments([ours]);
    await keep();
    expect(await listBillDays(bed.db, { source: null, before: null, limit: 9 })).toMatchObject([
      { day: DAY, state: "waiting", reason: "it says that nothing happened" },
    ]);
  });

  test("does each day once after three days off", async () => {
    await keep();
    for (const day of [NEXT, "2026-11-21", "2026-11-22"]) channel.days.set(day, "none");
    bed.context.clock.advance(3 * DAY_MS);
    await keep();
    await keep();
    expect(channel.asked).toEqual([DAY, NEXT, "2026-11-21", "2026-11-22"]);
  });

  test("comes to the same in two processes at once, also where both have taken the same look", async () => {
    await bed.put.payments([ours]);
    channel.days.set(DAY, [row({ feeFen: 1 }), row({ outNo: "P9" }), row({ outNo: "P9" })]);
    await Promise.all([keep(), keep(), keep()]);
    await bed.owner.query(
      "UPDATE bill_day SET state = 'waiting', compared_at = NULL, judged_at = NULL, next_try_at = now()",
    );
    await Promise.all([keep(), keep(), keep()]);
    expect(await bed.found()).toHaveLength(3);
    expect(await bed.rows("SELECT count(*)::int AS n FROM recon_case")).toEqual([{ n: 3 }]);
    expect(await bed.rows("SELECT count(*)::int AS n FROM bill_row")).toEqual([{ n: 3 }]);
  });

  test("adds another edition beside the first, whose rows stay, and counts by the newer", async () => {
    await bed.put.payments([ours]);
    channel.days.set(DAY, [row({ outNo: "P9" })]);
    await keep();
    expect(await bed.found()).toHaveLength(2);
    channel.days.set(DAY, [row()]);
    await askForDay(bed.context, bed.db, { source: "wechatpay", day: DAY });
    await keep();
    expect(await bed.rows("SELECT count(*)::int AS n FROM bill_row")).toEqual([{ n: 2 }]);
    expect(await listBillDays(bed.db, { source: null, before: null, limit: 9 })).toMatchObject([
      { rows: 1, editions: 2, differing: 0 },
    ]);
  });

  test("closes as healed what a newer edition does not bear out, and opens what comes back", async () => {
    const cases = () => bed.rows("SELECT class, state FROM recon_case ORDER BY opened_at, id");
    await bed.put.payments([ours]);
    channel.days.delete(DAY);
    for (let hours = 0; hours < 14; hours += 13) {
      bed.context.clock.advance(hours * HOUR_MS);
      await keep();
    }
    const editions = [[row({ feeFen: 1 })], [row()], [row({ feeFen: 1 })]];
    const seen: unknown[] = [];
    for (const edition of editions) {
      channel.days.set(DAY, edition);
      await askForDay(bed.context, bed.db, { source: "wechatpay", day: DAY });
      await keep();
      seen.push(await cases());
    }
    const missing = { class: "bill_missing", state: "healed" };
    const fee = (state: string) => ({ class: "bill_fee", state });
    expect(seen).toEqual([
      [missing, fee("open")],
      [missing, fee("healed")],
      [missing, fee("healed"), fee("open")],
    ]);
  });

  test("does not open again what a person has closed", async () => {
    await bed.put.payments([ours]);
    channel.days.set(DAY, [row({ feeFen: 1 })]);
    await keep();
    await bed.owner.query(
      "UPDATE recon_case SET state = 'dismissed', closed_at = now(), closed_by = 'x'",
    );
    await askForDay(bed.context, bed.db, { source: "wechatpay", day: DAY });
    await keep();
    expect(await bed.rows("SELECT state FROM recon_case")).toEqual([{ state: "dismissed" }]);
  });
});
