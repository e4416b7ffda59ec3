/** What the module registers with the database: its tables. */
import {
  type DatabaseModule,
  memberTable,
  referenceTable,
  valueTable,
} from "../../platform/database/layout-types.ts";

export const audiencesModule: DatabaseModule = {
  tables: {
    segment: referenceTable(["segment_id"], "change", ["version"]),
    message_template: referenceTable(["code"], "change", ["version"]),
    member_list: valueTable(["list_id"], "append", {
      deleteReason: "after 30 days",
      crossNodeIndexes: { member_list_newest: "operators: the lists of the last days" },
    }),
    member_list_entry: memberTable(["list_id"], "append", {
      deleteReason: "after 30 days",
      crossNodeIndexes: { member_list_entry_of_list: "the members of a list, copied into a send" },
    }),
    bulk_send: valueTable(["send_id"], "change", {
      crossNodeIndexes: { bulk_send_newest: "operators: the page of sends" },
    }),
    bulk_send_member: memberTable(["send_id"], "change", {
      crossNodeIndexes: {
        bulk_send_member_of_send: "the job that goes through a send, and its counts",
      },
    }),
  },
};
