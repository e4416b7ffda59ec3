/**
 * The books: whether all that is written down agrees with itself and with the world.
 *
 * - check: one question to the whole database, answered with every row that does not agree.
 * - difference: such a row: what was expected, and what is there. It is a finding, never a repair.
 * - run: one pass of checks in one snapshot; `watch` is the cheap part, `full` all of it, `bills` a bill of the channel's.
 * - class: what kind of thing does not agree; operations.md says for each what a person does.
 * - subject: the one thing it is about; there is one live case for each class and subject.
 * - case: a difference that somebody must close: by booking, by a word, or because a later run finds it healed.
 * - proposal: the entry that would set it right, where the books themselves say which; two persons book it.
 * - freeze: while a case about a member's money is live, that asset of his cannot be spent. The shop goes on.
 */
import type { Asset } from "../ledger/model.ts";

export const runKinds = ["watch", "full", "bills"] as const;
export type RunKind = (typeof runKinds)[number];

export type CaseState = "open" | "proposed" | "booked" | "dismissed" | "healed";

/** An entry into one member's book: credits of a guarded account, or debits when the amount is below zero. */
export type ProposedEntry = {
  readonly memberId: string;
  readonly account: "principal" | "bonus" | "reward_cash" | "available";
  /** Fen or points, not zero. */
  readonly amount: number;
};

/** One thing that does not agree. `expected` and `actual` are small objects that a person reads. */
export type Difference = {
  readonly class: string;
  readonly subject: string;
  readonly memberId?: string | undefined;
  readonly expected: Readonly<Record<string, unknown>>;
  readonly actual: Readonly<Record<string, unknown>>;
  readonly proposal?: ProposedEntry | undefined;
};

/** A difference as a case begins with it. A freezing case freezes `asset`, or both assets when it names none. */
export type CaseToOpen = Difference & {
  readonly isFreezing: boolean;
  readonly asset?: Asset | undefined;
};

/**
 * A live case is `seen` again by later runs; only a new one alarms. What a person dismissed stays `dismissed` as long as
 * it stands as it stood then: the same `actual`, or the same `actual.difference` where it has one.
 */
export type OpenedCase =
  | { readonly caseId: string; readonly outcome: "opened" | "seen" }
  | { readonly caseId?: undefined; readonly outcome: "dismissed" };
