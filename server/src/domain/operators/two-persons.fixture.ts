/** For every act of two persons: a database in which it can be proposed, and how another person agrees. */
import { closeDatabase, openDatabase } from "../../platform/database/pool.ts";
import { freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import type { TwoPersonAct } from "../approvals/model.ts";
import { adjustmentsOf, decideAdjustment, proposeAdjustment } from "../books/actions.ts";
import {
  approveCampaign,
  campaignFigures,
  createCampaign,
  submitCampaign,
} from "../coupons/actions.ts";
import { makeBed as makeCouponBed } from "../coupons/testing.ts";
import { approveBatch } from "../exchange/batches/approve.ts";
import { createBatch } from "../exchange/batches/create.ts";
import { exportCodes, openExportKey } from "../exchange/batches/export.ts";
import { readBatch } from "../exchange/batches/read.ts";
import { makeBatch, submitBatch } from "../exchange/batches/submit.ts";
import { askVoid, decideVoid } from "../exchange/batches/void.ts";
import { type Bed, makeBed as makeCodeBed } from "../exchange/testing.ts";
import {
  appeal,
  approveHeld,
  decideAppeal,
  decideHeld,
  heldQueue,
} from "../invitations/actions.ts";
import { type InviteWorld, inviteWorld } from "../invitations/world.fixture.ts";
import { balancesOf } from "../ledger/actions.ts";
import { memberOfPhone } from "../members/actions.ts";
import { decideHost, partnersView, proposeHost } from "../partners/actions.ts";
import { openPartners } from "../partners/partners.fixture.ts";
import { approveRefund, refundQueue } from "../refunds/actions.ts";
import { openReturns, type Returns } from "../refunds/returns.fixture.ts";
import {
  approveWithdrawal,
  decideSettlement,
  proposeSettlement,
  reviewQueue,
  settlementsOf,
} from "../withdrawals/actions.ts";
import { openPayouts, type Payouts } from "../withdrawals/payouts.fixture.ts";

const ANNA = "0199cccc-0000-7000-8000-00000000000a";
const BEN = "0199cccc-0000-7000-8000-00000000000b";
const DAY_MS = 24 * 60 * 60 * 1000;
const reason = "核实无误";

export type Proposal = {
  /** A second person's yes. */
  readonly agree: () => Promise<unknown>;
  readonly isDone: () => Promise<boolean>;
  readonly isShownExpired: () => Promise<boolean>;
  /** The same, proposed anew. */
  readonly again: () => Promise<Proposal>;
};

export type Act = {
  readonly context: TestContext;
  readonly propose: () => Promise<Proposal>;
  readonly close: () => Promise<void>;
};

async function adjust(): Promise<Act> {
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
      isShownExpired: async () => (await adjustmentsOf(context, db, "expired")).some(isIts),
      again: () => proposalFor(memberId),
    };
  };
  return {
    context,
    propose: async () => {
      const phone = `137${String(++made).padStart(8, "0")}`;
      const { memberId } = await transaction(db, (tx) => memberOfPhone(context, tx, phone));
      return proposalFor(memberId);
    },
    close: async () => {
      await closeDatabase(db);
      await fresh.drop();
    },
  };
}

/** An inviter's reward that the judge withheld, worth more than one person may decide. */
async function withheld(world: InviteWorld, verdict: "hold" | "reject") {
  const inviter = await world.member();
  const friend = await world.friendOf(inviter);
  const orderId = await world.buys(friend.memberId, 50_000);
  world.context.clock.advance(7 * DAY_MS);
  await world.settle({ judge: async () => ({ score: 80, reasons: [], verdict }) });
  const [row] = await world.query<{ id: string }>(
    "SELECT id FROM invite_reward WHERE member_id = $1 AND order_id = $2",
    [inviter, orderId],
  );
  return { memberId: inviter, id: row?.id ?? "" };
}

async function invitations(
  verdict: "hold" | "reject",
  begin: (world: InviteWorld, key: { memberId: string; id: string }) => Promise<string>,
): Promise<Act> {
  const world = await inviteWorld(verdict === "hold" ? "1396" : "1397");
  await world.campaign({ inviter: { kind: "cash", percent: 10, capFen: 10_000 } });
  const { context, db } = world;
  const proposalFor = async (key: { memberId: string; id: string }): Promise<Proposal> => {
    const approvalId = await begin(world, key);
    const decision = { approvalId, isApproved: true, checker: BEN, reason };
    return {
      agree: () => decideHeld(context, db, decision),
      isDone: async () => {
        const { reward_cash: cash, reward_frozen: frozen } = await balancesOf(
          db,
          key.memberId,
          context.clock.now(),
        );
        return verdict === "hold" ? cash === 5_000 : frozen === 5_000;
      },
      isShownExpired: async () => {
        const queue = await heldQueue(context, db);
        return queue.some(({ rewardId, isExpired }) => rewardId === key.id && isExpired);
      },
      again: () => proposalFor(key),
    };
  };
  return {
    context,
    propose: async () => {
      const key = await withheld(world, verdict);
      if (verdict === "reject") await appeal(context, db, { ...key, words: "真实好友" });
      return proposalFor(key);
    },
    close: () => world.close(),
  };
}

