/**
 * Reconciliation: whether all stored data agrees with itself and with external parties. Terms:
 *
 * - check: one query over the whole database that returns every row that does not agree.
 * - difference: such a row: the expected and the actual values. It is a finding, never a repair.
 * - run: one pass of checks in one snapshot; `watch` is the quick part, `full` all of it, `bills` a
 *   bill of the channel's.
 * - class: the kind of mismatch; operations.md describes the operator's task for each.
 * - subject: the single item it is about; there is one live case for each class and subject.
 * - case: a difference that must be closed: by an adjustment, by an operator's decision, or because
 *   a later run finds it healed.
 * - proposal: the entry that would correct it, where our data determines it; two persons approve
 *   it.
 * - freeze: while a case about a member's money is live, the member cannot spend that asset. The
 *   shop keeps running.
 */
import type { Asset } from "../ledger/model.ts";

export const runKinds = ["watch", "full", "bills"] as const;
export type RunKind = (typeof runKinds)[number];

export type CaseState = "open" | "proposed" | "booked" | "dismissed" | "healed";

/**
 * An entry in one member's ledger: a credit of a guarded account, or a debit when the amount is
 * below zero.
 */
export type ProposedEntry = {
  readonly memberId: string;
  readonly account: "principal" | "bonus" | "reward_cash" | "available";
  /** Fen or points, not zero. */
  readonly amount: number;
};

/** One mismatch. `expected` and `actual` are small objects for operators to read. */
export type Difference = {
  readonly class: string;
  readonly subject: string;
  readonly memberId?: string | undefined;
  readonly expected: Readonly<Record<string, unknown>>;
  readonly actual: Readonly<Record<string, unknown>>;
  readonly proposal?: ProposedEntry | undefined;
};

/**
 * The data to open a case with. A freezing case freezes `asset`, or both assets when it has none.
 */
export type CaseToOpen = Difference & {
  readonly isFreezing: boolean;
  readonly asset?: Asset | undefined;
};

/**
 * A live case is `seen` again by later runs; only a new one raises an alarm. What an operator
 * dismissed stays `dismissed` while it is unchanged: the same `actual`, or the same
 * `actual.difference` where it has one.
 */
export type OpenedCase =
  | { readonly caseId: string; readonly outcome: "opened" | "seen" }
  | { readonly caseId?: undefined; readonly outcome: "dismissed" };
