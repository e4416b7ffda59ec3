/** A statement adds up line by line, after any postings, holds, voids and reversals. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase, type Tx } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { Refusal } from "../../platform/refusal.ts";
import { testContext } from "../../platform/testing.ts";
import {
  balancesOf,
  confirmHold,
  hold,
  monthSumsOf,
  post,
  reverse,
  statementOf,
  voidHold,
} from "./actions.ts";
import { addLinesToSums } from "./store/month-sums.ts";
import { uuidFromName, outcomeOfError } from "./scenario.fixture.ts";
import { repeatCount } from "../../platform/repeat-count.fixture.ts";

const RUNS = repeatCount({ suite: 16, slow: 240 });
const DAY_MS = 24 * 60 * 60 * 1000;
const EVERYTHING = 1_000;
const purposes = ["principal", "bonus"] as const;
const actor = "system";

let database: FreshDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.appUrl, log: testContext().log });
});
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

let ledgers = 0;
function createMemberLedger() {
  const context = testContext();
  const memberId = uuidFromName(`book ${ledgers++}`);
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => transaction(db, work);
  const owner = { memberId, actor } as const;
  let n = 0;
  return {
    context,
    memberId,
    move: (debit: "codes_sold" | "principal" | "bonus", credit: string, amount: number) =>
      inTx((tx) =>
        post(context, tx, {
          ...owner,
          kind: "adjust",
          ref: `a${n++}`,
          title: "手工",
          transfers: [{ asset: "CNY", debit, credit: credit as "principal", amount }],
        }),
      ),
    reverse: (txnId: string) =>
      inTx((tx) => reverse(context, tx, { ...owner, kind: "refund", ref: `r${n++}`, txnId })),
    hold: (holdId: string, purpose: "principal" | "bonus", amount: number, lastsMs: number) => {
      const expiresAt = new Date(context.clock.now().getTime() + lastsMs);
      return inTx((tx) =>
        hold(context, tx, { ...owner, holdId, asset: "CNY", purpose, amount, expiresAt }),
      );
    },
    confirm: (holdId: string, amount: number) =>
      inTx((tx) =>
        confirmHold(context, tx, { ...owner, holdId, to: [{ credit: "clearing", amount }] }),
      ),
    void: (holdId: string) => inTx((tx) => voidHold(context, tx, { ...owner, holdId })),
    page: (more: Partial<Parameters<typeof statementOf>[1]> = {}) =>
      statementOf(db, {
        memberId,
        asset: "CNY",
        purposes,
        limit: EVERYTHING,
        now: context.clock.now(),
        ...more,
      }),
  };
}
type MemberLedger = ReturnType<typeof createMemberLedger>;

const shown = async (ledger: MemberLedger) =>
  (await ledger.page()).lines.map(
    ({ kind, change, after, isHeld }) => `${kind} ${change} → ${after}${isHeld ? " held" : ""}`,
  );

test("a hold is one pending line while it is open, one line after it is spent, and none after it is voided", async () => {
  const ledger = createMemberLedger();
  const [spent, voided, lapsed, partly] = [1, 2, 3, 4].map(() => ledger.context.ids.next());
  await ledger.move("codes_sold", "principal", 1_000);
  await ledger.hold(spent ?? "", "principal", 100, DAY_MS);
  await ledger.hold(voided ?? "", "principal", 200, DAY_MS);
  await ledger.hold(partly ?? "", "principal", 60, DAY_MS);
  expect(await shown(ledger)).toEqual([
    "hold -60 → 640 held",
    "hold -200 → 700 held",
    "hold -100 → 900 held",
    "adjust 1000 → 1000",
  ]);
  await ledger.confirm(spent ?? "", 100);
  await ledger.void(voided ?? "");
  await ledger.confirm(partly ?? "", 50);
  await ledger.hold(lapsed ?? "", "principal", 300, DAY_MS);
  expect(await shown(ledger)).toEqual([
    "hold -300 → 550 held",
    "hold -50 → 850",
    "hold -100 → 900",
    "adjust 1000 → 1000",
  ]);
  ledger.context.clock.advance(DAY_MS);
  const without = ["hold -50 → 850", "hold -100 → 900", "adjust 1000 → 1000"];
  expect(await shown(ledger)).toEqual(without);
  await ledger.move("codes_sold", "bonus", 5);
  expect(await shown(ledger)).toEqual(["adjust 5 → 855", ...without]);
});

test("a reversed posting is listed, and so is its reversal", async () => {
  const ledger = createMemberLedger();
  const first = await ledger.move("codes_sold", "principal", 500);
  ledger.context.clock.advance(1);
  await ledger.move("codes_sold", "bonus", 70);
  await ledger.reverse(first.txnId);
  expect(await shown(ledger)).toEqual(["refund -500 → 70", "adjust 70 → 570", "adjust 500 → 500"]);
  ledger.context.clock.advance(1);
  await ledger.move("bonus", "principal", 30);
  expect((await shown(ledger)).slice(0, 2).sort()).toEqual(["adjust -30 → 40", "adjust 30 → 70"]);
});

test("a month is China's; a foreign cursor is refused", async () => {
  const ledger = createMemberLedger();
  const lastMs = new Date("2026-11-30T15:59:59.999Z").getTime();
  await ledger.move("codes_sold", "principal", 10);
  ledger.context.clock.advance(lastMs - ledger.context.clock.now().getTime());
  await ledger.move("codes_sold", "principal", 20);
  ledger.context.clock.advance(1);
  await ledger.move("principal", "clearing", 5);
  const november = (await ledger.page({ month: "2026-11" })).lines;
  expect(november.map(({ change, after, month }) => [change, after, month])).toEqual([
    [20, 30, "2026-11"],
    [10, 10, "2026-11"],
  ]);
  expect((await ledger.page({ month: "2026-12" })).lines).toMatchObject([
    { change: -5, after: 25 },
  ]);
  for (const cursor of ["nothing", "1.1.1", "1.1.a'b"]) {
    await expect(ledger.page({ cursor })).rejects.toThrow(Refusal);
  }
});

test.each(["voided", "confirmed", "expired"] as const)(
  "a page that follows one of before is right when an older hold was %s meanwhile",
  async (end) => {
    const ledger = createMemberLedger();
    const holdId = ledger.context.ids.next();
    await ledger.move("codes_sold", "principal", 1_000);
    await ledger.hold(holdId, "principal", 100, DAY_MS);
    for (const amount of [1, 2, 3, 4]) {
      ledger.context.clock.advance(1);
      await ledger.move("codes_sold", "bonus", amount);
    }
    const { nextCursor } = await ledger.page({ limit: 2 });
    const before = await ledger.page(nextCursor === undefined ? {} : { cursor: nextCursor });
    expect(before.lines.map(({ after }) => after)).toEqual([903, 901, 900, 1_000]);
    if (end === "voided") await ledger.void(holdId);
    if (end === "confirmed") await ledger.confirm(holdId, 40);
    if (end === "expired") ledger.context.clock.advance(DAY_MS);
    ledger.context.clock.advance(1);
    await ledger.move("codes_sold", "principal", 7);
    const after = await ledger.page(nextCursor === undefined ? {} : { cursor: nextCursor });
    const all = (await ledger.page()).lines;
    expect(after.lines).toEqual(all.slice(-after.lines.length));
    expect(after.lines.map((line) => line.after)).toEqual(
      end === "confirmed" ? [963, 961, 960, 1_000] : [1_003, 1_001, 1_000],
    );
  },
);

const amount = fc.integer({ min: 1, max: 50 });
const purpose = fc.constantFrom(...purposes);
const which = fc.nat(5);
const step = fc.oneof(
  fc.record({ verb: fc.constant("in"), purpose, amount }),
  fc.record({ verb: fc.constant("out"), purpose, amount }),
  fc.record({ verb: fc.constant("swap"), purpose, amount }),
  fc.record({ verb: fc.constant("reverse"), which }),
  fc.record({
    verb: fc.constant("hold"),
    which,
    purpose,
    amount,
    days: fc.integer({ max: 9, min: 1 }),
  }),
  fc.record({ verb: fc.constant("confirm"), which, amount }),
  fc.record({ verb: fc.constant("void"), which }),
  fc.record({ verb: fc.constant("wait"), days: fc.integer({ max: 12, min: 1 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function applySteps(ledger: MemberLedger, steps: readonly Step[]): Promise<void> {
  const posted: string[] = [];
  const holds = [0, 1, 2, 3, 4, 5].map(() => ledger.context.ids.next());
  for (const step of steps) {
    // Some of the calls are refused.
    switch (step.verb) {
      case "in":
        posted.push((await ledger.move("codes_sold", step.purpose, step.amount)).txnId);
        break;
      case "out":
        await ledger.move(step.purpose, "clearing", step.amount).catch(outcomeOfError);
        break;
      case "swap": {
        const other = step.purpose === "bonus" ? "principal" : "bonus";
        await ledger.move(step.purpose, other, step.amount).catch(outcomeOfError);
        break;
      }
      case "reverse":
        await ledger.reverse(posted[step.which] ?? ledger.memberId).catch(outcomeOfError);
        break;
      case "hold":
        await ledger
          .hold(holds[step.which] ?? "", step.purpose, step.amount, step.days * DAY_MS)
          .catch(outcomeOfError);
        break;
      case "confirm":
        await ledger.confirm(holds[step.which] ?? "", step.amount).catch(outcomeOfError);
        break;
      case "void":
        await ledger.void(holds[step.which] ?? "").catch(outcomeOfError);
        break;
      case "wait":
        ledger.context.clock.advance(step.days * DAY_MS);
    }
  }
}

async function addsUp(steps: readonly Step[]): Promise<void> {
  const ledger = createMemberLedger();
  await applySteps(ledger, steps);
  const { memberId } = ledger;
  const now = ledger.context.clock.now();
  const { lines } = await ledger.page();
  const balances = await balancesOf(db, memberId, now);
  expect(lines[0]?.after ?? 0).toBe(balances.principal + balances.bonus);
  for (const [n, { change, after }] of lines.entries()) {
    expect(after - change).toBe(lines[n + 1]?.after ?? 0);
  }

  const paged = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
    const page = await ledger.page({ limit: 3, ...(cursor ? { cursor } : {}) });
    paged.push(...page.lines);
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(lines);

  const reversals = await ledger.page({ kinds: ["refund"], direction: "out" });
  expect(reversals.lines).toEqual(lines.filter(({ kind }) => kind === "refund"));
  const months = [...new Set(lines.map(({ month }) => month))];
  const scope = { memberId, asset: "CNY", purposes, now } as const;
  const sums = await monthSumsOf(db, { ...scope, months });
  await addLinesToSums(db, scope);
  expect(new Set(await monthSumsOf(db, { ...scope, months }))).toEqual(new Set(sums));
  for (const month of months) {
    const own = lines.filter((line) => line.month === month);
    expect((await ledger.page({ month })).lines).toEqual(own);
    const net = sums
      .filter((sum) => sum.month === month)
      .reduce((all, { incoming, outgoing }) => all + incoming - outgoing, 0);
    expect(net).toBe(own.reduce((all, { change }) => all + change, 0));
  }
}

test(`${RUNS} random histories of a member ledger add up`, {
  timeout: 60_000 + RUNS * 1_000,
}, async () => {
  const steps = fc.array(step, { maxLength: 40, size: "max" });
  await fc.assert(fc.asyncProperty(steps, addsUp), { numRuns: RUNS });
});
