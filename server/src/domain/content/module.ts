/** What the module registers with the database: its table. */
import { type DatabaseModule, referenceTable } from "../../platform/database/layout-types.ts";

export const contentModule: DatabaseModule = {
  tables: { site_content: referenceTable(["name"], "change", ["version"]) },
};
