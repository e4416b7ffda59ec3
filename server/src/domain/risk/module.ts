/** What the module registers with the database: its tables and its exceptional functions. */
import {
  type DatabaseModule,
  referenceTable,
  valueTable,
} from "../../platform/database/layout-types.ts";

export const riskModule: DatabaseModule = {
  tables: {
    risk_rule: referenceTable(["code"], "change", ["version"]),
    risk_entry: referenceTable(["entry_id"], "change"),
    risk_counter: valueTable(["subject", "rule"], "change", {
      deleteReason: "windows that are over",
      crossNodeIndexes: { risk_counter_age: "the pruner" },
    }),
    risk_case: valueTable(["subject", "id"], "change", {
      crossNodeIndexes: {
        risk_case_by_id: "operators: one case",
        risk_case_newest: "operators: cases, the latest hit first",
      },
    }),
    risk_hit: valueTable(["subject", "id"], "append", {
      deleteReason: "hits older than 90 days",
      crossNodeIndexes: {
        risk_hit_newest: "operators: the figures of a rule; and the pruner",
        risk_hit_of_case: "operators: the hits of one case",
      },
    }),
    risk_day: {
      placement: "local",
      key: ["day", "rule"],
      may: "change",
      deleteReason: "days without a hit that is kept",
    },
    risk_subject_day: {
      placement: "local",
      key: ["subject", "rule"],
      may: "change",
      deleteReason: "subjects without a hit that is kept",
    },
    risk_day_mark: { placement: "local", key: ["name"], may: "change" },
  },
  atCoordinator: ["risk_judge", "risk_judge_or_refuse", "risk_record"],
};
