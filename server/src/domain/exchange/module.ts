/** What the module registers with the database: its tables and its exceptional functions. */
import {
  type DatabaseModule,
  memberTable,
  referenceTable,
  valueTable,
} from "../../platform/database/layout-types.ts";

export const exchangeModule: DatabaseModule = {
  tables: {
    code_batch: referenceTable(["batch_id"], "change", ["dealer_fen", "quota_fen"]),
    code: valueTable(["code_mac"], "change", {
      crossNodeIndexes: {
        code_support: "support, by batch and last four",
        code_last4: "the operators' search by last four",
        code_batch_serial: "one batch in order, and its counts",
        code_by_id: "the operators' page of one code",
      },
    }),
    code_count: valueTable(["batch_id", "entry_id", "state", "valid_until"], "change", {
      deleteReason: "entries that are added to the batch's own",
    }),
    code_use: valueTable(["code_mac", "n"], "change"),
    code_dealer: memberTable([], "change"),
    code_dealer_month: memberTable(["month"], "change"),
    code_dealer_payment: memberTable(["id"], "append"),
    code_dealer_reversal: memberTable(["payment_id"], "append"),
    code_session: valueTable(["session_hash"], "change", {
      crossNodeIndexes: {
        code_session_code: "the session that holds a code",
        code_session_holder: "the codes that a member opened, for operators",
      },
    }),
    code_attempt: valueTable(["code_mac", "id"], "append", {
      deleteReason: "attempts older than 90 days",
      crossNodeIndexes: { code_attempt_age: "the pruner" },
    }),
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
  },
  withoutMemberFirst: {
    exchange_open: "claims the code's row",
    exchange_redeem: "claims the code's row",
    exchange_place: "claims the code's row",
    exchange_inherit: "moves beside the code's row",
    exchange_open_use: "claims the code's row",
    exchange_uses_of: "reads beside the code's row",
    exchange_uses_left: "reads beside the code's row",
    exchange_use_free: "reads beside the code's row",
    exchange_use_session: "moves beside the code's row",
    exchange_count_change: "writes beside the code's row",
    exchange_use_count: "claims the code's row",
    exchange_use_leave: "claims the code's row",
    exchange_session: "finds the session by its token",
    exchange_gate: "reads counters and claims the proof",
    exchange_count_wrong: "counts by subject",
    exchange_record_attempt: "writes beside the code's row",
  },
  atCoordinator: [
    "exchange_give_back",
    "exchange_paid",
    "exchange_receive",
    "exchange_statement_fen",
    "exchange_take",
    "exchange_use_spend",
    "exchange_use_take",
  ],
};
