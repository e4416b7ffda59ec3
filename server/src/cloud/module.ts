/** What the cloud protocol registers with the database: its tables. */
import { type DatabaseModule, valueTable } from "../platform/database/layout-types.ts";

export const cloudModule: DatabaseModule = {
  tables: {
    cloud_once: valueTable(["once_key"], "change", {
      deleteReason: "ids that could not be used again",
      crossNodeIndexes: { cloud_once_age: "the pruner" },
    }),
  },
};
