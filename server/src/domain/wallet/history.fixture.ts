/**
 * Random steps on a member's balance, applied to the database and to the reference wallet alike.
 */
import fc from "fast-check";
import { expect } from "vitest";
import { databaseError, raisedRefusal } from "../../platform/database/failure.ts";
import type { Db } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { TestContext } from "../../platform/testing.ts";
import { queryWithoutTriggers } from "../../platform/database/superuser.fixture.ts";
import { post, reverse } from "../ledger/actions.ts";
import { uuidFromName } from "../ledger/scenario.fixture.ts";
import { DAY_MS, parts, type ReferenceWallet } from "./reference-wallet.fixture.ts";

const name = (prefix: string, many: number) => fc.nat(many - 1).map((n) => `${prefix}${n}`);
const often = <T>(arbitrary: fc.Arbitrary<T>, weight: number) => ({ arbitrary, weight });
const verb = <V extends string>(name: V) => fc.constant(name);
const fen = fc.integer({ min: 1, max: 120 });
const days = fc.integer({ min: 1, max: 6 });
export const step = fc.oneof(
  often(
    fc.record({
      verb: verb("topUp"),
      fen: fc.integer({ min: 40, max: 150 }),
      share: fc.integer({ min: 0, max: 7 }),
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
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

export type History = {
  readonly db: Db;
  readonly context: TestContext;
  readonly memberId: string;
  readonly reference: ReferenceWallet;
  readonly gifts: Map<string, string>;
  /**
   * In the order in which they were credited; a step names one by its index, modulo their number.
   */
  readonly topUps: string[];
};

const outcomeCodeOf = (error: unknown): string => {
  const refusal = error instanceof Refusal ? error : raisedRefusal(error);
  return refusal?.code ?? databaseError(error)?.code ?? String(error);
};

async function called<A = unknown>(
  { db }: History,
  text: string,
  values: readonly unknown[],
): Promise<A> {
  const { rows } = await db.$client.query<{ answer: A }>(`SELECT ${text} AS answer`, [...values]);
  return rows[0]?.answer as A;
}
const callOutcome = (
  history: History,
  text: string,
  values: readonly unknown[],
  expected?: string,
): Promise<string> =>
  called(history, text, values).then((answer) => expected ?? String(answer), outcomeCodeOf);

const accounts = { bonus: "bonus", principal: "principal", reward: "reward_cash" } as const;

/** Creates a top-up credited by its own payment. */
async function topUp(
  history: History,
  id: string,
  step: { fen: number; bonus: number; endsAt: Date },
) {
  const { context, memberId, db } = history;
  const now = context.clock.now();
  const attemptId = uuidFromName(`${id} attempt`);
  const later = new Date(now.getTime() + DAY_MS);
  await queryWithoutTriggers(
    db.$client,
    `INSERT INTO payment_attempt (member_id, id, biz_type, biz_id, via, out_trade_no, title, amount_fen, payer_hash,
       payer_sealed, state, outcome, transaction_id, expires_at, created_at, paid_at, ended_at)
     VALUES ($1, $2, 'topup', $3, 'h5', $4, '', $5, '', '', 'SUCCESS', 'won', $4, $6, $7, $7, $7)`,
    [memberId, attemptId, id, id.replaceAll("-", ""), step.fen, later, now],
  );
  const opened = { id, topUpNo: numberOf(id), amountFen: step.fen, bonusFen: step.bonus };
  const event = { eventId: uuidFromName(`${id} opened`), expiresAt: later };
  await called(history, "wallet_topup_open($1, $2, 1000000, $3)", [
    memberId,
    { ...opened, ...event },
    now,
  ]);
  const paid = { attemptId, amountFen: step.fen, paidAt: now, capFen: 1_000_000 };
  const ids = {
    lotId: uuidFromName(`${id} lot`),
    eventId: uuidFromName(`${id} paid`),
    newsId: uuidFromName(`${id} told`),
    bonusEndsAt: step.endsAt,
    title: "topped up",
    bonusTitle: "bonus",
  };
  return callOutcome(history, "wallet_topup_paid($1, $2, $3, $4)", [
    memberId,
    id,
    { ...paid, ...ids },
    now,
  ]);
}
const numberOf = (id: string): string =>
  BigInt(`0x${id.replaceAll("-", "")}`)
    .toString()
    .slice(0, 20);

const figures = ["principalFen", "bonusBackFen", "bonusSpentFen", "refundFen"] as const;
async function refund(history: History, id: string, n: number): Promise<string> {
  const { context, memberId, reference } = history;
  const now = context.clock.now();
  type Sheet = Record<(typeof figures)[number], number>;
  const sheet = await called<Sheet>(history, "wallet_refund_sheet($1, $2, $3)", [
    memberId,
    numberOf(id),
    now,
  ]);
  const known = reference.refundable(id);
  expect(Object.fromEntries(figures.map((key) => [key, sheet[key]]))).toEqual(known);
  const refundNo = `R${memberId.replaceAll("-", "")}${n}`;
  const request = { topUpNo: numberOf(id), refundNo, refundFen: sheet.refundFen };
  const ids = Object.fromEntries(
    ["id", "returnId", "eventId", "returnEventId"].map((key) => [
      key,
      uuidFromName(`${refundNo} ${key}`),
    ]),
  );
  const taken = { ...request, ...ids, title: "refunded", bonusTitle: "revoked" };
  return callOutcome(
    history,
    "wallet_refund_open($1, $2, $3)",
    [memberId, taken, now],
    "refunding",
  );
}

const placed = <T>(list: readonly T[], n: number): T | undefined =>
  list[n % Math.max(1, list.length)];

type StepOf<V extends Step["verb"]> = Extract<Step, { verb: V }>;
type StepOutcomes = Promise<[string, string]>;
const later = ({ context }: History, ms: number) => new Date(context.clock.now().getTime() + ms);

async function applyGiftStep(
  history: History,
  step: StepOf<"give" | "reverse">,
  n: number,
): StepOutcomes {
  const { db, context, memberId, reference, gifts } = history;
  const why = { memberId, kind: "adjust", actor: "system" } as const;
  if (step.verb === "give") {
    const ref = `g${n}`;
    const credit = accounts[step.part];
    const transfers = [{ asset: "CNY", debit: "expense", credit, amount: step.fen }] as const;
    const posted = await transaction(db, (tx) => post(context, tx, { ...why, ref, transfers }));
    gifts.set(ref, posted.txnId);
    return [reference.give(ref, step.part, step.fen), posted.outcome];
  }
  const [gift, txnId] = placed([...gifts], step.gift) ?? ["", ""];
  const expected = reference.reverse(gift);
  if (expected === "none") return [expected, expected];
  const back = { ...why, ref: `${gift}:back`, txnId };
  const real = await transaction(db, (tx) => reverse(context, tx, back)).then(
    ({ outcome }) => outcome,
    outcomeCodeOf,
  );
  if (expected === "posted") gifts.delete(gift);
  return [expected, real];
}

async function applyHoldStep(
  history: History,
  step: StepOf<"hold" | "confirm" | "void" | "return">,
  n: number,
): StepOutcomes {
  const { context, memberId, reference } = history;
  const now = context.clock.now();
  const holdId = uuidFromName(memberId + step.hold);
  const about = [memberId, holdId];
  switch (step.verb) {
    case "hold": {
      const lastsMs = step.days * DAY_MS + n;
      const call = "wallet_hold($1, $2, $2, $3, $4, 'system', '', $5)";
      const values = [...about, step.fen, later(history, lastsMs), now];
      return [
        reference.hold(step.hold, step.fen, lastsMs),
        await callOutcome(history, call, values, "held"),
      ];
    }
    case "confirm": {
      const call = "wallet_confirm($1, $2, 'system', '', $3)";
      return [reference.confirm(step.hold), await callOutcome(history, call, [...about, now])];
    }
    case "void": {
      const call = "wallet_void($1, $2, 'system', $3)";
      return [reference.void(step.hold), await callOutcome(history, call, [...about, now])];
    }
    case "return": {
      const { ref, hold, fen: back } = step;
      const call = "wallet_return($1, $2, $3, $4, 'system', '', $5)->>'outcome'";
      const values = [memberId, ref, holdId, back, now];
      return [reference.return(ref, hold, back), await callOutcome(history, call, values)];
    }
  }
}

async function applyTopUpStep(
  history: History,
  step: StepOf<"topUp" | "refund" | "done">,
  n: number,
): StepOutcomes {
  const { db, context, memberId, reference, topUps } = history;
  if (step.verb === "topUp") {
    const id = uuidFromName(`${memberId} topup ${n}`);
    const bonus = Math.floor((step.fen * step.share) / 10);
    const endsAt = later(history, step.days * DAY_MS + n);
    topUps.push(id);
    const expected = reference.topUp(id, step.fen, bonus, endsAt.getTime());
    return [expected, await topUp(history, id, { fen: step.fen, bonus, endsAt })];
  }
  const id = placed(topUps, step.topUp);
  if (id === undefined) return ["", ""];
  if (step.verb === "refund") {
    const real = await refund(history, id, n);
    return [reference.refund(id), real];
  }
  const { rows } = await db.$client.query<{ no: string }>(
    `SELECT refund_no AS no FROM topup_refund WHERE member_id = $1 AND topup_id = $2
     ORDER BY created_at DESC LIMIT 1`,
    [memberId, id],
  );
  const no = rows[0]?.no ?? "none";
  const values = [memberId, no, uuidFromName(`${no} done ${n}`), context.clock.now()];
  return [
    reference.done(id),
    await callOutcome(history, "wallet_refund_done($1, $2, $3, $4)", values),
  ];
}

/** Applies one step to both; returns both outcomes. */
export async function applyStep(history: History, step: Step, n: number): StepOutcomes {
  const { context, memberId, reference } = history;
  switch (step.verb) {
    case "give":
    case "reverse":
      return applyGiftStep(history, step, n);
    case "hold":
    case "confirm":
    case "void":
    case "return":
      return applyHoldStep(history, step, n);
    case "topUp":
    case "refund":
    case "done":
      return applyTopUpStep(history, step, n);
    case "expire": {
      const call = "wallet_expire($1, 'expired', $2)";
      return [
        reference.expire(),
        await callOutcome(history, call, [memberId, context.clock.now()]),
      ];
    }
    case "wait":
      reference.wait(step.days * DAY_MS);
      context.clock.advance(step.days * DAY_MS);
      return ["", ""];
  }
}
