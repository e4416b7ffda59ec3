/** Scenarios of two-person approval for codes: a batch, its void, and the key of its export. */
import type { Db } from "../../platform/database/pool.ts";
import type { TestContext } from "../../platform/testing.ts";
import { approveBatch } from "../exchange/batches/approve.ts";
import { createBatch } from "../exchange/batches/create.ts";
import { exportCodes, revealExportKey } from "../exchange/batches/export.ts";
import { readBatch } from "../exchange/batches/read.ts";
import { submitAndGenerate, submitBatch } from "../exchange/batches/submit.ts";
import { proposeVoid, decideVoid } from "../exchange/batches/void.ts";
import { type ExchangeTestEnv, createExchangeTestEnv as makeCodeBed } from "../exchange/testing.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const reason = "核实无误";

export type Proposal = {
  /** The approval by a second person. */
  readonly agree: () => Promise<unknown>;
  readonly isDone: () => Promise<boolean>;
  readonly isShownExpired: () => Promise<boolean>;
  /** The same, proposed again. */
  readonly again: () => Promise<Proposal>;
};

export type ApprovalScenario = {
  readonly context: TestContext;
  readonly db: Db;
  readonly propose: () => Promise<Proposal>;
  readonly close: () => Promise<void>;
};

let keys = 0;
const nextKey = () => `k${++keys}`;

/** Creates and submits a batch of one code as the test environment's maker. */
async function submitTestBatch({ context, db, makerId }: ExchangeTestEnv): Promise<string> {
  const validUntil = context.clock.now().getTime() + 30 * DAY_MS;
  const target = { target: "points", title: "100 积分", points: 100, validUntil } as const;
  const input = { name: "批次", count: 1, target };
  const { batchId } = await createBatch(context, db, { makerId, key: nextKey(), input });
  await submitAndGenerate(context, db, { makerId, batchId, key: nextKey() });
  return batchId;
}

async function approveTestBatch(testEnv: ExchangeTestEnv): Promise<string> {
  const batchId = await submitTestBatch(testEnv);
  await approveBatch(testEnv.context, testEnv.db, { batchId, checkerId: testEnv.checkerId });
  return batchId;
}

export async function codeBatch(): Promise<ApprovalScenario> {
  const testEnv = await makeCodeBed();
  const { context, db, makerId, checkerId, close } = testEnv;
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
  return { context, db, close, propose: async () => proposalFor(await submitTestBatch(testEnv)) };
}

export async function codeVoid(): Promise<ApprovalScenario> {
  const testEnv = await makeCodeBed();
  const { context, db, makerId, checkerId, close } = testEnv;
  const byMaker = { memberId: makerId, maySeeAll: false };
  const byChecker = { memberId: checkerId, maySeeAll: true };
  const proposalFor = async (batchId: string): Promise<Proposal> => {
    const { waiting } = await proposeVoid(context, db, byMaker, { batchId, reason });
    const approvalId = waiting.at(-1)?.approvalId ?? "";
    const read = () => readBatch(context, db, byMaker, batchId);
    const decision = { batchId, approvalId, isAgreed: true, reason };
    return {
      agree: () => decideVoid(context, db, byChecker, decision),
      isDone: async () => (await read()).state === "void",
      isShownExpired: async () =>
        (await read()).waiting.some((one) => one.approvalId === approvalId && one.isExpired),
      again: () => proposalFor(batchId),
    };
  };
  return { context, db, close, propose: async () => proposalFor(await approveTestBatch(testEnv)) };
}

export async function codeExport(): Promise<ApprovalScenario> {
  const testEnv = await makeCodeBed();
  const { context, db, makerId, checkerId, close } = testEnv;
  const read = (batchId: string) =>
    readBatch(context, db, { memberId: makerId, maySeeAll: false }, batchId);
  const proposalFor = async (batchId: string): Promise<Proposal> => {
    const file = { batchId, memberId: makerId, origin: "https://yunjing.example" };
    (await exportCodes(context, db, file)).destroy();
    return {
      agree: () => revealExportKey(context, db, { batchId, memberId: checkerId, key: nextKey() }),
      isDone: async () => (await read(batchId)).exportKey !== undefined,
      isShownExpired: async () => (await read(batchId)).isExportExpired,
      again: () => proposalFor(batchId),
    };
  };
  return { context, db, close, propose: async () => proposalFor(await approveTestBatch(testEnv)) };
}
