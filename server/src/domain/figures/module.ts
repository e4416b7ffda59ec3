/** What the module registers with the database: the sums of each hour, and how far they are. */
import type { DatabaseModule } from "../../platform/database/layout-types.ts";

export const figuresModule: DatabaseModule = {
  tables: {
    stat_hour: {
      placement: "local",
      key: ["at_hour", "hour", "measure", "dimension", "key"],
      may: "append",
      deleteReason: "an hour is summed again as a whole",
    },
    stat_progress: { placement: "local", key: ["name"], may: "change" },
  },
};
