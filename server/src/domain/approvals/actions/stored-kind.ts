/** Builds the inbox's view of a kind whose proposals are stored in the table `approval`. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import type { Approval, ApprovalHandler, ProposalKind } from "../model.ts";
import type { ApprovalDetail, ApprovalKind, ApprovalSummary } from "../port.ts";
import { findApproval, lockApproval, readApprovalBox } from "../store.ts";
import { decideApproval, withdrawApproval } from "./proposals.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Headline = Pick<ApprovalSummary, "title" | "subject" | "amountFen">;

export type StoredKind = {
  readonly kind: ProposalKind;
  readonly permissions: readonly string[];
  readonly handler: ApprovalHandler;
  /** Returns the headlines of a page in its order, with a fixed number of statements. */
  headlines(
    context: Context,
    db: Db | Tx,
    approvals: readonly Approval[],
  ): Promise<readonly Headline[]>;
  /** What it changes now, for the checker. */
  detail(
    context: Context,
    db: Db | Tx,
    approval: Approval,
  ): Promise<Pick<ApprovalDetail, "changes" | "postings" | "checks">>;
};

const summaryOf = (
  { id, ...approval }: Approval,
  headline: Headline | undefined,
  micros: number,
): ApprovalSummary => ({
  ...headline,
  ref: id,
  title: headline?.title ?? approval.kind,
  subject: headline?.subject ?? approval.subject,
  amountFen: headline?.amountFen ?? null,
  reason: approval.reason,
  maker: approval.maker,
  beneficiary: approval.beneficiary,
  state: approval.state,
  checker: approval.checker,
  decision: approval.decision,
  createdAt: approval.createdAt,
  expiresAt: approval.expiresAt,
  decidedAt: approval.decidedAt,
  micros,
});

export const storedKind = ({ kind, permissions, handler, ...views }: StoredKind): ApprovalKind => ({
  permissions,
  actions: ["approve", "reject", "withdraw"],
  async list(context, db, query) {
    const rows = await readApprovalBox(db, { ...query, kind, now: context.clock.sql() });
    const headlines = rows.length > 0 ? await views.headlines(context, db, rows) : [];
    return rows.map((row, at) => summaryOf(row, headlines[at], row.micros));
  },
  async lock({ clock }, tx, ref) {
    if (UUID.test(ref)) await lockApproval(tx, ref, clock.sql());
  },
  async find(context, db, { ref: id }) {
    if (!UUID.test(id)) return undefined;
    const approval = await findApproval(db, { kind, id, now: context.clock.sql() });
    if (!approval) return undefined;
    const [headline] = await views.headlines(context, db, [approval]);
    const { subject, payload, reason, maker, beneficiary, createdAt } = approval;
    return {
      ...summaryOf(approval, headline, 0),
      ...(await views.detail(context, db, approval)),
      evidence: [],
      agreed: { subject, payload, reason, maker, beneficiary, createdAt },
    };
  },
  async decide(context, tx, { ref: approvalId, action, actor, reason }) {
    if (action === "withdraw") {
      await withdrawApproval(context, tx, handler, { approvalId, maker: actor, reason });
      return;
    }
    const state = action === "approve" ? "approved" : "rejected";
    const decision = { approvalId, checker: actor, state, reason } as const;
    await decideApproval(context, tx, { [kind]: handler }, decision);
  },
});
