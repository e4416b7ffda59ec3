/** What the module registers with the database: its tables. */
import {
  type DatabaseModule,
  memberTable,
  referenceTable,
} from "../../platform/database/layout-types.ts";

export const ticketsModule: DatabaseModule = {
  tables: {
    ticket: memberTable(["id"], "change", {
      crossNodeIndexes: {
        ticket_id: "operators: one ticket",
        ticket_waiting: "operators: tickets that wait, by deadline",
        ticket_newest: "operators: all tickets, the latest change first",
        ticket_assigned: "operators: their own tickets",
        ticket_of_role: "operators: tickets handed to a role, for the badge",
      },
    }),
    ticket_entry: memberTable(["ticket_id", "seq"], "change"),
    ticket_answer: referenceTable(["answer_id"], "change", ["version"]),
  },
};
