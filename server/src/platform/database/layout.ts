/** Where every table lies on one machine and on many, by which key, and what the application may do to it. */

/**
 * - `member`: with its member, `member_id` first in every key (growth.md, rule 1).
 * - `value`: by its own key: claims, stocks, counters, whatever is found by a value alone (rules 2 and 8).
 * - `reference`: a copy everywhere; definitions, rarely written, without counters.
 * - `local`: one place only; written by jobs and migrations.
 */
export type Placement = "member" | "value" | "reference" | "local";

export type TableLayout = {
  readonly placement: Placement;
  /** The primary key, in order. */
  readonly key: readonly string[];
  /** What the application may do: nothing, read, also insert, or also update the columns granted. */
  readonly may: "nothing" | "read" | "append" | "change";
  /** Why rows may be deleted. Without it they may not. */
  readonly deletes?: string;
  /** Indexes that do not begin with the key: each a walk over all machines, with who takes it. */
  readonly searches?: Readonly<Record<string, string>>;
  /** Numbers of a definition that people set; nothing counts in them. */
  readonly figures?: readonly string[];
};

const member = (
  rest: readonly string[],
  may: TableLayout["may"],
  more: Partial<TableLayout> = {},
): TableLayout => ({ placement: "member", key: ["member_id", ...rest], may, ...more });
const value = (
  key: readonly string[],
  may: TableLayout["may"],
  more: Partial<TableLayout> = {},
): TableLayout => ({ placement: "value", key, may, ...more });
const reference = (
  key: readonly string[],
  may: TableLayout["may"],
  figures: readonly string[] = [],
): TableLayout => ({ placement: "reference", key, may, figures });

