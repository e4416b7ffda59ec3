/** What the module registers with the database: its tables. */
import {
  type DatabaseModule,
  memberTable,
  referenceTable,
  valueTable,
} from "../../platform/database/layout-types.ts";

export const couponsModule: DatabaseModule = {
  tables: {
    coupon_template: referenceTable(["template_id"], "change", ["sort", "version"]),
    campaign_stock: valueTable(["template_id", "bucket"], "change"),
    campaign_spend: valueTable(["template_id", "bucket"], "change"),
    campaign_hold: valueTable(["template_id", "order_id", "coupon_id"], "change"),
    member_coupon: memberTable(["id"], "change", {
      crossNodeIndexes: {
        member_coupon_ends: "the job that reminds of coupons that expire",
        member_coupon_given: "an operator who reads what a campaign gave, by day and by member",
        member_coupon_used_at: "an operator who reads what of a campaign was used by day",
      },
    }),
    coupon_use: memberTable(["order_id", "coupon_id"], "change"),
    coupon_tally: memberTable(["template_id"], "change"),
    campaign_day: {
      placement: "local",
      key: ["day", "template_id"],
      may: "append",
      deleteReason: "a day is summed again as a whole",
    },
    campaign_day_mark: { placement: "local", key: ["name"], may: "change" },
  },
  securityDefiners: ["coupons_raise_limits", "coupons_spread"],
  withoutMemberFirst: {
    coupons_state: "compares the instants of one coupon",
    coupons_pack_contents: "computes what one issue of a campaign gives",
    coupons_raise_limits: "changes a campaign, which belongs to no member",
    coupons_spread: "changes a campaign, which belongs to no member",
  },
  atCoordinator: [
    "coupons_grant",
    "coupons_hold_budget",
    "coupons_lock",
    "coupons_release_budget",
    "coupons_return",
    "coupons_spend_budget",
    "coupons_take_stock",
    "coupons_unlock",
    "coupons_use",
  ],
};
