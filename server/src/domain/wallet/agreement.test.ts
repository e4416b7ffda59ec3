/** Balance, lots, refunds and statement agree with the simple wallet, whatever happens and whenever. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseError, raisedRefusal } from "../../platform/database/failure.ts";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { Refusal } from "../../platform/refusal.ts";
import { testContext } from "../../platform/testing.ts";
import { post, reverse, trialBalance } from "../ledger/actions.ts";
import { idOf } from "../ledger/scenario.fixture.ts";
import { walletOf, walletRecords } from "./actions.ts";
import { DAY_MS, type Part, parts, SimpleWallet } from "./simple-wallet.fixture.ts";

const RUNS = Number(process.env["MODEL_RUNS"] ?? 300);
const SIDE_BY_SIDE = 6;

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

const name = (prefix: string, many: number) => fc.nat(many - 1).map((n) => `${prefix}${n}`);
const often = <T>(arbitrary: fc.Arbitrary<T>, weight: number) => ({ arbitrary, weight });
const verb = <V extends string>(word: V) => fc.constant(word);
const fen = fc.integer({ min: 1, max: 120 });
const days = fc.integer({ min: 1, max: 6 });
const step = fc.oneof(
  often(
    fc.record({
      verb: verb("topUp"),
      fen: fc.integer({ min: 40, max: 150 }),
      share: fc.nat(4),
      days,
    }),
    4,
  ),
  often(fc.record({ verb: verb("give"), part: fc.constantFrom(...parts), fen }), 2),
  often(fc.record({ verb: verb("reverse"), gift: fc.nat(12) }), 1),
  often(fc.record({ verb: verb("hold"), hold: name("h", 4), fen, days }), 4),
  often(fc.record({ verb: verb("confirm"), hold: name("h", 4) }), 3),
  often(fc.record({ verb: verb("void"), hold: name("h", 4) }), 2),
  often(fc.record({ verb: verb("return"), ref: name("r", 9), hold: name("h", 4), fen }), 3),
  often(fc.record({ verb: verb("refund"), topUp: fc.nat(12) }), 3),
  often(fc.record({ verb: verb("done"), topUp: fc.nat(12) }), 1),
  often(fc.record({ verb: verb("expire") }), 1),
  often(fc.record({ verb: verb("wait"), days }), 2),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

type Life = {
  readonly context: ReturnType<typeof testContext>;
  readonly memberId: string;
  readonly simple: SimpleWallet;
  readonly gifts: Map<string, string>;
  /** In the order in which they came; a step names one by its place, round and round. */
  readonly topUps: string[];
};

const wordOf = (error: unknown): string => {
  const refusal = error instanceof Refusal ? error : raisedRefusal(error);
  return refusal?.code ?? databaseError(error)?.code ?? String(error);
};

async function called<A = unknown>(text: string, values: readonly unknown[]): Promise<A> {
  const { rows } = await db.$client.query<{ answer: A }>(`SELECT ${text} AS answer`, [...values]);
  return rows[0]?.answer as A;
}
const saying = (text: string, values: readonly unknown[], word?: string): Promise<string> =>
  called(text, values).then((answer) => word ?? String(answer), wordOf);

const accounts = { bonus: "bonus", principal: "principal", reward: "reward_cash" } as const;

/** A top-up that a payment of its own has brought. */
async function topUp(
  { context, memberId }: Life,
  id: string,
  deed: { fen: number; bonus: number; endsAt: Date },
) {
  const now = context.clock.now();
  const attemptId = idOf(`${id} attempt`);
  const later = new Date(now.getTime() + DAY_MS);
  await db.$client.query(
    `INSERT INTO payment_attempt (member_id, id, biz_type, biz_id, via, out_trade_no, title, amount_fen, payer_hash,
       payer_sealed, state, outcome, transaction_id, expires_at, created_at, paid_at, ended_at)
     VALUES ($1, $2, 'topup', $3, 'h5', $4, '', $5, '', '', 'SUCCESS', 'won', $4, $6, $7, $7, $7)`,
    [memberId, attemptId, id, id.replaceAll("-", ""), deed.fen, later, now],
  );
  const opened = { id, topUpNo: numberOf(id), amountFen: deed.fen, bonusFen: deed.bonus };
  const event = { eventId: idOf(`${id} opened`), expiresAt: later };
  await called("wallet_topup_open($1, $2, 1000000, $3)", [memberId, { ...opened, ...event }, now]);
  const paid = { attemptId, amountFen: deed.fen, paidAt: now, capFen: 1_000_000 };
  const ids = { lotId: idOf(`${id} lot`), eventId: idOf(`${id} paid`), bonusEndsAt: deed.endsAt };
  return saying("wallet_topup_paid($1, $2, $3, $4)", [memberId, id, { ...paid, ...ids }, now]);
}
const numberOf = (id: string): string =>
  BigInt(`0x${id.replaceAll("-", "")}`)
    .toString()
    .slice(0, 20);

