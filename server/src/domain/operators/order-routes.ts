/** Operators' operations on refunds and on the desk → the rooms' actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { deskOf, type FulfilmentDeps, handDeliver, handFail } from "../fulfilment/actions.ts";
import { approveRefund, refundQueue, rejectRefund, retryRefund } from "../refunds/actions.ts";

export const operatorRefundRoutes = (context: Context, db: Db): Handlers<"operatorRefunds"> => ({
  list: async () => ({ list: await refundQueue(db) }),
  approve: async ({ refundNo, reason }, call) => {
    const { memberId: actor } = memberOf(call);
    return { state: await approveRefund(context, db, { refundNo, actor, reason }) };
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
  list: async () => ({ list: await deskOf(db) }),
  delivered: async ({ outNo, codes, reason }, call) => {
    const { memberId: operatorId } = memberOf(call);
    await handDeliver(context, db, fulfilment, { outNo, operatorId, codes, reason });
    return {};
  },
  failed: async ({ outNo, reason }, call) => {
    const { memberId: operatorId } = memberOf(call);
    await handFail(context, db, fulfilment, { outNo, operatorId, reason });
    return {};
  },
});
