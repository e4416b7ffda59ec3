/**
 * Runs before every test file: when the file removes its database, every event in it must be a
 * change of state that the lifecycles declare, and every state of a row must have its event.
 */
import {
  undeclaredEventsSql,
  unrecordedStatesSql,
} from "../../platform/database/lifecycle-events.ts";
import { checkBeforeDrop } from "../../platform/database/testing.ts";
import { lifecycles } from "./lifecycles.ts";

checkBeforeDrop(
  { sql: undeclaredEventsSql(lifecycles), isOfHistory: false },
  { sql: unrecordedStatesSql(lifecycles), isOfHistory: true },
);
