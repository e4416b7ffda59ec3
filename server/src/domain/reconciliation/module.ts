/** What the module registers with the database: its tables. */
import { type DatabaseModule } from "../../platform/database/layout-types.ts";

export const reconciliationModule: DatabaseModule = {
  // They belong to the shop, not to a member; few rows, written by jobs and operators.
  tables: {
    recon_run: {
      placement: "local",
      key: ["id"],
      may: "change",
      deleteReason: "runs that found nothing, long ago",
    },
    recon_progress: {
      placement: "local",
      key: ["run_id", "check_name"],
      may: "change",
    },
    supplier_day: { placement: "local", key: ["day", "supplier_id"], may: "append" },
    supplier_slot: {
      placement: "local",
      key: ["slot", "supplier_id"],
      may: "append",
      deleteReason: "slots whose day is summed",
    },
    recon_case: { placement: "local", key: ["id"], may: "change" },
    recon_case_note: { placement: "local", key: ["case_id", "id"], may: "append" },
    bill_day: { placement: "local", key: ["source", "day"], may: "change" },
    bill_file: { placement: "local", key: ["source", "day", "file_id"], may: "change" },
    bill_row: { placement: "local", key: ["source", "day", "file_id", "row_no"], may: "append" },
    bill_difference: { placement: "local", key: ["source", "class", "subject"], may: "change" },
  },
};
