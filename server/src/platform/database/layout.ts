/** Where every table lies on one machine and on many, by which key, and what the application may do to it. */
import { member, reference, type TableLayout, value } from "./layout-kinds.ts";
import { moneyLayout } from "./layout-money.ts";

export const layout: Readonly<Record<string, TableLayout>> = {
  ...moneyLayout,

  // Platform
  migration: { placement: "local", key: ["name"], may: "nothing" },
  setting: reference(["name"], "read"),
  job_lease: { placement: "local", key: ["name"], may: "change" },
  write_probe: {
    placement: "local",
    key: ["probe_id"],
    may: "append",
    deletes: "a probe of writes removes its row at once",
  },
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
  push_ticket: value(["ticket_hash"], "change", {
    deletes: "tickets that are over",
    searches: { push_ticket_age: "the pruner" },
  }),
  cloud_once: value(["once_key"], "change", {
    deletes: "ids that could not be used again",
    searches: { cloud_once_age: "the pruner" },
  }),
  push_head: member([], "change"),
  push_event: member(["seq"], "append", {
    deletes: "events nobody comes back for any more",
    searches: { push_event_age: "the pruner" },
  }),
  lost_page: value(["path", "day"], "change"),
  wechat_credential: value(["name"], "change"),

  // Members
  member: member([], "change"),
  phone_claim: value(["phone_hash"], "append", { deletes: "a phone that was changed" }),
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
  wechat_state: value(["state_hash"], "append", {
    deletes: "states that are over",
    searches: { wechat_state_age: "the pruner" },
  }),

  // Security
  pay_password: member([], "change", { deletes: "of a closed account" }),
  step_up_proof: member(["proof_hash"], "change", {
    deletes: "proofs that are over",
    searches: { step_up_proof_age: "the pruner" },
  }),
  spend_permit: member(["ref"], "change"),

  // Files: an upload of a foreign client has no owner, so a file is found by its id alone.
  file: value(["file_id"], "change", {
    deletes: "tickets that are over, and files that nothing keeps",
    searches: { file_ends: "the sweeper" },
  }),

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
  audit_refusal: member([], "read"),
  audit_anchor: { placement: "local", key: ["number"], may: "append" },

  // Addresses and saved accounts
  address_book: member([], "change"),
  address: member(["id"], "change", { deletes: "of a closed account" }),
  account_shelf: member(["form_kind"], "change"),
  saved_account: member(["id"], "change", {
    deletes: "accounts a member forgets, and the oldest of a full shelf",
  }),

  // Catalogue, stores and menus
  brand: reference(["code"], "change", ["sort"]),
  category: reference(["code"], "change", ["sort"]),
  benefit: reference(["benefit_id"], "change", [
    "per_order",
    "per_day",
    "per_month",
    "per_life",
    "grade_min",
    "shown_exchanged",
    "sort",
  ]),
  benefit_exchanged: reference(["benefit_id", "day"], "change", ["orders"]),
  fulfilment_contract: reference(["contract_id"], "append"),
  sku: reference(["sku_id"], "change", ["low_alert", "quantity_min", "quantity_max", "sort"]),
  sku_price: reference(["sku_id", "version"], "append"),
  sku_route: reference(["sku_id", "supplier_id"], "change", ["cost_fen", "priority", "weight"]),
  sku_stock: value(["sku_id", "bucket"], "change"),
  stock_hold: value(["sku_id", "hold_id", "bucket"], "change", {
    searches: { stock_hold_order: "an order's holds, when it is paid or closed" },
  }),
  purchase: member(["order_id", "benefit_id"], "change"),
  favourite: member(["benefit_id"], "change", { deletes: "of a closed account" }),
  hot_word: reference(["word"], "change", ["sort"]),
  home_block: reference(["block_id"], "change", ["grade_min", "sort"]),
  store: reference(["store_id"], "change", ["lat", "lng", "lead_minutes"]),
  menu: reference(["brand_code"], "change"),
  menu_shown: value(["hash"], "change", {
    deletes: "menus nobody can still submit",
    searches: { menu_shown_age: "the pruner" },
  }),

  // Closing
  account_closing: member(["id"], "change", {
    searches: { account_closing_check: "the job that closes accounts whose time has come" },
  }),
  account_closing_step: member(["closing_id", "seq"], "append"),
  closed_identity: value(["identity_mac"], "change", {
    deletes: "hashes that are kept no longer",
    searches: { closed_identity_age: "the pruner" },
  }),

  // Merging
  member_merge: member([], "change", {
    searches: {
      member_merge_look: "the agent that carries over what came later",
      member_merge_newest: "operators, the newest first",
    },
  }),
  member_merge_step: member(["seq"], "append"),
  ledger_closed: member([], "append"),

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
  supplier_pace: value(["supplier_id"], "change"),
  supplier_account: value(["supplier_id", "entry_id"], "append"),
  alert: value(["kind", "subject", "day"], "append", {
    searches: { alert_newest: "operators, the latest first" },
  }),
  card_stock: value(["product", "card_id"], "change"),
  card_take: value(["out_no"], "change"),
  orders: member(["id"], "change", {
    searches: {
      orders_pickup_over: "the agent that receives what was picked up",
      orders_unpaid_over: "the agent that closes what was not paid",
    },
  }),
  order_item: member(["id"], "change", {
    searches: { order_item_done: "the counter of the orders that brought a benefit" },
  }),
  pickup_code: member(["order_id", "seq"], "append"),
  order_no_claim: value(["order_no"], "append"),
  receipt: value(["token_hash"], "change"),
  claimed_order: member(["order_id"], "change"),

  // Coupons and cards
  coupon_template: reference(["template_id"], "change"),
  campaign_stock: value(["template_id", "bucket"], "change"),
  campaign_spend: value(["template_id", "bucket"], "change"),
  campaign_hold: value(["template_id", "order_id", "coupon_id"], "change"),
  member_coupon: member(["id"], "change", {
    searches: { member_coupon_ends: "the agent that reminds of what ends" },
  }),
  coupon_use: member(["order_id", "coupon_id"], "change"),
  coupon_tally: member(["template_id"], "change"),
  card: member(["id"], "change"),

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
      invite_binding_account: "the judge of fraud, by the account of the first order",
    },
  }),
  invite_friend: member(["binding_id"], "change"),
  invite_reward: member(["id"], "change", {
    searches: {
      invite_reward_due: "the agent that settles what was frozen",
      invite_reward_review: "operators, those that wait for a person",
    },
  }),
  invite_appeal: member(["reward_id"], "change", {
    searches: { invite_appeal_waiting: "operators, those that wait for a person" },
  }),

  // Messages
  message: member(["id"], "change", { deletes: "of a closed account" }),
  message_send: member(["message_id", "channel"], "change", {
    deletes: "of a closed account",
    searches: {
      message_send_dead: "operators: what nobody was told",
      message_send_recent: "the channels' figures of the last days",
    },
  }),
  message_consent: member(["channel", "subject"], "change", { deletes: "of a closed account" }),
  announcement: reference(["announcement_id"], "change"),
  announcement_mark: member(["announcement_id"], "change", { deletes: "of a closed account" }),

  // Partners: definitions, jumps and reports by their own numbers, the member's copy with the member
  partner: reference(["partner_id"], "change"),
  partner_host: reference(["partner_id", "scheme", "place"], "change"),
  partner_link: reference(["link_id"], "change", ["version"]),
  partner_click: value(["sid"], "change", {
    searches: { partner_click_newest: "operators, newest first" },
  }),
  partner_report: value(["partner_id", "partner_no"], "change", {
    searches: {
      partner_report_newest: "operators, the latest heard of first",
      partner_report_sid: "operators, by the jump",
    },
  }),
  partner_order: member(["id"], "change"),
  partner_pull: { placement: "local", key: ["partner_id"], may: "change" },

  // Exchange codes
  code_batch: reference(["batch_id"], "change", ["dealer_fen", "quota_fen"]),
  code: value(["code_mac"], "change", {
    searches: {
      code_support: "support, by batch and last four",
      code_batch_serial: "one batch in order, and its counts",
    },
  }),
  code_use: value(["code_mac", "n"], "change"),
  code_dealer: member([], "change"),
  code_dealer_month: member(["month"], "change"),
  code_session: value(["session_hash"], "change", {
    searches: { code_session_code: "the session that holds a code" },
  }),

  // Guessing of codes
  code_wrong_rate: value(["bucket", "lane"], "change", { deletes: "buckets older than a week" }),
  code_friction: value(["name"], "change"),
  code_proof: value(["proof_hash"], "append", {
    deletes: "proofs that are over",
    searches: { code_proof_age: "the pruner" },
  }),
  canary_batch: reference(["batch_id"], "append"),
  code_canary: value(["code_mac"], "append"),
};
