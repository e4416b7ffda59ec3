/** What the module registers with the database: its tables. */
import { type DatabaseModule, referenceTable } from "../../platform/database/layout-types.ts";

export const contentModule: DatabaseModule = {
  tables: {
    site_content: referenceTable(["name"], "change", ["version"]),
    content_draft: referenceTable(["name"], "change", ["version"]),
    content_version: referenceTable(["name", "version"], "change"),
  },
};
