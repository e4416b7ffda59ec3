/** Maps operators' operations on orders and refunds to actions of their modules. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf, operatorOf, recordChange } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import {
  claimManualOrder,
  listManualOrders,
  type FulfilmentDeps,
  deliverManually,
  failManually,
  supplierOrderState,
  transferClaim,
} from "../fulfilment/actions.ts";
import { orderStateOf } from "../orders/actions.ts";
import {
  approveRefund,
  refundPage,
  refundStateOf,
  rejectRefund,
  retryRefund,
} from "../refunds/actions.ts";
import { withOperatorNames } from "./actions/read.ts";

export const operatorRefundRoutes = (context: Context, db: Db): Handlers<"operatorRefunds"> => ({
  list: async ({ state: stage, ...filter }, call) => {
    const page = await refundPage(context, db, memberOf(call).memberId, { ...filter, stage });
    return { ...page, list: await withOperatorNames(db, page.list, ["first", "reviewer"]) };
  },
  approve: async ({ refundNo, reason, items }, call) => {
    const decision = {
      refundNo,
      reason,
      ...operatorOf(context, call),
      ...(items ? { items } : {}),
    };
    const approve = () => approveRefund(context, db, decision);
    return { state: await recordChange(call, () => refundStateOf(db, refundNo), approve) };
  },
  reject: async ({ refundNo, reason }, call) => {
    const decision = { refundNo, actor: memberOf(call).memberId, reason };
    const reject = () => rejectRefund(context, db, decision);
    await recordChange(call, () => refundStateOf(db, refundNo), reject);
    return {};
  },
  retry: async ({ refundNo, reason }, call) => {
    const decision = { refundNo, actor: memberOf(call).memberId, reason };
    const retry = () => retryRefund(context, db, decision);
    await recordChange(call, () => refundStateOf(db, refundNo), retry);
    return {};
  },
});

export const operatorDeskRoutes = (
  context: Context,
  db: Db,
  fulfilment: FulfilmentDeps,
): Handlers<"operatorDesk"> => {
  /** Runs a write on a supplier order; the audit shows it and its order before and after. */
  const changing = <T>(outNo: string, call: Call, write: () => Promise<T>): Promise<T> => {
    const read = async () => {
      const placed = await supplierOrderState(db, outNo);
      const order = placed && (await orderStateOf(db, placed));
      return order && { object: order.object, state: { ...order.state, supplier: placed.state } };
    };
    return recordChange(call, read, write);
  };
  return {
    list: (filter, call) =>
      listManualOrders(context, db, { ...filter, readerId: memberOf(call).memberId }),
    claim: async ({ outNo }, call) => {
      const { memberId: operatorId } = memberOf(call);
      const claim = () => claimManualOrder(context, db, { outNo, operatorId });
      return { until: await changing(outNo, call, claim) };
    },
    handOver: async ({ outNo, toId, reason }, call) => {
      const { memberId: operatorId } = memberOf(call);
      const transfer = () => transferClaim(context, db, { outNo, operatorId, toId, reason });
      await changing(outNo, call, transfer);
      return {};
    },
    delivered: async ({ isHandMade = false, ...done }, call) => {
      const { memberId: operatorId } = memberOf(call);
      const outcome = { ...done, isHandMade, operatorId };
      await changing(done.outNo, call, () => deliverManually(context, db, fulfilment, outcome));
      return {};
    },
    failed: async (done, call) => {
      const { memberId: operatorId } = memberOf(call);
      const outcome = { ...done, operatorId };
      await changing(done.outNo, call, () => failManually(context, db, fulfilment, outcome));
      return {};
    },
  };
};
