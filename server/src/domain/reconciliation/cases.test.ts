/**
 * Tests cases: a difference is one live case, however often it is seen, and its asset cannot be
 * spent meanwhile.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { testContext } from "../../platform/testing.ts";
import {
  balancesOf,
  confirmHold,
  freeze,
  hold,
  isFrozen,
  post,
  thaw,
  voidHold,
} from "../ledger/actions.ts";
import {
  assignCase,
  balanceSheet,
  beginRun,
  caseCounts,
  commentCase,
  dismissCase,
  listCases,
  openCase,
  readCaseNotes,
} from "./actions.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const context = testContext();
let database: FreshDatabase;
let db: Db;

beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.appUrl, log: context.log });
});
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

const inTx = <T>(work: Parameters<typeof transaction<T>>[1]): Promise<T> => transaction(db, work);

async function memberWith(amount: number): Promise<string> {
  const memberId = context.ids.next();
  const transfers = [{ asset: "CNY", debit: "codes_sold", credit: "principal", amount }] as const;
  await inTx((tx) =>
    post(context, tx, { memberId, kind: "adjust", ref: memberId, actor: "system", transfers }),
  );
  return memberId;
}

const holding = (memberId: string, holdId: string) => ({
  ...({
    memberId,
    holdId,
    actor: "system",
    asset: "CNY",
    purpose: "principal",
    amount: 1,
  } as const),
  expiresAt: new Date(context.clock.now().getTime() + DAY_MS),
});

const difference = (memberId: string) => ({
  class: "account_balance",
  subject: `${memberId} CNY principal`,
  ...({ memberId, asset: "CNY", isFreezing: true } as const),
  expected: { summed: 1 },
  actual: { stored: 2 },
});

async function openedCase(): Promise<string> {
  const run = await beginRun(context, db, "full");
  const memberId = await memberWith(5);
  const { caseId } = await inTx((tx) => openCase(context, tx, run, difference(memberId)));
  if (caseId === undefined) throw new Error("a new difference opens a case");
  return caseId;
}

test("the trial balance lists money and points before the first posting", async () => {
  const nothing = { members: 0, held: 0, contra: 0, difference: 0 };
  expect((await balanceSheet(db)).totals).toEqual([
    { asset: "CNY", ...nothing },
    { asset: "PTS", ...nothing },
  ]);
});

describe("a case", () => {
  test("is counted while it is open, and no more once it is dismissed", async () => {
    const before = await caseCounts(context, db);
    const caseId = await openedCase();
    expect(await caseCounts(context, db)).toEqual({ ...before, open: before.open + 1 });
    await dismissCase(context, db, { caseId, by: context.ids.next(), reason: "已核对" });
    expect(await caseCounts(context, db)).toEqual(before);
  });

  test("is given to one of two operators who take it at once, and its timeline keeps what they say", async () => {
    const caseId = await openedCase();
    const [anna, ben] = [context.ids.next(), context.ids.next()];
    const maySettle = () => Promise.resolve(true);
    const take = (by: string, fromId?: string) =>
      assignCase(context, db, { caseId, toId: by, fromId, by, reason: "我来处理", maySettle });
    const taken = await Promise.allSettled([take(anna), take(ben)]);
    expect(taken.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const owner = taken[0]?.status === "fulfilled" ? anna : ben;
    const other = owner === anna ? ben : anna;
    const of = async (assigneeId: string | null) => {
      const filter = { state: undefined, class: undefined, memberId: undefined, before: undefined };
      const found = await listCases(context, db, { ...filter, assigneeId, count: 100 });
      return found.some((one) => one.caseId === caseId);
    };
    expect([await of(owner), await of(other), await of(null)]).toEqual([true, false, false]);
    await commentCase(context, db, { caseId, by: other, text: "已问过渠道" });
    const notices = () => db.$client.query("SELECT object, to_id AS to, reason FROM handover");
    expect((await notices()).rows).toEqual([]);
    const give = { caseId, toId: other, fromId: owner, by: owner, reason: "请接手", maySettle };
    await assignCase(context, db, give);
    expect((await notices()).rows).toEqual([
      { object: `case.${caseId}`, to: other, reason: "请接手" },
    ]);
    await assignCase(context, db, { ...give, toId: owner, fromId: other, by: other });
    await assignCase(context, db, {
      caseId,
      toId: undefined,
      fromId: owner,
      by: owner,
      reason: "明天再看",
      maySettle,
    });
    expect(await of(null)).toBe(true);
    expect(
      (await readCaseNotes(db, caseId)).map(({ kind, by, toId, text }) => [kind, by, toId, text]),
    ).toEqual([
      ["assigned", owner, owner, "我来处理"],
      ["comment", other, null, "已问过渠道"],
      ["assigned", owner, other, "请接手"],
      ["assigned", other, owner, "请接手"],
      ["released", owner, null, "明天再看"],
    ]);
  });

  test("is given to no one who may not settle it, and not after its end", async () => {
    const caseId = await openedCase();
    const by = context.ids.next();
    const give = (maySettle: boolean) =>
      assignCase(context, db, {
        caseId,
        toId: by,
        fromId: undefined,
        by,
        reason: "我来处理",
        maySettle: () => Promise.resolve(maySettle),
      });
    await expect(give(false)).rejects.toMatchObject({ code: "INPUT_INVALID" });
    await dismissCase(context, db, { caseId, by, reason: "核实无误" });
    await expect(give(true)).rejects.toMatchObject({ code: "STATE_CHANGED" });
  });

  test("is opened once by concurrent runs that see the same difference, and shows its current values", async () => {
    const memberId = await memberWith(5);
    const runs = await Promise.all([beginRun(context, db, "full"), beginRun(context, db, "full")]);
    const opened = await Promise.all(
      runs.map((run) => inTx((tx) => openCase(context, tx, run, difference(memberId)))),
    );
    expect(opened.map(({ outcome }) => outcome).sort()).toEqual(["opened", "seen"]);
    expect(new Set(opened.map(({ caseId }) => caseId)).size).toBe(1);
    const later = { ...difference(memberId), actual: { stored: 3 } };
    await inTx((tx) => openCase(context, tx, runs[0] ?? "", later));
    const { rows } = await db.$client.query(
      "SELECT actual, frozen FROM recon_case WHERE member_id = $1",
      [memberId],
    );
    expect(rows).toEqual([{ actual: { stored: 3 }, frozen: ["CNY"] }]);
  });

  test("freezes its asset and nothing else", async () => {
    const memberId = await memberWith(5);
    const run = await beginRun(context, db, "full");
    await inTx((tx) => openCase(context, tx, run, difference(memberId)));
    expect(await isFrozen(db, memberId, "CNY")).toBe(true);
    expect(await isFrozen(db, memberId, "PTS")).toBe(false);
    expect(await isFrozen(db, await memberWith(1), "CNY")).toBe(false);
  });
});

describe("a frozen asset", () => {
  test("cannot be held; credits, confirms and voids still work", async () => {
    const memberId = await memberWith(5);
    const [adopted, given, refused] = [context.ids.next(), context.ids.next(), context.ids.next()];
    await inTx((tx) => hold(context, tx, holding(memberId, adopted)));
    await inTx((tx) => hold(context, tx, holding(memberId, given)));
    await inTx((tx) =>
      freeze(context, tx, { memberId, asset: "CNY", reason: "test", actor: "operator:1" }),
    );
    await expect(inTx((tx) => hold(context, tx, holding(memberId, refused)))).rejects.toMatchObject(
      { code: "ACCOUNT_FROZEN", data: { asset: "CNY" } },
    );
    expect(await inTx((tx) => hold(context, tx, holding(memberId, adopted)))).toBe("replay");

    const to = [{ credit: "clearing", amount: 1 }] as const;
    const actor = "system";
    await inTx((tx) => confirmHold(context, tx, { memberId, holdId: adopted, actor, to }));
    await inTx((tx) => voidHold(context, tx, { memberId, holdId: given, actor }));
    const transfers = [
      { asset: "CNY", debit: "clearing", credit: "principal", amount: 1 },
    ] as const;
    await inTx((tx) =>
      post(context, tx, { memberId, kind: "refund", ref: memberId, actor, transfers }),
    );
    expect(await balancesOf(db, memberId)).toMatchObject({ principal: 5, held_principal: 0 });
  });

  test("is unfrozen by an operator, and by the system only when the system froze it", async () => {
    const memberId = await memberWith(5);
    const by = (actor: string) => ({ memberId, asset: "CNY", reason: "test", actor }) as const;
    expect(await inTx((tx) => freeze(context, tx, by("operator:1")))).toBe(true);
    expect(await inTx((tx) => freeze(context, tx, by("system")))).toBe(false);
    expect(await inTx((tx) => thaw(context, tx, by("system")))).toBe(false);
    expect(await inTx((tx) => thaw(context, tx, by("operator:2")))).toBe(true);
    await inTx((tx) => hold(context, tx, holding(memberId, context.ids.next())));
    expect(await inTx((tx) => freeze(context, tx, by("system")))).toBe(true);
    expect(await inTx((tx) => thaw(context, tx, by("system")))).toBe(true);
  });
});
