/**
 * What one person proposes and another decides.
 *
 * - maker, checker: who proposed, and who decided; never the same person.
 * - kind: what happens on approval; the room that knows it hands in its doing.
 * - payload: what was proposed, whole; the checker decides what the maker wrote, and nothing else.
 */
import type { Context } from "../../platform/context.ts";
import type { Tx } from "../../platform/database/pool.ts";

export type ApprovalState = "waiting" | "approved" | "rejected";

/** Instants in ms. */
export type Approval = {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly reason: string;
  readonly maker: string;
  readonly state: ApprovalState;
  readonly checker: string | null;
  readonly decision: string | null;
  readonly createdAt: number;
  readonly decidedAt: number | null;
};

/** What a kind does when it is decided, in the transaction of the decision: both happen, or neither. */
export type Doing = {
  readonly approved: (context: Context, tx: Tx, approval: Approval) => Promise<void>;
  readonly rejected?: (context: Context, tx: Tx, approval: Approval) => Promise<void>;
};
