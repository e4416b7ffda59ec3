/**
 * What the approvals inbox needs of a kind of two-person approval. The module that owns the kind
 * implements it, and `server/src/app` registers it.
 */
import type { Context } from "../../platform/context.ts";
import type { Position } from "../../platform/database/keyset.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import type { ApprovalState } from "./lifecycle.ts";
import type { TwoPersonApproval } from "./model.ts";

/** A line of the list. Money in fen, instants in ms. */
export type ApprovalSummary = {
  /** The kind's own number or id. */
  readonly ref: string;
  /** What happens on approval, in Chinese. */
  readonly title: string;
  /** What it concerns: a member, an order, a batch. */
  readonly subject: string;
  readonly amountFen: number | null;
  readonly reason: string;
  readonly maker: string;
  /** The member whose account it affects; null when there is none. */
  readonly beneficiary: string | null;
  readonly state: ApprovalState;
  readonly checker: string | null;
  readonly decision: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly decidedAt: number | null;
  /** The time that orders the list: of the proposal, or of the decision in a list of decided ones. */
  readonly micros: number;
};

/** One line of the comparison; texts are as operators read them. */
export type ApprovalChange = {
  readonly field: string;
  readonly before: string;
  readonly after: string;
};

export type ApprovalDetail = ApprovalSummary & {
  readonly changes: readonly ApprovalChange[];
  /** The entries of the ledger, when it posts any. */
  readonly postings: readonly {
    readonly debit: string;
    readonly credit: string;
    readonly amount: number;
    readonly asset: "CNY" | "PTS";
  }[];
  readonly checks: readonly { readonly text: string; readonly isGood: boolean }[];
  /** URLs of pictures, valid for ten minutes. */
  readonly evidence: readonly string[];
  /** Everything that the checker agrees to; any change of it makes a new fingerprint. */
  readonly agreed: unknown;
};

export type ApprovalQuery = {
  /** `waiting` oldest first; `made` newest first; `decided` by the time of the decision, latest first. */
  readonly box: "waiting" | "made" | "decided";
  /** In `waiting` their proposals are left out; in `made` only theirs are listed. */
  readonly operatorId: string;
  readonly after: Position | undefined;
  readonly limit: number;
};

/**
 * Returns the column that orders a box, and the direction. `made` is the column of the proposal's
 * time, `decided` that of the decision's.
 */
export const boxOrder = (
  box: ApprovalQuery["box"],
  { made, decided }: { readonly made: string; readonly decided: string },
) =>
  box === "decided"
    ? ({ time: decided, order: "descending" } as const)
    : ({ time: made, order: box === "waiting" ? "ascending" : "descending" } as const);

export type ApprovalAction = "approve" | "reject" | "withdraw";

/** `kind` prefixes the ids of the list, by which equal times are ordered. */
export type ApprovalKind = {
  /** Who may decide: an operator with one of these. */
  readonly permissions: readonly string[];
  /** What the module offers. */
  readonly actions: readonly ApprovalAction[];
  list(context: Context, db: Db, query: ApprovalQuery): Promise<readonly ApprovalSummary[]>;
  /** Locks what a decision changes, until the transaction ends. */
  lock(context: Context, tx: Tx, ref: string): Promise<void>;
  find(
    context: Context,
    db: Db | Tx,
    wanted: { readonly ref: string; readonly readerId: string },
  ): Promise<ApprovalDetail | undefined>;
  /** Calls the module's own action in the transaction of the decision; refuses as that does. */
  decide(
    context: Context,
    tx: Tx,
    decision: {
      readonly ref: string;
      readonly action: ApprovalAction;
      readonly actor: string;
      readonly reason: string;
    },
  ): Promise<void>;
  /** What only the checker reads after the approval, such as a key. Refuses as the module does. */
  revealed?(context: Context, db: Db, wanted: { ref: string; actor: string }): Promise<string>;
};

/** One entry for every kind: a new kind without one does not compile. */
export type ApprovalKinds = Readonly<Record<TwoPersonApproval, ApprovalKind>>;
