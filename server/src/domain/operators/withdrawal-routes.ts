/** Maps operators' operations on withdrawals to actions of the withdrawals module. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf, operatorOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import {
  approveMany,
  approveWithdrawal,
  proposeSettlement,
  recallWithdrawal,
  rejectWithdrawal,
  retryWithdrawal,
  settlementsOf,
  unknownQueue,
  withdrawalPage,
} from "../withdrawals/actions.ts";
import type { PayoutChannel } from "../withdrawals/port.ts";
import { operatorNames, withOperatorNames } from "./actions/read.ts";

/** `wake` wakes the outbox dispatcher after the commit. */
export const operatorWithdrawalRoutes = (
  context: Context,
  db: Db,
  { channel, wake }: { readonly channel: PayoutChannel; readonly wake: (db: Db) => Promise<void> },
): Handlers<"operatorWithdrawals"> => ({
  list: async ({ state: stage, ...filter }) => {
    const page = await withdrawalPage(context, db, { ...filter, stage });
    return { ...page, list: await withOperatorNames(db, page.list, ["first", "reviewer"]) };
  },
  unknown: async () => ({ list: await unknownQueue(context, db) }),
  approveMany: async (wanted, call) => {
    const list = await approveMany(context, db, { ...wanted, ...operatorOf(context, call) });
    await wake(db);
    return { list };
  },
  approve: async (wanted, call) => {
    const decision = { ...wanted, ...operatorOf(context, call) };
    const state = await approveWithdrawal(context, db, decision);
    await wake(db);
    return { state };
  },
  reject: async (wanted, call) => {
    const decision = { ...wanted, actor: memberOf(call).memberId };
    await rejectWithdrawal(context, db, decision);
    return {};
  },
  retry: async (wanted, call) => {
    const decision = { ...wanted, actor: memberOf(call).memberId };
    return { state: await retryWithdrawal(context, db, channel, decision) };
  },
  recall: async (wanted, call) => {
    const decision = { ...wanted, actor: memberOf(call).memberId };
    return { state: await recallWithdrawal(context, db, channel, decision) };
  },
  settlements: async () => {
    const list = await settlementsOf(context, db);
    const nameOf = await operatorNames(
      db,
      list.map(({ maker }) => maker),
    );
    return { list: list.map((row) => ({ ...row, makerName: nameOf(row.maker) || row.makerName })) };
  },
  settle: async (wanted, call) => {
    const decision = { ...wanted, actor: memberOf(call).memberId };
    return { approvalId: await proposeSettlement(context, db, decision) };
  },
});
