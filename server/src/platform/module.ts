/** What the platform registers with the database: its tables and its exceptional functions. */
import { type DatabaseModule, memberTable, valueTable } from "./database/layout-types.ts";

export const platformModule: DatabaseModule = {
  tables: {
    migration: { placement: "local", key: ["name"], may: "nothing" },
    job_lease: { placement: "local", key: ["name"], may: "change" },
    write_probe: {
      placement: "local",
      key: ["probe_id"],
      may: "append",
      deleteReason: "a probe of writes removes its row at once",
    },
    idem: memberTable(["route", "key"], "change", {
      deleteReason: "keys are kept for seven days, and a refusal leaves none",
      crossNodeIndexes: { idem_age: "the pruner" },
    }),
    event: memberTable(["id"], "append", {
      crossNodeIndexes: { event_age: "the archiver" },
    }),
    // Written by platform_archive_events only.
    event_archive: memberTable(["entity_id", "entity", "archive_id"], "read"),
    archive_file: {
      placement: "local",
      key: ["id"],
      may: "change",
    },
    outbox: memberTable(["id"], "change", {
      deleteReason: "done messages are swept",
      crossNodeIndexes: {
        outbox_due: "the dispatcher, by queue",
        outbox_lease: "the dispatcher, for leases that ended",
        outbox_done: "the sweeper",
        outbox_dead: "operators, messages that were given up",
      },
    }),
    inbox: valueTable(["event_key"], "change", {
      crossNodeIndexes: {
        inbox_newest: "the operators' list of notifications, newest first",
        inbox_supplier: "the operators' list of a supplier's callbacks",
        inbox_subject: "operators, the notifications of a number",
      },
    }),
    limit_counter: valueTable(["subject", "window_start"], "change", {
      deleteReason: "windows that are over",
      crossNodeIndexes: { limit_counter_age: "the pruner" },
    }),
    push_ticket: valueTable(["ticket_hash"], "change", {
      deleteReason: "tickets that are over",
      crossNodeIndexes: { push_ticket_age: "the pruner" },
    }),
    push_head: memberTable([], "change"),
    push_event: memberTable(["seq"], "append", {
      deleteReason: "events too old for any reconnection",
      crossNodeIndexes: { push_event_age: "the pruner" },
    }),
    alert: valueTable(["kind", "subject", "day"], "change", {
      crossNodeIndexes: {
        alert_newest: "operators, the latest first",
        alert_by_id: "an operator opens one alert",
        alert_open: "operators, alerts that wait",
        alert_unnotified: "the job that notifies of alerts",
      },
    }),
  },
  securityDefiners: ["platform_archive_events"],
  withoutMemberFirst: {
    platform_archive_events: "archives the history of many members",
    platform_refuse: "raises what it is given",
    platform_inbox_insert: "claims the notification's key",
  },
};
