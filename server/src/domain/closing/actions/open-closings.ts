/** Lists the accounts that are to be closed, for operators. */
import type { Output } from "@yunjing/contract/operations";
import type { Db } from "../../../platform/database/pool.ts";
import { listOpenRequests } from "../store.ts";

const SHOWN_MAX = 200;

/** Returns at most 200, the earliest first, with the obstacles of the last check. */
export async function openClosings(db: Db): Promise<Output<"operatorTickets", "closings">> {
  const rows = await listOpenRequests(db, SHOWN_MAX);
  return {
    list: rows.map(({ id, state, obstacles, requestedAt, dueAt, memberNo, nickname }) => ({
      closingId: id,
      member: { memberNo, nickname },
      state: state === "WAITING" ? "waiting" : "cooling",
      requestedAt,
      dueAt,
      obstacles: [...obstacles],
    })),
  };
}
