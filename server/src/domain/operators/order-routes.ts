/** Maps operators' operations on orders and refunds to actions of their modules. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import {
  claimManualOrder,
  listManualOrders,
  type FulfilmentDeps,
  deliverManually,
  failManually,
  transferClaim,
} from "../fulfilment/actions.ts";
import { approveRefund, refundPage, rejectRefund, retryRefund } from "../refunds/actions.ts";

export const operatorRefundRoutes = (context: Context, db: Db): Handlers<"operatorRefunds"> => ({
  list: ({ state: stage, ...filter }, call) =>
    refundPage(context, db, memberOf(call).memberId, { ...filter, stage }),
  approve: async ({ refundNo, reason, items }, call) => {
    const { memberId: actor } = memberOf(call);
    const decision = { refundNo, actor, reason, ...(items ? { items } : {}) };
    return { state: await approveRefund(context, db, decision) };
  },
  reject: async ({ refundNo, reason }, call) => {
    await rejectRefund(context, db, { refundNo, actor: memberOf(call).memberId, reason });
    return {};
  },
  retry: async ({ refundNo, reason }, call) => {
    await retryRefund(context, db, { refundNo, actor: memberOf(call).memberId, reason });
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
    const { memberId: operatorId } = memberOf(call);
    await deliverManually(context, db, fulfilment, { ...done, isHandMade, operatorId });
    return {};
  },
  failed: async (done, call) => {
    const { memberId: operatorId } = memberOf(call);
    await failManually(context, db, fulfilment, { ...done, operatorId });
    return {};
  },
});
