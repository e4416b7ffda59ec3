/** Maps the operators' operations on single codes to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { FileStore } from "../../platform/files/port.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import {
  extendCode,
  freezeCode,
  proposeCodeVoid,
  releaseCodeByOperator,
  resumeCode,
} from "../exchange/actions.ts";
import { operatorCodeDetail, shownCodeState } from "./actions/code-detail.ts";
import { lookUpCodes } from "./actions/code-lookup.ts";

type Reasoned = { readonly codeId: string; readonly reason: string };

const actOf = ({ codeId, reason }: Reasoned, call: Call) => ({
  codeId,
  reason,
  operatorId: memberOf(call).memberId,
  key: call.key,
});

/** `store` has the files of archived history. */
export function operatorCodeRoutes(
  context: Context,
  db: Db,
  { store }: { readonly store: FileStore },
): Handlers<"operatorCodes"> {
  const changing = (change: typeof freezeCode) => async (input: Reasoned, call: Call) => {
    await change(context, db, actOf(input, call));
    return { state: await shownCodeState(context, db, input.codeId) };
  };
  return {
    lookup: (input, call) =>
      lookUpCodes(context, db, { ...input, operatorId: memberOf(call).memberId }),
    detail: ({ codeId }, call) => operatorCodeDetail(context, db, { codeId, call, store }),
    release: changing(releaseCodeByOperator),
    freeze: changing(freezeCode),
    resume: changing(resumeCode),
    extend: async ({ validUntil, ...input }, call) => {
      await extendCode(context, db, { ...actOf(input, call), validUntil });
      return { state: await shownCodeState(context, db, input.codeId) };
    },
    void: async (input, call) => ({
      approvalId: await proposeCodeVoid(context, db, actOf(input, call)),
    }),
  };
}
