/**
 * Runs before every test file: when the file removes its database, every event in it must be a
 * change of state that the lifecycles declare.
 */
import { undeclaredEventsSql } from "../../platform/database/lifecycle-events.ts";
import { checkBeforeDrop } from "../../platform/database/testing.ts";
import { lifecycles } from "./lifecycles.ts";

checkBeforeDrop(undeclaredEventsSql(lifecycles));
