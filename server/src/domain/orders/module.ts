/** What the module registers with the database: its tables and its exceptional functions. */
import {
  type DatabaseModule,
  memberTable,
  valueTable,
} from "../../platform/database/layout-types.ts";

export const ordersModule: DatabaseModule = {
  tables: {
    orders: memberTable(["id"], "change", {
      crossNodeIndexes: {
        orders_pickup_over: "the job that confirms picked-up orders",
        orders_newest: "the operators' list of orders",
        orders_kind_newest: "the operators' list of orders of a kind",
        orders_display_newest: "the operators' list of orders in a state",
        orders_city_newest: "the operators' list of orders of a city",
        orders_paid_at: "the figures of an hour",
        orders_contact_last4: "the operators' search by four last digits",
        orders_unpaid_over: "the job that closes unpaid orders",
      },
    }),
    order_count_mark: memberTable([], "change"),
    order_count: memberTable(["kind", "source"], "change"),
    order_item: memberTable(["id"], "change", {
      crossNodeIndexes: { order_item_done: "the counter of the orders that brought a benefit" },
    }),
    pickup_code: memberTable(["order_id", "seq"], "append"),
    order_no_claim: valueTable(["order_no"], "append"),
    receipt: valueTable(["token_hash"], "change"),
    claimed_order: memberTable(["order_id"], "change"),
  },
  withoutMemberFirst: {
    orders_limits: "shapes what it is given",
    orders_refund_share: "divides what it is given",
    orders_ms: "shapes what it is given",
  },
  atCoordinator: [
    "orders_claim_no",
    "orders_close",
    "orders_gift",
    "orders_open",
    "orders_open_unpaid",
    "orders_paid",
    "orders_pay",
    "orders_place",
    "orders_place_meal",
    "orders_receive",
    "orders_receive_end",
    "orders_settle",
  ],
};
