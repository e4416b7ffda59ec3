/**
 * For every kind of two-person approval: a database in which it can be proposed, and how the second
 * person approves.
 */
import { sql } from "drizzle-orm";
import { closeDatabase, openDatabase } from "../../platform/database/pool.ts";
import { freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { testContext } from "../../platform/testing.ts";
import { approvalsOf } from "../approvals/actions.ts";
import type { TwoPersonApproval } from "../approvals/model.ts";
import { listAdjustments, decideAdjustment, proposeAdjustment } from "../reconciliation/actions.ts";
import {
  approveCampaign,
  campaignFigures,
  createCampaign,
  submitCampaign,
} from "../coupons/actions.ts";
import { createTestEnv as makeCouponBed } from "../coupons/testing.ts";
import {
  appeal,
  approveHeldReward,
  decideAppeal,
  decideHeldReward,
  listHeldRewards,
} from "../invitations/actions.ts";
import {
  type InvitationTestEnv,
  createInvitationTestEnv,
} from "../invitations/test-env.fixture.ts";
import { balancesOf } from "../ledger/actions.ts";
import {
  decideRebind,
  findOrCreateMemberByPhone,
  phoneOf,
  proposeRebind,
  waitingRebind,
} from "../members/actions.ts";
import { decideHost, partnersView, proposeHost } from "../partners/actions.ts";
import { createPartnersTestEnv } from "../partners/test-env.fixture.ts";
import { decideGrant, proposeInvite } from "./actions/grants.ts";
import { findOperator } from "./store/accounts.ts";
import { bulkGive, campaignBudget } from "./two-person-approval-campaigns.fixture.ts";
import { settingChange } from "./two-person-approval-settings.fixture.ts";
import { benefitLoss, exportClear } from "./two-person-approval-goods.fixture.ts";
import {
  type ApprovalScenario,
  codeBatch,
  codeExport,
  codeVoid,
  type Proposal,
} from "./two-person-approval-codes.fixture.ts";
import { refund, withdrawal, withdrawalSettle } from "./two-person-approval-money.fixture.ts";

const ANNA = "0199cccc-0000-7000-8000-00000000000a";
const BEN = "0199cccc-0000-7000-8000-00000000000b";
const DAY_MS = 24 * 60 * 60 * 1000;
const reason = "核实无误";

async function adjust(): Promise<ApprovalScenario> {
  const fresh = await freshDatabase();
  const context = testContext();
  const db = openDatabase({ url: fresh.appUrl, log: context.log });
  let made = 0;
  const proposalFor = async (memberId: string): Promise<Proposal> => {
    const key = `key-${++made}`;
    const entry = { memberId, account: "principal", amount: 100 } as const;
    const wanted = { ...entry, maker: ANNA, key, reason };
    const approvalId = await proposeAdjustment(context, db, wanted);
    const isIts = (one: { readonly approvalId: string }) => one.approvalId === approvalId;
    const decision = { approvalId, checker: BEN, state: "approved", reason } as const;
    return {
      agree: () => decideAdjustment(context, db, decision),
      isDone: async () => (await balancesOf(db, memberId)).principal === 100,
      isShownExpired: async () => (await listAdjustments(context, db, "expired")).some(isIts),
      again: () => proposalFor(memberId),
    };
  };
  return {
    context,
    db,
    propose: async () => {
      const phone = `137${String(++made).padStart(8, "0")}`;
      const { memberId } = await transaction(db, (tx) =>
        findOrCreateMemberByPhone(context, tx, phone),
      );
      return proposalFor(memberId);
    },
    close: async () => {
      await closeDatabase(db);
      await fresh.drop();
    },
  };
}

/**
 * An inviter's reward that the risk check withheld, above the amount that one operator may decide.
 */
async function createWithheldReward(testEnv: InvitationTestEnv, decision: "hold" | "reject") {
  const inviter = await testEnv.member();
  const friend = await testEnv.friendOf(inviter);
  const orderId = await testEnv.buys(friend.memberId, 50_000);
  testEnv.context.clock.advance(7 * DAY_MS);
  await testEnv.settle({ assess: async () => ({ score: 80, reasons: [], decision }) });
  const [row] = await testEnv.query<{ id: string }>(
    "SELECT id FROM invite_reward WHERE member_id = $1 AND order_id = $2",
    [inviter, orderId],
  );
  return { memberId: inviter, id: row?.id ?? "" };
}

async function invitationScenario(
  riskDecision: "hold" | "reject",
  begin: (testEnv: InvitationTestEnv, key: { memberId: string; id: string }) => Promise<string>,
): Promise<ApprovalScenario> {
  const testEnv = await createInvitationTestEnv(riskDecision === "hold" ? "1396" : "1397");
  await testEnv.campaign({ inviter: { kind: "cash", percent: 10, capFen: 10_000 } });
  const { context, db } = testEnv;
  const proposalFor = async (key: { memberId: string; id: string }): Promise<Proposal> => {
    const approvalId = await begin(testEnv, key);
    const decision = { approvalId, isApproved: true, checker: BEN, reason };
    return {
      agree: () => decideHeldReward(context, db, decision),
      isDone: async () => {
        const { reward_cash: cash, reward_frozen: frozen } = await balancesOf(
          db,
          key.memberId,
          context.clock.now(),
        );
        return riskDecision === "hold" ? cash === 5_000 : frozen === 5_000;
      },
      isShownExpired: async () => {
        const queue = await listHeldRewards(context, db);
        return queue.some(({ rewardId, isExpired }) => rewardId === key.id && isExpired);
      },
      again: () => proposalFor(key),
    };
  };
  return {
    context,
    db,
    propose: async () => {
      const key = await createWithheldReward(testEnv, riskDecision);
      if (riskDecision === "reject") await appeal(context, db, { ...key, words: "真实好友" });
      return proposalFor(key);
    },
    close: () => testEnv.close(),
  };
}

const inviteReward = () =>
  invitationScenario("hold", async ({ context, db }, key) => {
    const proposed = await approveHeldReward(context, db, {
      ...key,
      actor: ANNA,
      reason,
      isProven: true,
    });
    if (proposed.state !== "proposed") throw new Error(proposed.state);
    return proposed.approvalId;
  });

const inviteAppeal = () =>
  invitationScenario("reject", async ({ context, db }, key) => {
    const wanted = { ...key, isGranted: true, actor: ANNA, reason, isProven: true };
    const proposed = await decideAppeal(context, db, wanted);
    if (proposed.state !== "proposed") throw new Error(proposed.state);
    return proposed.approvalId;
  });

async function partnerHost(): Promise<ApprovalScenario> {
  const { context, db, deps, close } = await createPartnersTestEnv();
  let hosts = 0;
  const proposalFor = async (place: string): Promise<Proposal> => {
    const host = { partnerId: "yunda", scheme: "https", place } as const;
    const approvalId = await proposeHost(context, db, { ...host, maker: ANNA, reason });
    const view = async () =>
      (await partnersView(context, db, deps.gateways)).find(
        ({ partnerId }) => partnerId === "yunda",
      );
    const decision = { approvalId, checker: BEN, state: "approved", reason } as const;
    return {
      agree: () => decideHost(context, db, decision),
      isDone: async () =>
        (await view())?.hosts.some((one) => one.place === place && one.isOn) ?? false,
      isShownExpired: async () =>
        (await view())?.waiting.some((one) => one.approvalId === approvalId && one.isExpired) ??
        false,
      again: () => proposalFor(place),
    };
  };
  return { context, db, close, propose: () => proposalFor(`h${++hosts}.yunda.example`) };
}

async function campaign(): Promise<ApprovalScenario> {
  const testEnv = await makeCouponBed();
  const { context, db } = testEnv;
  let campaigns = 0;
  const figures = async (templateId: string) =>
    (await campaignFigures(db, context.clock.sql())).find((one) => one.templateId === templateId);
  const proposalFor = async (templateId: string): Promise<Proposal> => {
    await submitCampaign(context, db, { actorId: ANNA, templateId });
    return {
      agree: () => approveCampaign(context, db, { actorId: BEN, templateId }),
      isDone: async () => (await figures(templateId))?.status === "active",
      isShownExpired: async () => (await figures(templateId))?.isExpired ?? false,
      again: () => proposalFor(templateId),
    };
  };
  return {
    context,
    db,
    close: testEnv.close,
    propose: async () => {
      const templateId = `by-hand-${++campaigns}`;
      const draft = {
        templateId,
        title: "立减券",
        looks: { look: "plain", scopeText: "", tips: [], useAt: {} },
        rules: { type: "amount", valueFen: 100 },
        validity: { mode: "claim", days: 7 },
        audience: {},
        limits: { perMember: 1 },
        isListed: false,
        sort: 0,
      } as const;
      await createCampaign(context, db, { actorId: ANNA, draft });
      return proposalFor(templateId);
    },
  };
}

/** One scenario for every kind: a new kind without a scenario does not compile. */
async function memberRebind(): Promise<ApprovalScenario> {
  const fresh = await freshDatabase();
  const context = testContext();
  const db = openDatabase({ url: fresh.appUrl, log: context.log });
  let made = 0;
  const proposalFor = async (memberId: string, memberNo: string): Promise<Proposal> => {
    const phone = `1380000${String(++made).padStart(4, "0")}`;
    const wanted = { memberNo, phone, reason, operatorId: ANNA };
    const approvalId = await proposeRebind(context, db, wanted);
    const decision = { approvalId, checker: BEN, state: "approved", reason } as const;
    return {
      agree: () => decideRebind(context, db, decision),
      isDone: async () => (await phoneOf(context, db, memberId)) === phone,
      isShownExpired: async () => (await waitingRebind(context, db, memberId)) === undefined,
      again: () => proposalFor(memberId, memberNo),
    };
  };
  return {
    context,
    db,
    propose: async () => {
      const phone = `1390000${String(++made).padStart(4, "0")}`;
      const { memberId } = await transaction(db, (tx) =>
        findOrCreateMemberByPhone(context, tx, phone),
      );
      const found = await db.execute<{ memberNo: string }>(
        sql`SELECT member_no AS "memberNo" FROM member WHERE member_id = ${memberId}`,
      );
      return proposalFor(memberId, found.rows[0]?.memberNo ?? "");
    },
    close: async () => {
      await closeDatabase(db);
      await fresh.drop();
    },
  };
}

async function operatorGrant(): Promise<ApprovalScenario> {
  const fresh = await freshDatabase();
  const context = testContext();
  const db = openDatabase({ url: fresh.appUrl, log: context.log });
  let made = 0;
  const proposalFor = async (phone: string): Promise<Proposal> => {
    const wanted = { phone, name: "新人", roles: ["service"], maker: ANNA, reason };
    const approvalId = await proposeInvite(context, db, wanted);
    const isIts = ({ id }: { readonly id: string }) => id === approvalId;
    const expired = { kind: "operator_grant", state: "expired" } as const;
    const decision = { approvalId, checker: BEN, state: "approved", reason } as const;
    const idOf = () => transaction(db, (tx) => findOrCreateMemberByPhone(context, tx, phone));
    return {
      agree: () => decideGrant(context, db, decision),
      isDone: async () => (await findOperator(db, (await idOf()).memberId)) !== undefined,
      isShownExpired: async () => (await approvalsOf(context, db, expired)).some(isIts),
      again: () => proposalFor(phone),
    };
  };
  return {
    context,
    db,
    propose: () => proposalFor(`135${String(++made).padStart(8, "0")}`),
    close: async () => {
      await closeDatabase(db);
      await fresh.drop();
    },
  };
}

export const approvalScenarios: Readonly<
  Record<TwoPersonApproval, () => Promise<ApprovalScenario>>
> = {
  adjust,
  invite_reward: inviteReward,
  invite_appeal: inviteAppeal,
  partner_host: partnerHost,
  withdrawal_settle: withdrawalSettle,
  code_void: codeVoid,
  member_rebind: memberRebind,
  operator_grant: operatorGrant,
  benefit_loss: benefitLoss,
  export_clear: exportClear,
  setting: settingChange,
  bulk_give: bulkGive,
  campaign_budget: campaignBudget,
  refund,
  withdrawal,
  campaign,
  code_batch: codeBatch,
  code_export: codeExport,
};