export const layout: Readonly<Record<string, TableLayout>> = {
  // Platform
  migration: { placement: "local", key: ["name"], may: "nothing" },
  setting: reference(["name"], "read"),
  job_lease: { placement: "local", key: ["name"], may: "change" },
  idem: member(["route", "key"], "change", {
    deletes: "keys are kept for seven days, and a refusal leaves none",
    searches: { idem_age: "the pruner" },
  }),
  event: member(["id"], "append"),
  outbox: member(["id"], "change", {
    deletes: "done messages are swept",
    searches: {
      outbox_due: "the dispatcher, by lane",
      outbox_lease: "the dispatcher, for leases that ended",
      outbox_done: "the sweeper",
    },
  }),
  inbox: value(["event_key"], "change"),
  limit_counter: value(["subject", "window_start"], "change", {
    deletes: "windows that are over",
    searches: { limit_counter_age: "the pruner" },
  }),
  lost_page: value(["path", "day"], "change"),
  wechat_credential: value(["name"], "change"),

  // Ledger: the application writes none of it; its functions do (SECURITY DEFINER).
  ledger_account: member(["purpose", "asset"], "read"),
  ledger_txn: member(["id"], "read"),
  ledger_transfer: member(["txn_id", "seq"], "read", {
    searches: { ledger_transfer_day: "the roller and the trial balance" },
  }),
  ledger_hold: member(["id"], "read"),
  ledger_freeze: member(["asset"], "read"),
  ledger_rollup: { placement: "local", key: ["day", "purpose", "asset", "party"], may: "append" },
  points_lot: member(["id"], "change", {
    searches: {
      points_lot_begins: "the agent that ends a freeze",
      points_lot_ends: "the agent that books what has ended",
    },
  }),
  points_rule: reference(["rule_id", "version"], "append"),
  points_sign: member(["day"], "append"),
  points_hold: member(["id"], "change"),
  points_hold_lot: member(["hold_id", "lot_id"], "change"),
  wallet_hold: member(["id"], "change"),
  wallet_hold_lot: member(["hold_id", "lot_id"], "change"),
  bonus_lot: member(["id"], "change", {
    searches: { bonus_lot_ends: "the agent that books what has ended" },
  }),
  topup_package: reference(["package_id"], "change", ["amount_fen", "bonus_fen", "sort"]),
  topup: member(["id"], "change"),
  topup_refund: member(["id"], "change"),
  refund: member(["id"], "change", {
    searches: {
      refund_look: "the poller of refunds without a last word",
      refund_review: "the operators' queue",
      refund_done_at: "the comparison with a day's bill",
    },
  }),
  refund_item: member(["refund_id", "item_id"], "append"),
  refund_no: value(["refund_no"], "append"),

  // Members
  member: member([], "change"),
  phone_claim: value(["phone_hash"], "append"),
  member_no_claim: value(["member_no"], "append"),
  sms_challenge: value(["challenge_id"], "change", {
    deletes: "challenges that are over",
    searches: { sms_challenge_phone: "the resend limit of one phone" },
  }),
  member_session: member(["session_id"], "change"),
  refresh_token: value(["token_hash"], "change", {
    deletes: "tokens that have expired",
    searches: {
      refresh_token_session: "revoking one session's family",
      refresh_token_age: "the pruner",
    },
  }),
  consent: member(["kind", "version"], "append"),

  // Security
  pay_password: member([], "change"),
  step_up_proof: member(["proof_hash"], "change", {
    deletes: "proofs that are over",
    searches: { step_up_proof_age: "the pruner" },
  }),
  spend_permit: member(["ref"], "change"),

  // Levels
  level: reference(["grade"], "change", ["growth_from", "keep_days", "points_rate", "version"]),
  member_level: member([], "change", {
    searches: { member_level_ends: "the agent that notes whose level's time is over" },
  }),
  growth_entry: member(["seq"], "append"),
  level_record: member(["seq"], "append"),
  level_grant: member(["id"], "append"),

  // Audit: written by its function only.
  audit_line: member(["seq"], "read", {
    searches: { audit_line_newest: "the few who may read the audit" },
  }),
  audit_head: member([], "read"),

  // Approvals and the books: of the shop, not of a member; rows of people and of jobs, few and far between.
  approval: value(["id"], "change", {
    searches: {
      approval_waiting: "the checkers' queue",
      approval_newest: "operators, newest first",
      approval_subject: "what waits to be decided about one subject",
    },
  }),
  recon_run: { placement: "local", key: ["id"], may: "change" },
  recon_case: { placement: "local", key: ["id"], may: "change" },

  // Catalogue, stores and menus
  brand: reference(["code"], "change", ["sort"]),
  category: reference(["code"], "change", ["sort"]),
  benefit: reference(["benefit_id"], "change", [
    ...["per_order", "per_day", "per_month", "per_life", "grade_min", "shown_exchanged", "sort"],
  ]),
  fulfilment_contract: reference(["contract_id"], "append"),
  sku: reference(["sku_id"], "change", ["low_alert", "quantity_min", "quantity_max", "sort"]),
  sku_price: reference(["sku_id", "version"], "append"),
  sku_route: reference(["sku_id", "supplier_id"], "change", ["cost_fen", "priority"]),
  sku_stock: value(["sku_id", "bucket"], "change"),
  stock_hold: value(["sku_id", "hold_id", "bucket"], "change", {
    searches: { stock_hold_order: "an order's holds, when it is paid or closed" },
  }),
  purchase: member(["order_id", "benefit_id"], "change"),
  favourite: member(["benefit_id"], "change"),
  hot_word: reference(["word"], "change", ["sort"]),
  home_block: reference(["block_id"], "change", ["grade_min", "sort"]),
  store: reference(["store_id"], "change", ["lat", "lng", "lead_minutes"]),
  menu: reference(["brand_code"], "change"),
  menu_shown: value(["hash"], "change", {
    deletes: "menus nobody can still submit",
    searches: { menu_shown_age: "the pruner" },
  }),

  // Orders and fulfilment
  supplier: reference(["supplier_id"], "change"),
  supplier_order: member(["id"], "change", {
    searches: {
      supplier_order_look: "the poller of orders without an answer",
      supplier_order_done_at: "the comparison with a day's statement",
    },
  }),
  supplier_out_no: value(["out_no"], "append"),
  loss_case: member(["id"], "change", {
    searches: {
      loss_case_age: "operators, newest first",
      loss_case_open: "operators, those to settle",
    },
  }),
  supplier_health: value(["supplier_id", "slot", "lane"], "change", {
    deletes: "slots that are over",
  }),
  supplier_circuit: value(["supplier_id"], "change"),
  supplier_account: value(["supplier_id", "entry_id"], "append"),
  alert: value(["kind", "subject", "day"], "append"),
  card_stock: value(["product", "card_id"], "change"),
  card_take: value(["out_no"], "change"),
  orders: member(["id"], "change", {
    searches: {
      orders_pickup_over: "the agent that receives what was picked up",
      orders_unpaid_over: "the agent that closes what was not paid",
    },
  }),
  order_item: member(["id"], "change"),
  pickup_code: member(["order_id", "seq"], "append"),
  order_no_claim: value(["order_no"], "append"),
  receipt: value(["token_hash"], "change"),
  claimed_order: member(["order_id"], "change"),

  // Coupons and cards
  coupon_template: reference(["template_id"], "change"),
  campaign_stock: value(["template_id", "bucket"], "change"),
  campaign_spend: value(["template_id", "bucket"], "change"),
  campaign_hold: value(["template_id", "order_id", "coupon_id"], "change"),
  member_coupon: member(["id"], "change"),
  coupon_use: member(["order_id", "coupon_id"], "change"),
  coupon_tally: member(["template_id"], "change"),
  card: member(["id"], "change"),

  // Payments
  payment_attempt: member(["id"], "change", {
    searches: {
      payment_attempt_look: "the poller of open attempts",
      payment_attempt_paid_at: "the comparison with a day's bill",
    },
  }),
  payment_return: member(["id"], "change", {
    searches: {
      payment_return_look: "the poller of returns under way",
      payment_return_done_at: "the comparison with a day's bill",
    },
  }),
  trade_no: value(["out_trade_no"], "append"),
  channel_txn: value(["transaction_id"], "append"),
  payment_return_no: value(["refund_no"], "append"),
  identity_claim: value(["identity_key"], "append"),
  member_identity: member(["appid"], "append"),

  // Withdrawals
  withdrawal: member(["id"], "change", {
    searches: {
      withdrawal_look: "the poller of transfers under way",
      withdrawal_review: "operators, the oldest first",
      withdrawal_sent: "operators, transfers without an end",
    },
  }),
  withdrawal_no: value(["withdrawal_no"], "append"),
  withdrawal_bill: value(["out_bill_no"], "append"),
  withdrawal_payee: value(["payee_hash"], "append"),
  // Invitations
  invite_owner: member([], "append"),
  invite_code: value(["code"], "append"),
  invite_visit: value(["device_hash", "code"], "change", {
    deletes: "clicks whose window is over",
    searches: { invite_visit_age: "the pruner" },
  }),
  invite_campaign: reference(["campaign_id"], "change"),
  invite_rule: reference(["campaign_id", "version"], "append"),
  invite_budget: value(["campaign_id", "bucket"], "change"),
  invite_binding: member(["id"], "change", {
    searches: {
      invite_binding_newest: "operators, the newest first",
      invite_binding_inviter: "operators, all that one member brought",
      invite_binding_device: "the judge of fraud, by device",
      invite_binding_ip: "the judge of fraud, by address",
      invite_binding_payer: "the judge of fraud, by payer",
    },
  }),
  invite_friend: member(["binding_id"], "change"),
  invite_reward: member(["id"], "change", {
    searches: {
      invite_reward_due: "the agent that settles what was frozen",
      invite_reward_review: "operators, those that wait for a person",
    },
  }),

  // Bills: what the outside says of a day, written by their agent
  bill_day: { placement: "local", key: ["source", "day"], may: "change" },
  bill_file: { placement: "local", key: ["source", "day", "file_id"], may: "change" },
  bill_row: { placement: "local", key: ["source", "day", "file_id", "row_no"], may: "append" },
  bill_difference: { placement: "local", key: ["source", "class", "subject"], may: "change" },

  // Exchange codes
  code_batch: reference(["batch_id"], "change"),
  code: value(["code_mac"], "change", {
    searches: {
      code_support: "support, by batch and last four",
      code_batch_state: "the counts of one batch",
    },
  }),
  code_session: value(["session_hash"], "change", {
    searches: { code_session_code: "the session that holds a code" },
  }),
};
