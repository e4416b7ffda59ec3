/** Returns a running session again. */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { type Holder, requireRunningSession } from "./find-session.ts";
import { shownSession } from "./shown-session.ts";

/** Refuses SESSION_OVER. */
export const resumeSession = async (
  context: Context,
  db: Db,
  holder: Holder,
): Promise<Output<"exchange", "resume">> =>
  shownSession(context, db, await requireRunningSession(context, db, holder));
