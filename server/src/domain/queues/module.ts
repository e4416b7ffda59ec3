/** What the module registers with the database: its tables. */
import {
  type DatabaseModule,
  referenceTable,
  valueTable,
} from "../../platform/database/layout-types.ts";

export const queuesModule: DatabaseModule = {
  tables: {
    operator_view: valueTable(["operator_id", "page", "name"], "change", {
      deleteReason: "an operator removes a saved view",
    }),
    operator_list: valueTable(["operator_id", "list"], "change"),
    alert_recipient: referenceTable(["kind"], "change", ["version"]),
    operator_presence: valueTable(["place", "operator_id"], "change", {
      deleteReason: "ends after a minute; ended rows are swept by later calls",
      crossNodeIndexes: { operator_presence_end: "the sweep of ended rows" },
    }),
  },
};
