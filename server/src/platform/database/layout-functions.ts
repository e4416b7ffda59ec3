/**
 * The views of the schema, and its exceptional functions: those with the owner's rights, and those
 * whose first parameter is not the member.
 */

/** Views over the tables; they add no rule of their own. */
export const views: readonly string[] = ["ledger_line"];

/**
 * The functions that run with the owner's rights: all entry points of the ledger, and the audit.
 */
export const securityDefiners: readonly string[] = [
  "ledger_post",
  "ledger_reverse",
  "ledger_hold",
  "ledger_confirm",
  "ledger_void",
  "ledger_lock_member",
  "ledger_freeze",
  "ledger_thaw",
  "audit_append",
  "audit_append_refusal",
  "audit_close_refusal_window",
];

/** Internal functions of the ledger, not for the application. */
export const internal: readonly string[] = [
  "ledger_lock",
  "ledger_release_hold",
  "ledger_write",
  "ledger_move",
];

/**
 * Functions whose first parameter is not the member, because they claim a row with another key
 * first (rule 6).
 */
export const withoutMemberFirst: Readonly<Record<string, string>> = {
  invitations_moves: "shapes what it is given",
  invitations_charge: "takes from the campaign's buckets",
  ledger_draw_lots: "shapes what it is given",
  platform_refuse: "raises what it is given",
  platform_inbox_insert: "claims the notification's key",
  catalog_stock_add: "adds to the SKU's buckets",
  catalog_stock_hold_sku: "takes from the SKU's buckets",
  catalog_stock_record_hold: "writes beside the SKU's bucket",
  catalog_stock_void_lapsed: "moves beside the SKU's buckets",
  catalog_stock_settle: "moves within the SKU's buckets",
  catalog_stock_hold: "takes from the SKUs' buckets",
  catalog_stock_confirm: "moves within the SKUs' buckets",
  catalog_stock_void: "moves within the SKUs' buckets",
  catalog_stock_return_undelivered: "gives back to the SKUs' buckets",
  catalog_stock_return: "gives back to the SKU's buckets",
  catalog_changed_sku: "reads definitions only",
  orders_refund_moves: "lists its input",
  approvals_expired: "compares two instants",
  orders_limits: "shapes what it is given",
  orders_refund_share: "divides what it is given",
  orders_ms: "shapes what it is given",
  exchange_open: "claims the code's row",
  exchange_redeem: "claims the code's row",
  exchange_place: "claims the code's row",
  exchange_inherit: "moves beside the code's row",
  exchange_open_use: "claims the code's row",
  exchange_uses_of: "reads beside the code's row",
  exchange_uses_left: "reads beside the code's row",
  exchange_use_free: "reads beside the code's row",
  exchange_use_session: "moves beside the code's row",
  exchange_use_count: "claims the code's row",
  exchange_use_leave: "claims the code's row",
  exchange_session: "finds the session by its token",
  exchange_gate: "reads counters and claims the proof",
  exchange_count_wrong: "counts by subject",
  fulfilment_card_take: "claims the rows of cards",
  partners_report: "claims the partner's row of the order",
  members_state_consume: "claims the state's row",
};
