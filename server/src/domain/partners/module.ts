/** What the module registers with the database: its tables and its exceptional functions. */
import {
  type DatabaseModule,
  memberTable,
  referenceTable,
  valueTable,
} from "../../platform/database/layout-types.ts";

export const partnersModule: DatabaseModule = {
  // Definitions, jumps and reports by their own numbers; the member's copy is stored with the member.
  tables: {
    partner: referenceTable(["partner_id"], "change"),
    partner_host: referenceTable(["partner_id", "scheme", "place"], "change"),
    partner_link: referenceTable(["link_id"], "change", ["version"]),
    partner_click: valueTable(["sid"], "change", {
      crossNodeIndexes: { partner_click_newest: "operators, newest first" },
    }),
    partner_report: valueTable(["partner_id", "partner_no"], "change", {
      crossNodeIndexes: {
        partner_report_newest: "operators, the latest report first",
        partner_report_sid: "operators, by the jump",
      },
    }),
    partner_count: { placement: "local", key: ["partner_id"], may: "change" },
    partner_order: memberTable(["id"], "change"),
    partner_pull: { placement: "local", key: ["partner_id"], may: "change" },
  },
  withoutMemberFirst: {
    partners_report: "claims the partner's row of the order",
  },
};
