/** Operators' actions on reconciliation: the balance sheet, the cases, and the frozen assets. */
import type {
  ReconciliationCase,
  ReconciliationRun,
  Freeze,
} from "@yunjing/contract/schemas/operators/books";
import { ownValue } from "@yunjing/contract/own-value";
import { billClassWords } from "@yunjing/contract/shared-words";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { inSnapshot, transaction } from "../../../platform/database/transaction.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { refuseOwnAccount } from "../../approvals/actions.ts";
import { freeze, thaw } from "../../ledger/actions.ts";
import { type Asset, assets, heldAs } from "../../ledger/model.ts";
import { isMember } from "../store/adjust.ts";
import type { BillClass } from "../bills/model.ts";
import { classes } from "../checks.ts";
import type { CaseState } from "../model.ts";
import {
  type AccountTotal,
  type CaseRow,
  countLiveCases,
  readAccountTotals,
  readCase,
  readCases,
  readFreezes,
  readRuns,
  readTotalDifferences,
} from "../store/operator.ts";
import { closeCase } from "./cases.ts";

const heldAccounts: readonly string[] = assets.flatMap((asset) => Object.values(heldAs[asset]));

/**
 * Totals of members' accounts and their contra accounts at one instant, from the sums of the ledger:
 * every asset, also one without a posting. Fen and points. `held` is the part of the members' total
 * that orders and withdrawals reserve. The stored balances are compared by the check every few minutes: while its case is
 * open, the difference is what it found.
 */
export const balanceSheet = (db: Db) =>
  inSnapshot(db, async (tx) => {
    const accounts = await readAccountTotals(tx);
    const found = await readTotalDifferences(tx);
    const sumOf = (own: readonly AccountTotal[]) =>
      own.reduce((sum, { balance }) => sum + balance, 0);
    const totals = assets.map((asset) => {
      const own = accounts.filter((account) => account.asset === asset);
      const contra = sumOf(own.filter(({ isContra }) => isContra));
      const difference = found.find((one) => one.asset === asset)?.difference ?? sumOf(own);
      const held = sumOf(own.filter(({ purpose }) => heldAccounts.includes(purpose)));
      return { asset, members: difference - contra, held, contra, difference };
    });
    const contra = accounts
      .filter(({ isContra }) => isContra)
      .map(({ asset, purpose, balance }) => ({ asset, purpose, balance }));
    return { totals, contra };
  });

export async function latestRuns(db: Db, kind: string | undefined): Promise<ReconciliationRun[]> {
  return (await readRuns(db, kind)).map(({ endedAt, ...run }) => ({
    ...run,
    ...(endedAt === null ? {} : { endedAt }),
  }));
}

/** A case with the id of the operator who is to settle it, before the names are read. */
export type ShownCase = Omit<ReconciliationCase, "assignee"> & { readonly assigneeId?: string };

/** A class of bills without its words does not compile. */
const billTitles: Readonly<Record<BillClass, string>> = billClassWords;

/** Returns a case as shown to operators; a class that no code knows is shown by its own name. */
function shownCase(row: CaseRow): ShownCase {
  const { assigneeId, memberId, proposal, approvalId, closedAt, closedBy, closing, ...plain } = row;
  return {
    ...plain,
    title: classes.get(row.class)?.title ?? ownValue(billTitles, row.class) ?? row.class,
    ...(memberId === null ? {} : { memberId }),
    ...(proposal === null ? {} : { proposal }),
    ...(approvalId === null ? {} : { approvalId }),
    ...(closedAt === null ? {} : { closedAt }),
    ...(closedBy === null ? {} : { closedBy }),
    ...(closing === null ? {} : { closing }),
    ...(assigneeId === null ? {} : { assigneeId }),
  };
}

export type CaseQuery = {
  readonly state: CaseState | undefined;
  readonly class: string | undefined;
  readonly memberId: string | undefined;
  readonly assigneeId: string | null | undefined;
  readonly before: { readonly at: number; readonly caseId: string } | undefined;
  readonly count: number;
};

/** Cases newest first; only the live ones unless a state is given. */
export async function listCases(
  { clock }: Context,
  db: Db,
  { state, ...rest }: CaseQuery,
): Promise<ShownCase[]> {
  const states = state ? [state] : (["open", "proposed"] as const);
  return (await readCases(db, { states, ...rest, now: clock.sql() })).map(shownCase);
}

const COUNT_MAX = 100;

/** Counts the live cases by state, up to a hundred each. */
export const caseCounts = ({ clock }: Context, db: Db) =>
  countLiveCases(db, { limit: COUNT_MAX, now: clock.sql() });

/** Refuses NOT_FOUND. */
export async function readCaseView({ clock }: Context, db: Db, caseId: string): Promise<ShownCase> {
  const row = await readCase(db, caseId, clock.sql());
  if (!row) throw new Refusal("NOT_FOUND");
  return shownCase(row);
}

/**
 * Closes an open case without an entry. Refuses NOT_FOUND, STATE_CHANGED when it is not open, and
 * OWN_ACCOUNT for a case of the operator's own account, because closing would unfreeze it.
 */
export async function dismissCase(
  context: Context,
  db: Db,
  { caseId, by, reason }: { readonly caseId: string; readonly by: string; readonly reason: string },
): Promise<void> {
  const { memberId } = await readCaseView(context, db, caseId);
  if (memberId !== undefined) refuseOwnAccount(by, memberId);
  const caseEnd = { caseId, from: ["open"], to: "dismissed", by, reason } as const;
  if (!(await transaction(db, (tx) => closeCase(context, tx, caseEnd)))) {
    throw new Refusal("STATE_CHANGED");
  }
}

export const listFreezes = (db: Db): Promise<Omit<Freeze, "member" | "actorName">[]> =>
  readFreezes(db);

export type FreezeRequest = {
  readonly memberId: string;
  readonly asset: Asset;
  readonly operatorId: string;
  readonly reason: string;
};

type FreezeFunction = typeof freeze;

const freezeAction =
  (verb: FreezeFunction, needsMember: boolean) =>
  (
    context: Context,
    db: Db,
    { memberId, asset, operatorId, reason }: FreezeRequest,
  ): Promise<void> =>
    transaction(db, async (tx: Tx) => {
      if (needsMember && !(await isMember(tx, memberId))) throw new Refusal("NOT_FOUND");
      const actor = `operator:${operatorId}`;
      if (!(await verb(context, tx, { memberId, asset, reason, actor }))) {
        throw new Refusal("STATE_CHANGED");
      }
    });

/**
 * Refuses NOT_FOUND, and STATE_CHANGED when an operator has already frozen it; an automatic freeze
 * becomes a manual one.
 */
export const freezeByOperator = freezeAction(freeze, true);
const thawOtherAccount = freezeAction(thaw, false);
/**
 * Refuses OWN_ACCOUNT, and STATE_CHANGED when it is not frozen. Also unfreezes what a live case
 * froze: the operator is responsible for it.
 */
export async function thawByOperator(
  context: Context,
  db: Db,
  request: FreezeRequest,
): Promise<void> {
  refuseOwnAccount(request.operatorId, request.memberId);
  await thawOtherAccount(context, db, request);
}
