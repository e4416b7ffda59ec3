/** A publication below cost and an export with whole phones, as two-person approvals. */
import { sql } from "drizzle-orm";
import { closeDatabase, openDatabase } from "../../platform/database/pool.ts";
import { freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { testContext } from "../../platform/testing.ts";
import { approvalsOf, decideApproval, propose } from "../approvals/actions.ts";
import { goodsDetail, lossHandler, proposeLoss, saveDraft } from "../catalog/actions.ts";
import { clearHandler } from "../exports/actions.ts";
import { createTestDraft, testDraftDeps } from "../catalog/testing.ts";
import type { ApprovalScenario, Proposal } from "./two-person-approval-codes.fixture.ts";

const ANNA = "0199cccc-0000-7000-8000-00000000000a";
const BEN = "0199cccc-0000-7000-8000-00000000000b";
const DAY_MS = 24 * 60 * 60 * 1000;
const reason = "清仓";

export async function benefitLoss(): Promise<ApprovalScenario> {
  const fresh = await freshDatabase();
  const context = testContext();
  const db = openDatabase({ url: fresh.appUrl, log: context.log });
  let made = 0;
  const proposalFor = async (benefitId: string): Promise<Proposal> => {
    const { sinceVersion } = await goodsDetail(context, db, testDraftDeps, benefitId);
    const lossUntil = context.clock.now().getTime() + 3 * DAY_MS;
    const wanted = { benefitId, sinceVersion, lossUntil, maker: ANNA, reason };
    const approvalId = await proposeLoss(context, db, wanted);
    const expired = { kind: "benefit_loss", state: "expired" } as const;
    const decision = { approvalId, checker: BEN, state: "approved", reason } as const;
    return {
      agree: () => decideApproval(context, db, { benefit_loss: lossHandler }, decision),
      isDone: async () => {
        const { rows } = await db.execute<{ status: string }>(
          sql`SELECT status FROM benefit WHERE benefit_id = ${benefitId}`,
        );
        return rows[0]?.status === "on";
      },
      isShownExpired: async () =>
        (await approvalsOf(context, db, expired)).some(({ id }) => id === approvalId),
      again: () => proposalFor(benefitId),
    };
  };
  return {
    context,
    db,
    propose: async () => {
      const benefitId = `loss-${++made}`;
      const { sinceVersion, draft } = await createTestDraft(context, db, {
        benefitId,
        operatorId: ANNA,
        priceFen: 100,
        costFen: 300,
      });
      const change = { benefitId, sinceVersion, draft, operatorId: ANNA };
      await saveDraft(context, db, testDraftDeps, change);
      return proposalFor(benefitId);
    },
    close: async () => {
      await closeDatabase(db);
      await fresh.drop();
    },
  };
}

export async function exportClear(): Promise<ApprovalScenario> {
  const fresh = await freshDatabase();
  const context = testContext();
  const db = openDatabase({ url: fresh.appUrl, log: context.log });
  let made = 0;
  const proposalFor = async (memberNo: string): Promise<Proposal> => {
    const payload = { kind: "members", filter: { memberNo } };
    const wanted = { subject: "members", payload, reason, maker: ANNA, beneficiary: null };
    const approvalId = await transaction(db, (tx) =>
      propose(context, tx, { kind: "export_clear", ...wanted }),
    );
    const expired = { kind: "export_clear", state: "expired" } as const;
    const decision = { approvalId, checker: BEN, state: "approved", reason } as const;
    return {
      agree: () => decideApproval(context, db, { export_clear: clearHandler }, decision),
      isDone: async () => {
        const { rows } = await db.execute<{ approved: string | null }>(
          sql`SELECT approved_by AS approved FROM export WHERE filter->>'memberNo' = ${memberNo}`,
        );
        return ![undefined, null, ANNA].includes(rows[0]?.approved);
      },
      isShownExpired: async () =>
        (await approvalsOf(context, db, expired)).some(({ id }) => id === approvalId),
      again: () => proposalFor(memberNo),
    };
  };
  return {
    context,
    db,
    propose: () => proposalFor(String(100_000_000 + ++made)),
    close: async () => {
      await closeDatabase(db);
      await fresh.drop();
    },
  };
}
