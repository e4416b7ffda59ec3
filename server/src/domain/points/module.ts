/** What the module registers with the database: its tables. */
import {
  type DatabaseModule,
  memberTable,
  referenceTable,
} from "../../platform/database/layout-types.ts";

export const pointsModule: DatabaseModule = {
  tables: {
    points_lot: memberTable(["id"], "change", {
      crossNodeIndexes: {
        points_lot_begins: "the job that ends a freeze",
        points_lot_ends: "the job that posts what has ended",
      },
    }),
    points_sum: memberTable(["ends_at"], "change"),
    points_rule: referenceTable(["rule_id", "version"], "append"),
    points_sign: memberTable(["day"], "append"),
    points_hold: memberTable(["id"], "change"),
    points_hold_lot: memberTable(["hold_id", "lot_id"], "change"),
  },
};
