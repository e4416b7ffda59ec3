/** Maps the contract operations of exchange and batches to actions. */
import type { RedemptionsByDay } from "@yunjing/contract/schemas/batches";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { releaseSession } from "./actions/release-session.ts";
import { openSession } from "./actions/open.ts";
import { createOpenedSessions } from "./actions/opened-sessions.ts";
import { orderMeal, type Wake } from "./actions/order-meal.ts";
import { redeemCode } from "./actions/redeem.ts";
import { resumeSession } from "./actions/resume.ts";
import { activateBatch, extendCodes, freezeBatch, resumeBatch } from "./batches/change.ts";
import { createBatch } from "./batches/create.ts";
import { importBatch } from "./batches/import.ts";
import { exportCodes } from "./batches/export.ts";
import {
  type BatchAccess,
  codesOfBatch,
  findVisibleBatch,
  pageOfBatches,
  readBatch,
} from "./batches/read.ts";
import { submitBatch } from "./batches/submit.ts";
import { proposeVoid } from "./batches/void.ts";
import { ownTerms } from "./dealers/actions.ts";
import { ownStatement } from "./dealers/payments.ts";
import { statementCsv, statementPdf } from "./dealers/statement-files.ts";
import type { RiskGuard } from "../risk/port.ts";
import type { ProofGate } from "./port.ts";

export type ExchangeDeps = {
  /** Wakes the dispatcher after a meal was ordered, or when codes are to be generated. */
  readonly wake: Wake;
  /** A captcha that replaces the built-in proof of work. */
  readonly proofs?: ProofGate;
  readonly risk: RiskGuard;
};

const memberIdOf = (call: Call): string | undefined => call.member?.memberId;

export function exchangeRoutes(context: Context, db: Db, deps: ExchangeDeps): Handlers<"exchange"> {
  const openedSessions = createOpenedSessions(context.clock);
  return {
    open: ({ code, session, proof }, call) => {
      const { device, address } = call;
      const caller = { device, address, memberId: memberIdOf(call) };
      const opening = { code, session, proof, ...caller };
      const { proofs: gate, risk } = deps;
      return openSession(context, db, opening, { gate, risk, openedSessions });
    },
    resume: ({ session }, call) =>
      resumeSession(context, db, { session, memberId: memberIdOf(call) }),
    leave: async ({ session }, call) => {
      await releaseSession(context, db, { session, memberId: memberIdOf(call) });
      return {};
    },
    redeem: (input, call) =>
      redeemCode(context, db, {
        input,
        memberId: memberIdOf(call),
        key: call.key,
        wake: deps.wake,
        openedSessions,
      }),
    orderMeal: (input, call) =>
      orderMeal(context, db, deps, { input, memberId: memberIdOf(call), key: call.key }),
  };
}

export type BatchesDeps = Pick<ExchangeDeps, "wake"> & {
  /** Reads the sums of the figures module. */
  readonly redemptionsByDay: (batchId: string) => Promise<RedemptionsByDay>;
};

/** Members see their own batches; those of all makers are in the console. */
const ownBatches = (call: Call): BatchAccess => ({
  memberId: memberOf(call).memberId,
  maySeeAll: false,
});

export const batchesRoutes = (
  context: Context,
  db: Db,
  deps: BatchesDeps,
): Handlers<"batches"> => ({
  create: (input, call) =>
    createBatch(context, db, { makerId: memberOf(call).memberId, key: call.key, input }),
  list: (input, call) => pageOfBatches(context, db, memberOf(call).memberId, input),
  dealer: async (_input, call) => {
    const dealer = await ownTerms(context, db, memberOf(call).memberId);
    return dealer ? { dealer } : {};
  },
  statement: ({ month }, call) =>
    ownStatement(context, db, { memberId: memberOf(call).memberId, month }),
  statementPdf: ({ month }, call) =>
    statementPdf(context, db, { memberId: memberOf(call).memberId, month }),
  statementCsv: ({ month }, call) =>
    statementCsv(context, db, { memberId: memberOf(call).memberId, month }),
  redemptions: async ({ batchId }, call) => {
    await findVisibleBatch(db, ownBatches(call), batchId);
    return deps.redemptionsByDay(batchId);
  },
  detail: ({ batchId }, call) => readBatch(context, db, ownBatches(call), batchId),
  submit: ({ batchId }, call) =>
    submitBatch(context, db, { makerId: memberOf(call).memberId, key: call.key, batchId }, deps),
  codes: (input, call) => codesOfBatch(db, ownBatches(call), input),
  import: (input, call) => importBatch(context, db, { makerId: memberOf(call).memberId, input }),
  export: ({ batchId }, call) =>
    exportCodes(context, db, {
      batchId,
      memberId: memberOf(call).memberId,
      origin: call.ownOrigin,
    }),
  freeze: (input, call) => freezeBatch(context, db, ownBatches(call), input),
  resume: (input, call) => resumeBatch(context, db, ownBatches(call), input),
  activate: (input, call) => activateBatch(context, db, ownBatches(call), input),
  extend: (input, call) => extendCodes(context, db, ownBatches(call), input),
  void: (input, call) => proposeVoid(context, db, ownBatches(call), input),
});
