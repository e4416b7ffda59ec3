/** What the module registers with the database: its tables. */
import {
  type DatabaseModule,
  memberTable,
  referenceTable,
} from "../../platform/database/layout-types.ts";

export const walletModule: DatabaseModule = {
  tables: {
    wallet_hold: memberTable(["id"], "change"),
    wallet_hold_lot: memberTable(["hold_id", "lot_id"], "change"),
    bonus_lot: memberTable(["id"], "change", {
      crossNodeIndexes: { bonus_lot_ends: "the job that posts what has ended" },
    }),
    topup_package: referenceTable(["package_id"], "change", ["amount_fen", "bonus_fen", "sort"]),
    topup: memberTable(["id"], "change", {
      crossNodeIndexes: { topup_credited_at: "the job that sums an hour of the reports" },
    }),
    topup_refund: memberTable(["id"], "change"),
  },
  withoutMemberFirst: { wallet_ids: "shapes what it is given" },
  atCoordinator: ["wallet_receive", "wallet_refund_open"],
};
