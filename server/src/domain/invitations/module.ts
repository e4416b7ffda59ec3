/** What the module registers with the database: its tables and its exceptional functions. */
import {
  type DatabaseModule,
  memberTable,
  referenceTable,
  valueTable,
} from "../../platform/database/layout-types.ts";

export const invitationsModule: DatabaseModule = {
  tables: {
    invite_owner: memberTable([], "append"),
    invite_code: valueTable(["code"], "append"),
    invite_visit: valueTable(["device_hash", "code"], "change", {
      deleteReason: "clicks whose window is over",
      crossNodeIndexes: { invite_visit_age: "the pruner" },
    }),
    invite_campaign: referenceTable(["campaign_id"], "change"),
    invite_rule: referenceTable(["campaign_id", "version"], "append"),
    invite_count: valueTable(["campaign_id", "entry_id"], "change", {
      deleteReason: "entries that are added to the campaign's own",
    }),
    invite_budget: valueTable(["campaign_id", "bucket"], "change"),
    invite_binding: memberTable(["id"], "change", {
      crossNodeIndexes: {
        invite_binding_page: "operators, the newest first",
        invite_binding_inviter: "operators, all that one member brought",
        invite_binding_device: "the risk check, by device",
        invite_binding_ip: "the risk check, by address",
        invite_binding_payer: "the risk check, by payer",
        invite_binding_account: "the risk check, by the account of the first order",
      },
    }),
    invite_friend: memberTable(["binding_id"], "change"),
    invite_reward: memberTable(["id"], "change", {
      crossNodeIndexes: {
        invite_reward_due: "the job that settles frozen rewards",
        invite_reward_review: "operators, those that wait for a decision",
      },
    }),
    invite_appeal: memberTable(["reward_id"], "change", {
      crossNodeIndexes: { invite_appeal_waiting: "operators, those that wait for a decision" },
    }),
  },
  withoutMemberFirst: {
    invitations_moves: "shapes what it is given",
    invitations_charge: "takes from the campaign's buckets",
  },
  atCoordinator: [
    "invitations_count_reward",
    "invitations_cut",
    "invitations_deny",
    "invitations_grant",
    "invitations_reward",
    "invitations_risk_facts",
    "invitations_settle",
  ],
};