const figures = ["principalFen", "bonusBackFen", "bonusSpentFen", "refundFen"] as const;
async function refund({ context, memberId, simple }: Life, id: string, n: number): Promise<string> {
  const now = context.clock.now();
  type Sheet = Record<(typeof figures)[number], number>;
  const sheet = await called<Sheet>("wallet_refund_sheet($1, $2, $3)", [
    memberId,
    numberOf(id),
    now,
  ]);
  const known = simple.refundable(id);
  expect(Object.fromEntries(figures.map((key) => [key, sheet[key]]))).toEqual(known);
  const refundNo = `R${memberId.replaceAll("-", "")}${n}`;
  const asked = { topUpNo: numberOf(id), refundNo, refundFen: sheet.refundFen };
  const ids = Object.fromEntries(
    ["id", "returnId", "eventId", "returnEventId"].map((key) => [key, idOf(`${refundNo} ${key}`)]),
  );
  const taken = { ...asked, ...ids };
  return saying("wallet_refund_open($1, $2, $3)", [memberId, taken, now], "refunding");
}

const placed = <T>(list: readonly T[], n: number): T | undefined =>
  list[n % Math.max(1, list.length)];

/** Does one step to both; answers what each says. */
async function done(life: Life, deed: Step, n: number): Promise<[string, string]> {
  const { context, memberId, simple, gifts, topUps } = life;
  const now = context.clock.now();
  const holdId = "hold" in deed ? idOf(memberId + deed.hold) : "";
  const later = (ms: number) => new Date(now.getTime() + ms);
  switch (deed.verb) {
    case "topUp": {
      const id = idOf(`${memberId} topup ${n}`);
      const bonus = Math.floor((deed.fen * deed.share) / 10);
      const endsAt = later(deed.days * DAY_MS + n);
      topUps.push(id);
      const said = simple.topUp(id, deed.fen, bonus, endsAt.getTime());
      return [said, await topUp(life, id, { fen: deed.fen, bonus, endsAt })];
    }
    case "give": {
      const credit = accounts[deed.part];
      const transfers = [{ asset: "CNY", debit: "expense", credit, amount: deed.fen }] as const;
      const given = { memberId, kind: "adjust", ref: `g${n}`, actor: "system", transfers } as const;
      const posted = await transaction(db, (tx) => post(context, tx, given));
      gifts.set(`g${n}`, posted.txnId);
      return [simple.give(`g${n}`, deed.part, deed.fen), posted.outcome];
    }
    case "reverse": {
      const [gift, txnId] = placed([...gifts], deed.gift) ?? ["", ""];
      const said = simple.reverse(gift);
      if (said === "none") return [said, said];
      const back = {
        memberId,
        kind: "adjust",
        ref: `${gift}:back`,
        actor: "system",
        txnId,
      } as const;
      const real = await transaction(db, (tx) => reverse(context, tx, back)).then(
        ({ outcome }) => outcome,
        wordOf,
      );
      if (said === "posted") gifts.delete(gift);
      return [said, real];
    }
    case "hold":
      return [
        simple.hold(deed.hold, deed.fen, deed.days * DAY_MS + n),
        await saying(
          "wallet_hold($1, $2, $2, $3, $4, 'system', '', $5)",
          [memberId, holdId, deed.fen, later(deed.days * DAY_MS + n), now],
          "held",
        ),
      ];
    case "confirm":
      return [
        simple.confirm(deed.hold),
        await saying("wallet_confirm($1, $2, 'system', '', $3)", [memberId, holdId, now]),
      ];
    case "void":
      return [
        simple.void(deed.hold),
        await saying("wallet_void($1, $2, 'system', $3)", [memberId, holdId, now]),
      ];
    case "return":
      return [
        simple.return(deed.ref, deed.hold, deed.fen),
        await saying("wallet_return($1, $2, $3, $4, 'system', '', $5)->>'outcome'", [
          ...[memberId, deed.ref, holdId, deed.fen, now],
        ]),
      ];
    case "refund": {
      const id = placed(topUps, deed.topUp);
      if (id === undefined) return ["", ""];
      const real = await refund(life, id, n);
      return [simple.refund(id), real];
    }
    case "done": {
      const id = placed(topUps, deed.topUp);
      if (id === undefined) return ["", ""];
      const said = simple.done(id);
      const { rows } = await db.$client.query<{ refund_no: string }>(
        "SELECT refund_no FROM topup_refund WHERE member_id = $1 AND topup_id = $2 ORDER BY created_at DESC LIMIT 1",
        [memberId, id],
      );
      const no = rows[0]?.refund_no ?? "none";
      return [
        said,
        await saying("wallet_refund_done($1, $2, $3, $4)", [
          memberId,
          no,
          idOf(`${no} done ${n}`),
          now,
        ]),
      ];
    }
    case "expire":
      return [simple.expire(), await saying("wallet_expire($1, $2)", [memberId, now])];
    case "wait":
      simple.wait(deed.days * DAY_MS);
      context.clock.advance(deed.days * DAY_MS);
      return ["", ""];
  }
}

