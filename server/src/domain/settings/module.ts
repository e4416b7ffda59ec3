/** What the module registers with the database: changes of settings, kill switches, the notice. */
import { type DatabaseModule, referenceTable } from "../../platform/database/layout-types.ts";

export const settingsModule: DatabaseModule = {
  tables: {
    setting: referenceTable(["name"], "change", ["version"]),
    setting_version: referenceTable(["name", "version"], "append"),
    kill_switch: referenceTable(["name"], "change", ["version"]),
    maintenance_notice: referenceTable(["place"], "change", ["version"]),
  },
};
