/**
 * Runs a ledger scenario written as an aligned table: one step a line, with its expected outcome at
 * the end.
 */
import { createHash } from "node:crypto";
import { expect } from "vitest";
import { databaseError } from "../../platform/database/failure.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { Defect, Refusal } from "../../platform/refusal.ts";
import type { TestContext } from "../../platform/testing.ts";
import { balancesOf, confirmHold, hold, post, reverse, trialBalance, voidHold } from "./actions.ts";
import {
  type Asset,
  contra,
  guarded,
  type Holdable,
  type PostingKind,
  type Purpose,
  type Transfer,
} from "./model.ts";

type ScenarioRun = {
  readonly context: TestContext;
  readonly db: Db;
  readonly memberId: string;
  readonly txns: Map<string, string>;
};

const MINUTE_MS = 60_000;
/** Returns the same id for the same name. */
export const uuidFromName = (name: string): string => {
  const hex = createHash("sha256").update(name).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
const isPoints = (purpose: string): boolean =>
  [...guarded.PTS, ...contra.PTS].some((name) => name === purpose);
const assetOf = (purpose: string): Asset => (isPoints(purpose) ? "PTS" : "CNY");

/**
 * Parses `debit>credit=amount`, several joined by commas. Accepts unknown names: the database must
 * refuse them.
 */
const transfersOf = (text: string): Transfer[] =>
  text.split(",").map((part) => {
    const [debit = "", credit = "", amount = "0"] = part.split(/[>=]/);
    const asset = assetOf(debit) === "PTS" || assetOf(credit) === "PTS" ? "PTS" : "CNY";
    return { asset, debit, credit, amount: Number(amount) } as Transfer;
  });

const verbs: Record<
  string,
  (run: ScenarioRun, tx: Tx, args: readonly string[]) => Promise<string>
> = {
  async post({ context, memberId, txns }, tx, [name = "", transfers = ""]) {
    const [kind, ref = ""] = name.includes(":") ? name.split(/:(.*)/) : ["adjust", name];
    const done = await post(context, tx, {
      memberId,
      kind: kind as PostingKind,
      ref,
      actor: "system",
      transfers: transfersOf(transfers),
    });
    if (done.outcome === "replay") expect(done.txnId).toBe(txns.get(name));
    txns.set(name, done.txnId);
    return done.outcome;
  },
  async reverse({ context, memberId, txns }, tx, [name = "", of = ""]) {
    const txnId = txns.get(of) ?? uuidFromName(of);
    const done = await reverse(context, tx, {
      memberId,
      kind: "adjust",
      ref: name,
      actor: "system",
      txnId,
    });
    return done.outcome;
  },
  hold: ({ context, memberId }, tx, [name = "", what = "", minutes = ""]) => {
    const [purpose = "", amount = ""] = what.split("=");
    return hold(context, tx, {
      memberId,
      holdId: uuidFromName(name),
      actor: "system",
      asset: assetOf(purpose),
      purpose: purpose as Holdable<"CNY">,
      amount: Number(amount),
      expiresAt: new Date(context.clock.now().getTime() + Number.parseInt(minutes) * MINUTE_MS),
    } as Parameters<typeof hold>[2]);
  },
  confirm: ({ context, memberId }, tx, [name = "", to = ""]) =>
    confirmHold(context, tx, {
      memberId,
      holdId: uuidFromName(name),
      actor: "system",
      to: to.split(",").map((part) => {
        const [credit = "", amount = ""] = part.split("=");
        return { credit: credit as Purpose, amount: Number(amount) };
      }),
    }),
  void: ({ context, memberId }, tx, [name = ""]) =>
    voidHold(context, tx, { memberId, holdId: uuidFromName(name), actor: "system" }),
};

/**
 * Returns the outcome of a step: its result, the refusal with its figures, or the violated
 * constraint or error code.
 */
export const outcomeOfError = (error: unknown): string => {
  if (error instanceof Refusal) return [error.code, ...Object.values(error.data ?? {})].join(" ");
  const raised = databaseError(error);
  if (error instanceof Defect) return `defect ${raised?.code ?? ""}`.trim();
  return raised?.constraint ?? raised?.code ?? String(error);
};

async function step(run: ScenarioRun, args: readonly string[]): Promise<string> {
  const [verb = "", ...rest] = args;
  if (verb === "wait") {
    run.context.clock.advance(Number.parseInt(rest[0] ?? "") * MINUTE_MS);
    return "";
  }
  if (verb === "balance") {
    const balances = await balancesOf(run.db, run.memberId, run.context.clock.now());
    const shown = Object.entries(balances).filter(([, amount]) => amount !== 0);
    return shown
      .map(([purpose, amount]) => `${purpose}=${amount}`)
      .sort()
      .join(" ");
  }
  const act = verbs[verb];
  if (!act) throw new Error(`unknown scenario step "${verb}"`);
  return transaction(run.db, (tx) => act(run, tx, rest)).catch(outcomeOfError);
}

/**
 * Runs every line `step … → outcome` in a new member ledger; the ledger must be sound after each.
 */
export async function runScenario(context: TestContext, db: Db, table: string): Promise<void> {
  const run: ScenarioRun = { context, db, memberId: context.ids.next(), txns: new Map() };
  for (const line of table.split("\n").filter((text) => text.trim() !== "")) {
    const [action = "", expected = ""] = line
      .split("→")
      .map((part) => part.trim().replace(/ +/g, " "));
    expect(`${action} → ${await step(run, action.split(" "))}`).toBe(`${action} → ${expected}`);
    expect(await trialBalance(db)).toMatchObject({ isSound: true });
  }
}
