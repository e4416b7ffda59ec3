/** What the module registers with the database: its tables and its exceptional functions. */
import {
  type DatabaseModule,
  memberTable,
  valueTable,
} from "../../platform/database/layout-types.ts";

export const membersModule: DatabaseModule = {
  tables: {
    identity_claim: valueTable(["identity_key"], "append", {
      deleteReason: "a WeChat that was unlinked",
    }),
    member_identity: memberTable(["appid"], "change", {
      deleteReason: "a WeChat that was unlinked",
    }),
    member: memberTable([], "change", {
      crossNodeIndexes: {
        member_newest: "the operators' list",
        member_status_newest: "the operators' list of restricted and closing members",
        member_birthday: "the job that gives the coupons of a birthday",
        member_phone_last4: "the operators' search by last four digits",
      },
    }),
    member_tag: memberTable(["tag"], "append", {
      deleteReason: "a tag that an operator took off",
      crossNodeIndexes: { member_tag_members: "the operators' list by tag" },
    }),
    member_note: memberTable(["id"], "append"),
    phone_claim: valueTable(["phone_hash"], "append", { deleteReason: "a phone that was changed" }),
    member_no_claim: valueTable(["member_no"], "append"),
    sms_challenge: valueTable(["phone_hash", "challenge_id"], "change", {
      deleteReason: "challenges that are over",
    }),
    member_session: memberTable(["session_id"], "change"),
    refresh_token: valueTable(["token_hash"], "change", {
      deleteReason: "tokens that have expired",
      crossNodeIndexes: {
        refresh_token_session: "revoking one session's family",
        refresh_token_age: "the pruner",
      },
    }),
    consent: memberTable(["kind", "version"], "append"),
    wechat_state: valueTable(["state_hash"], "append", {
      deleteReason: "states that are over",
      crossNodeIndexes: { wechat_state_age: "the pruner" },
    }),
    closed_identity: valueTable(["identity_mac"], "change", {
      deleteReason: "hashes whose retention is over",
      crossNodeIndexes: { closed_identity_age: "the pruner" },
    }),
  },
  withoutMemberFirst: {
    members_state_consume: "claims the state's row",
  },
  atCoordinator: [
    "members_close",
    "members_identity_claim",
    "members_identity_unlink",
    "members_mark_returning",
    "members_phone_bind",
    "members_phone_change",
  ],
};
