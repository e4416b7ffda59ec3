/** What the module registers with the database: the sums of the reports, and how far they are. */
import type { DatabaseModule } from "../../platform/database/layout-types.ts";

export const reportsModule: DatabaseModule = {
  tables: {
    report_sum: {
      placement: "local",
      key: ["grain", "at", "part", "key"],
      may: "append",
      deleteReason: "an hour is summed again as a whole",
    },
    report_mark: { placement: "local", key: ["name"], may: "change" },
    report_change: {
      placement: "local",
      key: ["hour"],
      may: "append",
      deleteReason: "the hour was summed again",
    },
  },
};
