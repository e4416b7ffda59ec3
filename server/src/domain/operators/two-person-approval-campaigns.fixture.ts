/** Two-person approvals of coupons for an audience, and of more budget for a campaign. */
import { sql } from "drizzle-orm";
import { approvalsOf, decideApproval } from "../approvals/actions.ts";
import { bulkGiveHandler, createList, giveToAudience } from "../audiences/actions.ts";
import { budgetHandler, proposeBudget } from "../coupons/actions.ts";
import { createTestEnv } from "../coupons/testing.ts";
import { memberLabels } from "../members/actions.ts";
import type { Approval, ApprovalHandler } from "../approvals/model.ts";
import type { ApprovalScenario, Proposal } from "./two-person-approval-codes.fixture.ts";

const ANNA = "0199cccc-0000-7000-8000-00000000000a";
const BEN = "0199cccc-0000-7000-8000-00000000000b";
const reason = "核实无误";

type CouponEnv = Awaited<ReturnType<typeof createTestEnv>>;

/** A proposal of a stored kind; `isDone` reads whether it took effect. */
function proposalOf(
  { context, db }: CouponEnv,
  { kind, handler }: { readonly kind: Approval["kind"]; readonly handler: ApprovalHandler },
  approvalId: string,
  more: Pick<Proposal, "isDone" | "again">,
): Proposal {
  const decision = { approvalId, checker: BEN, state: "approved", reason } as const;
  return {
    agree: () => decideApproval(context, db, { [kind]: handler }, decision),
    isShownExpired: async () =>
      (await approvalsOf(context, db, { kind, state: "expired" })).some(
        ({ id }) => id === approvalId,
      ),
    ...more,
  };
}

export async function bulkGive(): Promise<ApprovalScenario> {
  const env = await createTestEnv(4, { bulkGiveTwoPersonsFen: 0 });
  const { context, db } = env;
  let made = 0;
  const proposalFor = async (templateId: string, fileId: string): Promise<Proposal> => {
    const wanted = { templateId, fileId, ref: `ref-${++made}`, reason };
    const by = { makerId: ANNA, key: `key-${made}` };
    const { sendId, approvalId = "" } = await giveToAudience(context, db, { ...wanted, ...by });
    return proposalOf(env, { kind: "bulk_give", handler: bulkGiveHandler }, approvalId, {
      isDone: async () => {
        const { rows } = await db.execute<{ state: string }>(
          sql`SELECT state FROM bulk_send WHERE send_id = ${sendId}`,
        );
        return rows[0]?.state === "running";
      },
      again: () => proposalFor(templateId, fileId),
    });
  };
  return {
    context,
    db,
    propose: async () => {
      const memberId = await env.member(++made);
      const label = (await memberLabels(db, [memberId])).get(memberId);
      const list = { name: "名单", text: label?.memberNo ?? "", makerId: ANNA, key: `l-${made}` };
      const { listId } = await createList(context, db, list);
      return proposalFor(await env.template(), listId);
    },
    close: () => env.close(),
  };
}

export async function campaignBudget(): Promise<ApprovalScenario> {
  const env = await createTestEnv(4);
  const { context, db } = env;
  let made = 0;
  const proposalFor = async (templateId: string): Promise<Proposal> => {
    const raise = { templateId, addFen: 1_001, makerId: ANNA, key: `key-${++made}`, reason };
    const approvalId = await proposeBudget(context, db, raise);
    return proposalOf(env, { kind: "campaign_budget", handler: budgetHandler }, approvalId, {
      isDone: async () =>
        (await env.ask<number>(
          "SELECT sum(budget_fen)::int FROM campaign_spend WHERE template_id = $1",
          [templateId],
        )) === 2_001,
      again: () => proposalFor(templateId),
    });
  };
  return {
    context,
    db,
    propose: async () => proposalFor(await env.template({ budgetFen: [600, 400] })),
    close: () => env.close(),
  };
}