const inviteReward = () =>
  invitations("hold", async ({ context, db }, key) => {
    const proposed = await approveHeld(context, db, { ...key, actor: ANNA, reason });
    if (proposed.state !== "proposed") throw new Error(proposed.state);
    return proposed.approvalId;
  });

const inviteAppeal = () =>
  invitations("reject", async ({ context, db }, key) => {
    const wanted = { ...key, isGranted: true, actor: ANNA, reason };
    const proposed = await decideAppeal(context, db, wanted);
    if (proposed.state !== "proposed") throw new Error(proposed.state);
    return proposed.approvalId;
  });

async function partnerHost(): Promise<Act> {
  const { context, db, gates, close } = await openPartners();
  let hosts = 0;
  const proposalFor = async (place: string): Promise<Proposal> => {
    const host = { partnerId: "yunda", scheme: "https", place } as const;
    const approvalId = await proposeHost(context, db, { ...host, maker: ANNA, reason });
    const view = async () =>
      (await partnersView(context, db, gates)).find(({ partnerId }) => partnerId === "yunda");
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
  return { context, close, propose: () => proposalFor(`h${++hosts}.yunda.example`) };
}

async function withdrawalSettle(): Promise<Act> {
  const at = await openPayouts();
  const { context, db } = at;
  const proposalFor = async (withdrawalNo: string, memberId: string): Promise<Proposal> => {
    const wanted = { withdrawalNo, actor: ANNA, reason, found: "failed" } as const;
    const approvalId = await proposeSettlement(context, db, wanted);
    const decision = { approvalId, checker: BEN, state: "approved", reason } as const;
    return {
      agree: () => decideSettlement(context, db, decision),
      isDone: async () => (await at.money(memberId)).held === 0,
      isShownExpired: async () =>
        (await settlementsOf(context, db)).some(
          (one) => one.approvalId === approvalId && one.isExpired,
        ),
      again: () => proposalFor(withdrawalNo, memberId),
    };
  };
  return {
    context,
    close: at.close,
    propose: async () => {
      const memberId = await at.member(8_000);
      at.scripted.script.transfer.push("unheard");
      const key = await at.ask(memberId, 5_000);
      await at.send(key);
      const { withdrawalNo } = await at.shown(key);
      context.clock.advance(26 * DAY_MS);
      return proposalFor(withdrawalNo, memberId);
    },
  };
}

async function withdrawal(): Promise<Act> {
  const at: Payouts = await openPayouts();
  const { context, db } = at;
  const approve = (withdrawalNo: string, actor: string) =>
    approveWithdrawal(context, db, { withdrawalNo, actor, reason });
  const proposalFor = (withdrawalNo: string, [first, second]: readonly string[]): Proposal => ({
    agree: () => approve(withdrawalNo, second ?? ""),
    isDone: async () =>
      !(await reviewQueue(context, db)).some((one) => one.withdrawalNo === withdrawalNo),
    isShownExpired: async () =>
      (await reviewQueue(context, db)).some(
        (one) => one.withdrawalNo === withdrawalNo && one.isFirstExpired,
      ),
    // The late approval of the second person was the first one anew.
    again: async () => proposalFor(withdrawalNo, [second ?? "", first ?? ""]),
  });
  return {
    context,
    close: at.close,
    propose: async () => {
      const memberId = await at.member(300_000);
      const key = await at.ask(memberId, 200_001, { stepUp: "good", realName: "林知夏" });
      const { withdrawalNo } = await at.shown(key);
      await approve(withdrawalNo, ANNA);
      return proposalFor(withdrawalNo, [ANNA, BEN]);
    },
  };
}

async function refund(): Promise<Act> {
  const shop: Returns = await openReturns();
  const { context, db } = shop;
  await shop.offer({ id: "dear", delivery: "card", priceFen: 60_000 });
  let buyers = 0;
  const approve = (refundNo: string, actor: string) =>
    approveRefund(context, db, { refundNo, actor, reason });
  const found = async (refundNo: string) =>
    (await refundQueue(context, db, ANNA)).find((one) => one.refundNo === refundNo);
  const proposalFor = (refundNo: string, [first, second]: readonly string[]): Proposal => ({
    agree: () => approve(refundNo, second ?? ""),
    isDone: async () => (await found(refundNo)) === undefined,
    isShownExpired: async () => (await found(refundNo))?.isFirstExpired ?? false,
    again: async () => proposalFor(refundNo, [second ?? "", first ?? ""]),
  });
  return {
    context,
    close: () => shop.close(),
    propose: async () => {
      const memberId = await shop.buyer(++buyers);
      const { orderNo } = await shop.order(memberId, { items: [{ skuId: "dear", quantity: 1 }] });
      await shop.payAll(memberId, orderNo);
      await shop.deliverCards(orderNo, 1);
      await shop.apply(memberId, orderNo);
      const [row] = await shop.rows<{ refundNo: string }>(
        'SELECT refund_no AS "refundNo" FROM refund WHERE member_id = $1',
        [memberId],
      );
      const { refundNo = "" } = row ?? {};
      await approve(refundNo, ANNA);
      return proposalFor(refundNo, [ANNA, BEN]);
    },
  };
}

async function campaign(): Promise<Act> {
  const bed = await makeCouponBed();
  const { context, db } = bed;
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
    close: bed.close,
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

let keys = 0;
const nextKey = () => `k${++keys}`;

/** A batch of one code, described and submitted by the bed's maker. */
async function submitted({ context, db, makerId }: Bed): Promise<string> {
  const validUntil = context.clock.now().getTime() + 30 * DAY_MS;
  const target = { target: "points", title: "100 积分", points: 100, validUntil } as const;
  const input = { name: "批次", count: 1, target };
  const { batchId } = await createBatch(context, db, { makerId, key: nextKey(), input });
  await makeBatch(context, db, { makerId, batchId, key: nextKey() });
  return batchId;
}

async function approved(bed: Bed): Promise<string> {
  const batchId = await submitted(bed);
  await approveBatch(bed.context, bed.db, { batchId, checkerId: bed.checkerId });
  return batchId;
}

async function codeBatch(): Promise<Act> {
  const bed = await makeCodeBed();
  const { context, db, makerId, checkerId, close } = bed;
  const read = (batchId: string) =>
    readBatch(context, db, { memberId: makerId, maySeeAll: true }, batchId);
  const proposalFor = (batchId: string): Proposal => ({
    agree: () => approveBatch(context, db, { batchId, checkerId }),
    isDone: async () => (await read(batchId)).state === "active",
    isShownExpired: async () => (await read(batchId)).isExpired,
    again: async () => {
      await submitBatch(context, db, { makerId, batchId, key: nextKey() });
      return proposalFor(batchId);
    },
  });
  return { context, close, propose: async () => proposalFor(await submitted(bed)) };
}

async function codeVoid(): Promise<Act> {
  const bed = await makeCodeBed();
  const { context, db, makerId, checkerId, close } = bed;
  const byMaker = { memberId: makerId, maySeeAll: false };
  const byChecker = { memberId: checkerId, maySeeAll: true };
  const proposalFor = async (batchId: string): Promise<Proposal> => {
    const { waiting } = await askVoid(context, db, byMaker, { batchId, reason });
    const approvalId = waiting.at(-1)?.approvalId ?? "";
    const read = () => readBatch(context, db, byMaker, batchId);
    const asked = { batchId, approvalId, isAgreed: true, reason };
    return {
      agree: () => decideVoid(context, db, byChecker, asked),
      isDone: async () => (await read()).state === "void",
      isShownExpired: async () =>
        (await read()).waiting.some((one) => one.approvalId === approvalId && one.isExpired),
      again: () => proposalFor(batchId),
    };
  };
  return { context, close, propose: async () => proposalFor(await approved(bed)) };
}

async function codeExport(): Promise<Act> {
  const bed = await makeCodeBed();
  const { context, db, makerId, checkerId, close } = bed;
  const read = (batchId: string) =>
    readBatch(context, db, { memberId: makerId, maySeeAll: false }, batchId);
  const proposalFor = async (batchId: string): Promise<Proposal> => {
    const file = { batchId, memberId: makerId, origin: "https://yunjing.example" };
    (await exportCodes(context, db, file)).destroy();
    return {
      agree: () => openExportKey(context, db, { batchId, memberId: checkerId, key: nextKey() }),
      isDone: async () => (await read(batchId)).exportKey !== undefined,
      isShownExpired: async () => (await read(batchId)).isExportExpired,
      again: () => proposalFor(batchId),
    };
  };
  return { context, close, propose: async () => proposalFor(await approved(bed)) };
}

/** One for every act: a new one does not compile without its own. */
export const acts: Readonly<Record<TwoPersonAct, () => Promise<Act>>> = {
  adjust,
  invite_reward: inviteReward,
  invite_appeal: inviteAppeal,
  partner_host: partnerHost,
  withdrawal_settle: withdrawalSettle,
  code_void: codeVoid,
  refund,
  withdrawal,
  campaign,
  code_batch: codeBatch,
  code_export: codeExport,
};
