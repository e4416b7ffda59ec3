/**
 * The layout of every table: where it is stored on one node and on many, by which key, and the
 * application's rights.
 */
import { memberTable, referenceTable, type TableLayout, valueTable } from "./layout-types.ts";
import { moneyLayout } from "./layout-money.ts";

export const layout: Readonly<Record<string, TableLayout>> = {
  ...moneyLayout,

  // Platform
  migration: { placement: "local", key: ["name"], may: "nothing" },
  setting: referenceTable(["name"], "read"),
  job_lease: { placement: "local", key: ["name"], may: "change" },
  write_probe: {
    placement: "local",
    key: ["probe_id"],
    may: "append",
    deleteReason: "a probe of writes removes its row at once",
  },
  idem: memberTable(["route", "key"], "change", {
    deleteReason: "keys are kept for seven days, and a refusal leaves none",
    crossNodeIndexes: { idem_age: "the pruner" },
  }),
  event: memberTable(["id"], "append"),
  outbox: memberTable(["id"], "change", {
    deleteReason: "done messages are swept",
    crossNodeIndexes: {
      outbox_due: "the dispatcher, by queue",
      outbox_lease: "the dispatcher, for leases that ended",
      outbox_done: "the sweeper",
    },
  }),
  inbox: valueTable(["event_key"], "change"),
  limit_counter: valueTable(["subject", "window_start"], "change", {
    deleteReason: "windows that are over",
    crossNodeIndexes: { limit_counter_age: "the pruner" },
  }),
  push_ticket: valueTable(["ticket_hash"], "change", {
    deleteReason: "tickets that are over",
    crossNodeIndexes: { push_ticket_age: "the pruner" },
  }),
  cloud_once: valueTable(["once_key"], "change", {
    deleteReason: "ids that could not be used again",
    crossNodeIndexes: { cloud_once_age: "the pruner" },
  }),
  push_head: memberTable([], "change"),
  push_event: memberTable(["seq"], "append", {
    deleteReason: "events too old for any reconnection",
    crossNodeIndexes: { push_event_age: "the pruner" },
  }),
  lost_page: valueTable(["path", "day"], "change"),
  wechat_credential: valueTable(["name"], "change"),

  // Members
  member: memberTable([], "change"),
  phone_claim: valueTable(["phone_hash"], "append", { deleteReason: "a phone that was changed" }),
  member_no_claim: valueTable(["member_no"], "append"),
  sms_challenge: valueTable(["challenge_id"], "change", {
    deleteReason: "challenges that are over",
    crossNodeIndexes: { sms_challenge_phone: "the resend limit of one phone" },
  }),
  member_session: memberTable(["session_id"], "change"),
  refresh_token: valueTable(["token_hash"], "change", {
    deleteReason: "tokens that have expired",
    crossNodeIndexes: {
      refresh_token_session: "revoking one session's family",
      refresh_token_age: "the pruner",
    },
  }),
  consent: memberTable(["kind", "version"], "append"),
  wechat_state: valueTable(["state_hash"], "append", {
    deleteReason: "states that are over",
    crossNodeIndexes: { wechat_state_age: "the pruner" },
  }),

  // Security
  pay_password: memberTable([], "change", { deleteReason: "of a closed account" }),
  step_up_proof: memberTable(["proof_hash"], "change", {
    deleteReason: "proofs that are over",
    crossNodeIndexes: { step_up_proof_age: "the pruner" },
  }),
  spend_permit: memberTable(["ref"], "change"),

  // Files: an upload of a foreign client has no owner, so a file is found by its id alone.
  file: valueTable(["file_id"], "change", {
    deleteReason: "tickets that are over, and files that nothing refers to",
    crossNodeIndexes: { file_ends: "the sweeper" },
  }),

  // Levels
  level: referenceTable(["grade"], "change", [
    "growth_from",
    "keep_days",
    "points_rate",
    "version",
  ]),
  member_level: memberTable([], "change", {
    crossNodeIndexes: { member_level_ends: "the job that ends levels whose time is over" },
  }),
  growth_entry: memberTable(["seq"], "append"),
  level_record: memberTable(["seq"], "append"),
  level_grant: memberTable(["id"], "append"),

  // Audit: written by its functions only.
  audit_line: memberTable(["seq"], "read", {
    crossNodeIndexes: { audit_line_newest: "the few who may read the audit" },
  }),
  audit_head: memberTable([], "read"),
  audit_refusal: memberTable([], "read"),
  audit_anchor: { placement: "local", key: ["number"], may: "append" },

  // Addresses and saved accounts
  address_book: memberTable([], "change"),
  address: memberTable(["id"], "change", { deleteReason: "of a closed account" }),
  account_shelf: memberTable(["form_kind"], "change"),
  saved_account: memberTable(["id"], "change", {
    deleteReason: "accounts a member deletes, and the oldest beyond the limit",
  }),

  // Catalogue, stores and menus
  brand: referenceTable(["code"], "change", ["sort"]),
  category: referenceTable(["code"], "change", ["sort"]),
  benefit: referenceTable(["benefit_id"], "change", [
    "per_order",
    "per_day",
    "per_month",
    "per_life",
    "grade_min",
    "shown_exchanged",
    "sort",
  ]),
  benefit_exchanged: referenceTable(["benefit_id", "day"], "change", ["orders"]),
  fulfilment_contract: referenceTable(["contract_id"], "append"),
  sku: referenceTable(["sku_id"], "change", ["low_alert", "quantity_min", "quantity_max", "sort"]),
  sku_price: referenceTable(["sku_id", "version"], "append"),
  sku_route: referenceTable(["sku_id", "supplier_id"], "change", [
    "cost_fen",
    "priority",
    "weight",
  ]),
  sku_stock: valueTable(["sku_id", "bucket"], "change"),
  stock_hold: valueTable(["sku_id", "hold_id", "bucket"], "change", {
    crossNodeIndexes: { stock_hold_order: "an order's holds, when it is paid or closed" },
  }),
  purchase: memberTable(["order_id", "benefit_id"], "change"),
  favourite: memberTable(["benefit_id"], "change", { deleteReason: "of a closed account" }),
  hot_word: referenceTable(["word"], "change", ["sort"]),
  home_block: referenceTable(["block_id"], "change", ["grade_min", "sort"]),
  store: referenceTable(["store_id"], "change", ["lat", "lng", "lead_minutes"]),
  menu: referenceTable(["brand_code"], "change"),
  menu_shown: valueTable(["hash"], "change", {
    deleteReason: "menus that can no longer be submitted",
    crossNodeIndexes: { menu_shown_age: "the pruner" },
  }),

  // Closing
  account_closing: memberTable(["id"], "change", {
    crossNodeIndexes: { account_closing_check: "the job that closes accounts whose time has come" },
  }),
  account_closing_step: memberTable(["closing_id", "seq"], "append"),
  closed_identity: valueTable(["identity_mac"], "change", {
    deleteReason: "hashes whose retention is over",
    crossNodeIndexes: { closed_identity_age: "the pruner" },
  }),

  // Merging
  member_merge: memberTable([], "change", {
    crossNodeIndexes: {
      member_merge_look: "the job that merges later records",
      member_merge_newest: "operators, the newest first",
    },
  }),
  member_merge_step: memberTable(["seq"], "append"),
  ledger_closed: memberTable([], "append"),

  // Orders and fulfilment
  supplier: referenceTable(["supplier_id"], "change"),
  supplier_order: memberTable(["id"], "change", {
    crossNodeIndexes: {
      supplier_order_look: "the poller of orders without an answer",
      supplier_order_done_at: "the comparison with a day's statement",
    },
  }),
  supplier_out_no: valueTable(["out_no"], "append"),
  loss_case: memberTable(["id"], "change", {
    crossNodeIndexes: {
      loss_case_age: "operators, newest first",
      loss_case_open: "operators, those to settle",
    },
  }),
  supplier_health: valueTable(["supplier_id", "slot", "lane"], "change", {
    deleteReason: "slots that are over",
  }),
  supplier_circuit: valueTable(["supplier_id"], "change"),
  supplier_pace: valueTable(["supplier_id"], "change"),
  supplier_account: valueTable(["supplier_id", "entry_id"], "append"),
  alert: valueTable(["kind", "subject", "day"], "append", {
    crossNodeIndexes: { alert_newest: "operators, the latest first" },
  }),
  card_stock: valueTable(["product", "card_id"], "change"),
  card_take: valueTable(["out_no"], "change"),
  orders: memberTable(["id"], "change", {
    crossNodeIndexes: {
      orders_pickup_over: "the job that confirms picked-up orders",
      orders_unpaid_over: "the job that closes unpaid orders",
    },
  }),
  order_item: memberTable(["id"], "change", {
    crossNodeIndexes: { order_item_done: "the counter of the orders that brought a benefit" },
  }),
  pickup_code: memberTable(["order_id", "seq"], "append"),
  order_no_claim: valueTable(["order_no"], "append"),
  receipt: valueTable(["token_hash"], "change"),
  claimed_order: memberTable(["order_id"], "change"),

  // Coupons and cards
  coupon_template: referenceTable(["template_id"], "change"),
  campaign_stock: valueTable(["template_id", "bucket"], "change"),
  campaign_spend: valueTable(["template_id", "bucket"], "change"),
  campaign_hold: valueTable(["template_id", "order_id", "coupon_id"], "change"),
  member_coupon: memberTable(["id"], "change", {
    crossNodeIndexes: { member_coupon_ends: "the job that reminds of coupons that expire" },
  }),
  coupon_use: memberTable(["order_id", "coupon_id"], "change"),
  coupon_tally: memberTable(["template_id"], "change"),
  card: memberTable(["id"], "change"),

  // Invitations
  invite_owner: memberTable([], "append"),
  invite_code: valueTable(["code"], "append"),
  invite_visit: valueTable(["device_hash", "code"], "change", {
    deleteReason: "clicks whose window is over",
    crossNodeIndexes: { invite_visit_age: "the pruner" },
  }),
  invite_campaign: referenceTable(["campaign_id"], "change"),
  invite_rule: referenceTable(["campaign_id", "version"], "append"),
  invite_budget: valueTable(["campaign_id", "bucket"], "change"),
  invite_binding: memberTable(["id"], "change", {
    crossNodeIndexes: {
      invite_binding_newest: "operators, the newest first",
      invite_binding_inviter: "operators, all that one member brought",
      invite_binding_device: "the risk check, by device",
      invite_binding_ip: "the risk check, by address",
      invite_binding_payer: "the risk check, by payer",
      invite_binding_account: "the risk check, by the account of the first order",
    },
  }),
  invite_friend: memberTable(["binding_id"], "change"),
  invite_reward: memberTable(["id"], "change", {
    crossNodeIndexes: {
      invite_reward_due: "the job that settles frozen rewards",
      invite_reward_review: "operators, those that wait for a decision",
    },
  }),
  invite_appeal: memberTable(["reward_id"], "change", {
    crossNodeIndexes: { invite_appeal_waiting: "operators, those that wait for a decision" },
  }),

  // Messages
  message: memberTable(["id"], "change", { deleteReason: "of a closed account" }),
  message_send: memberTable(["message_id", "channel"], "change", {
    deleteReason: "of a closed account",
    crossNodeIndexes: {
      message_send_dead: "operators: messages that were not delivered",
      message_send_recent: "the channels' figures of the last days",
    },
  }),
  message_consent: memberTable(["channel", "subject"], "change", {
    deleteReason: "of a closed account",
  }),
  announcement: referenceTable(["announcement_id"], "change"),
  announcement_mark: memberTable(["announcement_id"], "change", {
    deleteReason: "of a closed account",
  }),

  // Partners: definitions, jumps and reports by their own numbers; the member's copy is stored with
  // the member
  partner: referenceTable(["partner_id"], "change"),
  partner_host: referenceTable(["partner_id", "scheme", "place"], "change"),
  partner_link: referenceTable(["link_id"], "change", ["version"]),
  partner_click: valueTable(["sid"], "change", {
    crossNodeIndexes: { partner_click_newest: "operators, newest first" },
  }),
  partner_report: valueTable(["partner_id", "partner_no"], "change", {
    crossNodeIndexes: {
      partner_report_newest: "operators, the latest report first",
      partner_report_sid: "operators, by the jump",
    },
  }),
  partner_order: memberTable(["id"], "change"),
  partner_pull: { placement: "local", key: ["partner_id"], may: "change" },

  // Exchange codes
  code_batch: referenceTable(["batch_id"], "change", ["dealer_fen", "quota_fen"]),
  code: valueTable(["code_mac"], "change", {
    crossNodeIndexes: {
      code_support: "support, by batch and last four",
      code_batch_serial: "one batch in order, and its counts",
    },
  }),
  code_use: valueTable(["code_mac", "n"], "change"),
  code_dealer: memberTable([], "change"),
  code_dealer_month: memberTable(["month"], "change"),
  code_session: valueTable(["session_hash"], "change", {
    crossNodeIndexes: { code_session_code: "the session that holds a code" },
  }),

  // Guessing of codes
  code_wrong_rate: valueTable(["bucket", "lane"], "change", {
    deleteReason: "buckets older than a week",
  }),
  code_friction: valueTable(["name"], "change"),
  code_proof: valueTable(["proof_hash"], "append", {
    deleteReason: "proofs that are over",
    crossNodeIndexes: { code_proof_age: "the pruner" },
  }),
  canary_batch: referenceTable(["batch_id"], "append"),
  code_canary: valueTable(["code_mac"], "append"),
};
