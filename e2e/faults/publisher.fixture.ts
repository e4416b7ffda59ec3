/**
 * Publishes one event to a member (MEMBER_ID), and dies without warning between the commit and the
 * notification of other processes.
 */
import { systemClock } from "@yunjing/server/platform/clock";
import { openDatabase } from "@yunjing/server/platform/database/pool";
import { afterCommit, transaction } from "@yunjing/server/platform/database/transaction";
import { createLog } from "@yunjing/server/platform/log";
import { pushToMember } from "@yunjing/server/platform/push/event-log";

const { DATABASE_URL: url = "", MEMBER_ID: memberId = "" } = process.env;
const db = openDatabase({ url, log: createLog("error") });
await transaction(db, async (tx) => {
  afterCommit(tx, () => process.kill(process.pid, "SIGKILL"));
  await pushToMember({ clock: systemClock }, tx, memberId, { type: "order", orderId: "o1" });
});
