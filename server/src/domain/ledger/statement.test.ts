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

let books = 0;
function createMemberLedger() {
  const context = testContext();
  const memberId = uuidFromName(`book ${books++}`);
  const inTx = <T>(deed: (tx: Tx) => Promise<T>) => transaction(db, deed);
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

const shown = async (book: MemberLedger) =>
  (await book.page()).lines.map(
    ({ kind, change, after, isHeld }) => `${kind} ${change} → ${after}${isHeld ? " held" : ""}`,
  );

test("a hold is one pending line while it is open, one line after it is spent, and none after it is voided", async () => {
  const book = createMemberLedger();
  const [spent, voided, lapsed, partly] = [1, 2, 3, 4].map(() => book.context.ids.next());
  await book.move("codes_sold", "principal", 1_000);
  await book.hold(spent ?? "", "principal", 100, DAY_MS);
  await book.hold(voided ?? "", "principal", 200, DAY_MS);
  await book.hold(partly ?? "", "principal", 60, DAY_MS);
  expect(await shown(book)).toEqual([
    "hold -60 → 640 held",
    "hold -200 → 700 held",
    "hold -100 → 900 held",
    "adjust 1000 → 1000",
  ]);
  await book.confirm(spent ?? "", 100);
  await book.void(voided ?? "");
  await book.confirm(partly ?? "", 50);
  await book.hold(lapsed ?? "", "principal", 300, DAY_MS);
  expect(await shown(book)).toEqual([
    "hold -300 → 550 held",
    "hold -50 → 850",
    "hold -100 → 900",
    "adjust 1000 → 1000",
  ]);
  book.context.clock.advance(DAY_MS);
  const without = ["hold -50 → 850", "hold -100 → 900", "adjust 1000 → 1000"];
  expect(await shown(book)).toEqual(without);
  await book.move("codes_sold", "bonus", 5);
  expect(await shown(book)).toEqual(["adjust 5 → 855", ...without]);
});

test("a reversed posting is listed, and so is its reversal", async () => {
  const book = createMemberLedger();
  const first = await book.move("codes_sold", "principal", 500);
  book.context.clock.advance(1);
  await book.move("codes_sold", "bonus", 70);
  await book.reverse(first.txnId);
  expect(await shown(book)).toEqual(["refund -500 → 70", "adjust 70 → 570", "adjust 500 → 500"]);
  book.context.clock.advance(1);
  await book.move("bonus", "principal", 30);
  expect((await shown(book)).slice(0, 2).sort()).toEqual(["adjust -30 → 40", "adjust 30 → 70"]);
});

test("a month is China's; a foreign cursor is refused", async () => {
  const book = createMemberLedger();
  const lastMs = new Date("2026-11-30T15:59:59.999Z").getTime();
  await book.move("codes_sold", "principal", 10);
  book.context.clock.advance(lastMs - book.context.clock.now().getTime());
  await book.move("codes_sold", "principal", 20);
  book.context.clock.advance(1);
  await book.move("principal", "clearing", 5);
  const november = (await book.page({ month: "2026-11" })).lines;
  expect(november.map(({ change, after, month }) => [change, after, month])).toEqual([
    [20, 30, "2026-11"],
    [10, 10, "2026-11"],
  ]);
  expect((await book.page({ month: "2026-12" })).lines).toMatchObject([{ change: -5, after: 25 }]);
  for (const cursor of ["nothing", "1.1.1", "1.1.a'b"]) {
    await expect(book.page({ cursor })).rejects.toThrow(Refusal);
  }
});

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

async function applySteps(book: MemberLedger, steps: readonly Step[]): Promise<void> {
  const posted: string[] = [];
  const holds = [0, 1, 2, 3, 4, 5].map(() => book.context.ids.next());
  for (const deed of steps) {
    // Some of the calls are refused.
    switch (deed.verb) {
      case "in":
        posted.push((await book.move("codes_sold", deed.purpose, deed.amount)).txnId);
        break;
      case "out":
        await book.move(deed.purpose, "clearing", deed.amount).catch(outcomeOfError);
        break;
      case "swap": {
        const other = deed.purpose === "bonus" ? "principal" : "bonus";
        await book.move(deed.purpose, other, deed.amount).catch(outcomeOfError);
        break;
      }
      case "reverse":
        await book.reverse(posted[deed.which] ?? book.memberId).catch(outcomeOfError);
        break;
      case "hold":
        await book
          .hold(holds[deed.which] ?? "", deed.purpose, deed.amount, deed.days * DAY_MS)
          .catch(outcomeOfError);
        break;
      case "confirm":
        await book.confirm(holds[deed.which] ?? "", deed.amount).catch(outcomeOfError);
        break;
      case "void":
        await book.void(holds[deed.which] ?? "").catch(outcomeOfError);
        break;
      case "wait":
        book.context.clock.advance(deed.days * DAY_MS);
    }
  }
}

async function addsUp(steps: readonly Step[]): Promise<void> {
  const book = createMemberLedger();
  await applySteps(book, steps);
  const { memberId } = book;
  const now = book.context.clock.now();
  const { lines } = await book.page();
  const balances = await balancesOf(db, memberId, now);
  expect(lines[0]?.after ?? 0).toBe(balances.principal + balances.bonus);
  for (const [n, { change, after }] of lines.entries()) {
    expect(after - change).toBe(lines[n + 1]?.after ?? 0);
  }

  const paged = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
    const page = await book.page({ limit: 3, ...(cursor ? { cursor } : {}) });
    paged.push(...page.lines);
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(lines);

  const reversals = await book.page({ kinds: ["refund"], direction: "out" });
  expect(reversals.lines).toEqual(lines.filter(({ kind }) => kind === "refund"));
  const months = [...new Set(lines.map(({ month }) => month))];
  const sums = await monthSumsOf(db, { memberId, asset: "CNY", purposes, now, months });
  for (const month of months) {
    const own = lines.filter((line) => line.month === month);
    expect((await book.page({ month })).lines).toEqual(own);
    const net = sums
      .filter((sum) => sum.month === month)
      .reduce((all, { incoming, outgoing }) => all + incoming - outgoing, 0);
    expect(net).toBe(own.reduce((all, { change }) => all + change, 0));
  }
}

test(`${RUNS} random lives of a book add up`, { timeout: 60_000 + RUNS * 1_000 }, async () => {
  const steps = fc.array(step, { maxLength: 40, size: "max" });
  await fc.assert(fc.asyncProperty(steps, addsUp), { numRuns: RUNS });
});
