/** Values and nulls of the SQL functions of the platform. */
import Type from "typebox";
import { type ModuleSchemas, oneOf } from "./schema.ts";

/** A JSON object that SQL stores as it is. */
const storedObject = Type.Record(Type.String(), Type.Unknown());
/** A JSON value that SQL stores and returns as it is. */
const storedValue = Type.Unknown();

export const platform = {
  platform_after_ms: { arguments: { at: { orNull: true } }, result: { orNull: true } },
  platform_archive_events: {},
  platform_idempotency_reserve: {
    columns: { outcome: oneOf("taken", "replay", "reused"), result: { orNull: storedValue } },
  },
  platform_idempotency_store: { arguments: { result: storedValue } },
  platform_outbox_insert: {
    arguments: { payload: storedObject, sealed: { orNull: true }, due: { orNull: true } },
  },
  platform_event_insert: {
    arguments: {
      change: { attributes: { fromState: { orNull: true }, toState: { orNull: true } } },
      by: {
        attributes: {
          kind: oneOf("member", "operator", "system", "channel", "supplier", "dealer"),
          id: { orNull: true },
          reason: { orNull: true },
          requestId: { orNull: true },
        },
      },
      data: { orNull: storedObject },
    },
  },
  platform_inbox_insert: { arguments: { body: storedObject } },
  platform_push_event_insert: { arguments: { data: storedObject } },
} satisfies ModuleSchemas;
