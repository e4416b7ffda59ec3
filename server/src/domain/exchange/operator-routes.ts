/** Maps operators' operations on code batches to the actions that dealers' operations call. */
import type { Batch } from "@yunjing/contract/schemas/batches";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import type { NamesOf } from "../../platform/person-names.ts";
import { rejectBatch } from "./batches/approve.ts";
import { activateBatch, extendCodes, freezeBatch, resumeBatch } from "./batches/change.ts";
import { createBatch } from "./batches/create.ts";
import { exportCodes, revealExportKey } from "./batches/export.ts";
import { importBatch } from "./batches/import.ts";
import { type BatchReader, batchesForOperators, batchForOperator } from "./batches/list.ts";
import { type BatchAccess, codesOfBatch, readBatch } from "./batches/read.ts";
import { submitBatch } from "./batches/submit.ts";
import { batchTargets } from "./batches/target-choices.ts";
import { proposeVoid } from "./batches/void.ts";
import type { Wake } from "./actions/order-meal.ts";

const operatorIdOf = (call: Call): string => memberOf(call).memberId;
/** Operators see the batches of all makers. */
const accessOf = (call: Call): BatchAccess => ({ memberId: operatorIdOf(call), maySeeAll: true });

export const operatorBatchRoutes = (
  context: Context,
  db: Db,
  deps: { readonly wake: Wake; readonly namesOf: NamesOf },
): Handlers<"operatorBatches"> => {
  const readerOf = (call: Call): BatchReader => ({
    operatorId: operatorIdOf(call),
    namesOf: deps.namesOf,
  });
  const shown = async (call: Call, batch: Promise<Batch>) =>
    batchForOperator(db, await batch, readerOf(call));
  return {
    list: (input, call) => batchesForOperators(context, db, input, readerOf(call)),
    targets: (input) => batchTargets(context, db, input),
    detail: ({ batchId }, call) => shown(call, readBatch(context, db, accessOf(call), batchId)),
    codes: (input, call) => codesOfBatch(db, accessOf(call), input),
    create: (input, call) => {
      const creation = { makerId: operatorIdOf(call), key: call.key, input };
      return shown(call, createBatch(context, db, creation));
    },
    submit: ({ batchId }, call) => {
      const submission = { makerId: operatorIdOf(call), key: call.key, batchId };
      return shown(call, submitBatch(context, db, submission, deps));
    },
    import: (input, call) => importBatch(context, db, { makerId: operatorIdOf(call), input }),
    reject: ({ batchId, reason }, call) =>
      shown(call, rejectBatch(context, db, { batchId, reason, checkerId: operatorIdOf(call) })),
    export: ({ batchId }, call) =>
      exportCodes(context, db, {
        batchId,
        memberId: operatorIdOf(call),
        origin: call.ownOrigin,
      }),
    exportKey: ({ batchId }, call) =>
      revealExportKey(context, db, { batchId, memberId: operatorIdOf(call), key: call.key }),
    freeze: (input, call) => shown(call, freezeBatch(context, db, accessOf(call), input)),
    resume: (input, call) => shown(call, resumeBatch(context, db, accessOf(call), input)),
    activate: ({ reason: _, ...input }, call) =>
      shown(call, activateBatch(context, db, accessOf(call), input)),
    extend: (input, call) => shown(call, extendCodes(context, db, accessOf(call), input)),
    void: (input, call) => shown(call, proposeVoid(context, db, accessOf(call), input)),
  };
};