/** By how much lots and accounts are out of step, and whether refundable sums pass the principal. */
const PROOF = `
  SELECT coalesce((SELECT sum(remaining) FROM bonus_lot WHERE member_id = $1), 0)
           > coalesce((SELECT sum(balance) FROM ledger_account WHERE member_id = $1 AND purpose = 'bonus'), 0) AS lots,
         coalesce((SELECT sum((wallet_refundable(member_id, id, $2)->>'principalFen')::bigint) FROM topup
                   WHERE member_id = $1), 0)
           > coalesce((SELECT sum(balance) FROM ledger_account WHERE member_id = $1 AND purpose = 'principal'), 0)
           AS refundable`;

const words: Readonly<Record<string, Part>> = {
  本金: "principal",
  赠送: "bonus",
  可提现: "reward",
};
const nobody = {
  causes: { orderNos: async () => new Map<string, string>() },
  payouts: { underWay: async () => [], numbersOf: async () => new Map<string, string>() },
};

/** All pages of the statement; each `after` follows from the one below, and the topmost is what can be spent. */
async function statementAgrees({ context, memberId, simple }: Life): Promise<void> {
  simple.expire();
  const lines = [];
  const sums = new Map<string, { inFen: number; outFen: number }>();
  let cursor: string | undefined;
  do {
    const input = { pageSize: 5, ...(cursor === undefined ? {} : { cursor }) };
    const page = await walletRecords(context, db, nobody, { memberId, input });
    lines.push(...page.list);
    for (const { month, ...sum } of page.months) sums.set(month, sum);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  const told = lines.map(({ type, part = "", change }) => `${type} ${words[part]} ${change}`);
  expect(told.toSorted()).toEqual([...simple.told, ...simple.held].toSorted());
  let after = 0;
  const months = new Map<string, { inFen: number; outFen: number }>();
  for (const line of lines.toReversed()) {
    after += line.change;
    expect({ ...line, after: line.after }).toEqual({ ...line, after });
    const sum = months.get(line.month) ?? { inFen: 0, outFen: 0 };
    months.set(line.month, sum);
    if (line.state === "held") continue;
    if (line.change > 0) sum.inFen += line.change;
    else sum.outFen -= line.change;
  }
  const { bonus, principal, reward } = simple.sums;
  expect(after).toBe(bonus + principal + reward);
  expect(Object.fromEntries(sums)).toEqual(Object.fromEntries(months));
}

let lived = 0;
let refunds = 0;
async function agree(steps: readonly Step[]): Promise<void> {
  const context = testContext();
  const memberId = idOf(`member ${lived++}`);
  const simple = new SimpleWallet(context.clock.now().getTime());
  const life: Life = { context, memberId, simple, gifts: new Map(), topUps: [] };
  for (const [n, deed] of steps.entries()) {
    // No two postings in one instant, so that what came first is plain.
    simple.wait(1);
    context.clock.advance(1);
    const [expected, real] = await done(life, deed, n);
    if (expected === "refunding") refunds++;
    expect([deed, real]).toEqual([deed, expected]);
    const { held: _, ...sums } = await walletOf(db, memberId, context.clock.now());
    expect({ deed, ...sums }).toEqual({ deed, ...simple.sums });
    const { rows } = await db.$client.query(PROOF, [memberId, context.clock.now()]);
    expect({ deed, ...rows[0] }).toEqual({ deed, lots: false, refundable: false });
  }
  await statementAgrees(life);
}

test(`${RUNS} random lives of a balance`, { timeout: 60_000 + RUNS * 1_000 }, async () => {
  const steps = fc.array(step, { minLength: 10, maxLength: 26, size: "max" });
  const lives = fc.array(steps, { minLength: SIDE_BY_SIDE, maxLength: SIDE_BY_SIDE });
  const all = fc.asyncProperty(lives, async (each) => {
    await Promise.all(each.map(agree));
  });
  await fc.assert(all, { numRuns: Math.ceil(RUNS / SIDE_BY_SIDE) });
  expect(refunds).toBeGreaterThan(RUNS / 3);
  expect(await trialBalance(db)).toMatchObject({ isSound: true });
});
