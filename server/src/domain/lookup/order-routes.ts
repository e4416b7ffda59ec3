/** Maps the operators' operations on orders to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { FileStore } from "../../platform/files/port.ts";
import { type Call, memberOf, operatorOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import {
  cancelSupplierOrders,
  type FulfilmentDeps,
  moveToManualQueue,
  querySupplierNow,
} from "../fulfilment/actions.ts";
import type { CityOf } from "../catalog/actions.ts";
import { refuseOwnAccount } from "../approvals/actions.ts";
import { type CancelDeps, cancelUnpaidByOperator } from "../orders/actions.ts";
import { previewRefund, refundByOperator } from "../refunds/actions.ts";
import { compensateOrder, noteOrder, resendOrderMessages } from "./actions/order-actions.ts";
import { operatorOrderDetail, orderKeyByNo, supplierExchange } from "./actions/order-detail.ts";
import { operatorOrderList } from "./actions/order-list.ts";
import { rerouteOrder } from "./actions/reroute.ts";

export type OrderRouteDeps = CancelDeps & {
  readonly fulfilment: FulfilmentDeps;
  /** Has the files of archived history. */
  readonly store: FileStore;
  /** Wakes the outbox dispatcher after the commit. */
  readonly wake: (db: Db) => Promise<void>;
  readonly cityOf: CityOf;
};

type Reasoned = { readonly orderNo: string; readonly reason: string };

export function operatorOrderRoutes(
  context: Context,
  db: Db,
  deps: OrderRouteDeps,
): Handlers<"operatorOrders"> {
  const { fulfilment, store, wake, cityOf } = deps;
  const intervene =
    (act: typeof querySupplierNow) =>
    async ({ orderNo, reason }: Reasoned, call: Call) => {
      const key = await orderKeyByNo(db, orderNo);
      const request = { ...key, reason, operatorId: memberOf(call).memberId };
      return { state: await act(context, db, fulfilment, request) };
    };
  return {
    list: (input) => operatorOrderList(context, db, input, { cityOf }),
    detail: ({ orderNo }, call) =>
      operatorOrderDetail(context, db, { orderNo, call, store, cityOf }),
    exchange: ({ ref }, call) => supplierExchange(context, db, { ref, call }),
    ask: intervene(querySupplierNow),
    cancelAtSupplier: intervene(cancelSupplierOrders),
    toDesk: intervene(moveToManualQueue),
    close: async ({ orderNo, reason }, call) => {
      const { memberId: operatorId } = memberOf(call);
      const key = await orderKeyByNo(db, orderNo);
      refuseOwnAccount(operatorId, key.ownerId);
      await cancelUnpaidByOperator(context, db, deps, { ...key, operatorId, reason });
      return { state: "CANCELLED" };
    },
    resend: async (input, call) => {
      const by = { operatorId: memberOf(call).memberId, key: call.key };
      const sent = await resendOrderMessages(context, db, { ...input, ...by });
      await wake(db);
      return { sent };
    },
    note: async (input, call) => {
      await noteOrder(context, db, { ...input, operatorId: memberOf(call).memberId });
      return {};
    },
    reroute: async (input, call) => {
      const { memberId: operatorId } = memberOf(call);
      const outNo = await rerouteOrder(context, db, { ...input, operatorId, key: call.key });
      await wake(db);
      return { outNo };
    },
    refundPreview: async ({ orderNo, items, refundNo }) => {
      const key = await orderKeyByNo(db, orderNo);
      const { takenBack, warnings, ...preview } = await previewRefund(context, db, {
        ...key,
        items,
        refundNo,
      });
      return { ...preview, takenBack: [...takenBack], warnings: [...warnings] };
    },
    refund: async ({ orderNo, ...wanted }, call) => {
      const key = await orderKeyByNo(db, orderNo);
      const { actor: operatorId, isProven } = operatorOf(context, call);
      const by = { operatorId, isProven, key: call.key };
      const opened = await refundByOperator(context, db, { ...key, ...wanted, ...by });
      await wake(db);
      return opened;
    },
    compensate: (input, call) => {
      const { actor: operatorId, isProven } = operatorOf(context, call);
      return compensateOrder(context, db, { ...input, operatorId, isProven, key: call.key });
    },
  };
}
