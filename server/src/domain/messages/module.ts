/** What the module registers with the database: its tables. */
import {
  type DatabaseModule,
  memberTable,
  referenceTable,
} from "../../platform/database/layout-types.ts";

export const messagesModule: DatabaseModule = {
  tables: {
    message: memberTable(["id"], "change", { deleteReason: "of a closed account" }),
    message_send: memberTable(["message_id", "channel"], "change", {
      deleteReason: "of a closed account",
      crossNodeIndexes: {
        message_send_dead: "operators: messages that were not delivered",
        message_send_recent: "the channels' figures of the last days",
      },
    }),
    message_consent: memberTable(["channel", "subject"], "change", {
      deleteReason: "of a closed account",
    }),
    message_reminder: {
      placement: "local",
      key: ["day", "kind", "days_before"],
      may: "change",
      deleteReason: "days that are over",
    },
    announcement: referenceTable(["announcement_id"], "change"),
    announcement_mark: memberTable(["announcement_id"], "change", {
      deleteReason: "of a closed account",
    }),
  },
};
