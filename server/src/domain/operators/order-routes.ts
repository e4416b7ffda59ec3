/** Maps operators' operations on orders and refunds to actions of their modules. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf, operatorOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import {
  claimManualOrder,
  listManualOrders,
  type FulfilmentDeps,
  deliverManually,
  failManually,
  transferClaim,
} from "../fulfilment/actions.ts";
import {
  approveRefund,
  handOverRefund,
  refundCounts,
  refundPage,
  rejectRefund,
  retryRefund,
} from "../refunds/actions.ts";
import { withOperatorNames } from "./actions/read.ts";
import { mayOperator, readOperatorsWith } from "./store/accounts.ts";

export const operatorRefundRoutes = (context: Context, db: Db): Handlers<"operatorRefunds"> => ({
  list: async ({ state: stage, ...filter }, call) => {
    const page = await refundPage(context, db, memberOf(call).memberId, { ...filter, stage });
    return {
      ...page,
      list: await withOperatorNames(db, page.list, ["first", "reviewer", "assignee"]),
    };
  },
  counts: () => refundCounts(context, db),
  approve: async ({ refundNo, reason, items, expectedFen }, call) => {
    const decision = {
      refundNo,
      reason,
      ...operatorOf(context, call),
      ...(items ? { items, expectedFen } : {}),
    };
    return { state: await approveRefund(context, db, decision) };
  },
  reject: async ({ refundNo, reason }, call) => {
    const decision = { refundNo, actor: memberOf(call).memberId, reason };
    await rejectRefund(context, db, decision);
    return {};
  },
  colleagues: async () => ({ list: await readOperatorsWith(db, { permission: "orders:refund" }) }),
  handOver: async (wanted, call) => {
    const { memberId: actor } = memberOf(call);
    const mayDecide = mayOperator("orders:refund");
    await handOverRefund(context, db, {
      toId: undefined,
      fromId: undefined,
      ...wanted,
      actor,
      mayDecide,
    });
    return {};
  },
  retry: async ({ refundNo, reason }, call) => {
    const decision = { refundNo, actor: memberOf(call).memberId, reason };
    await retryRefund(context, db, decision);
    return {};
  },
});

export const operatorDeskRoutes = (
  context: Context,
  db: Db,
  fulfilment: FulfilmentDeps,
): Handlers<"operatorDesk"> => ({
  list: (filter, call) =>
    listManualOrders(context, db, { ...filter, readerId: memberOf(call).memberId }),
  claim: async ({ outNo }, call) => {
    const { memberId: operatorId } = memberOf(call);
    return { until: await claimManualOrder(context, db, { outNo, operatorId }) };
  },
  handOver: async ({ outNo, toId, reason }, call) => {
    const { memberId: operatorId } = memberOf(call);
    await transferClaim(context, db, { outNo, operatorId, toId, reason });
    return {};
  },
  delivered: async ({ isHandMade = false, ...done }, call) => {
    const { actor: operatorId, isProven } = operatorOf(context, call);
    const outcome = { ...done, isHandMade, operatorId, isProven };
    await deliverManually(context, db, fulfilment, outcome);
    return {};
  },
  failed: async (done, call) => {
    const { actor: operatorId, isProven } = operatorOf(context, call);
    await failManually(context, db, fulfilment, { ...done, operatorId, isProven });
    return {};
  },
});
