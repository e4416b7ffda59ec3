/** Operators' searches over jumps and partners' orders. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { Db } from "../../../platform/database/pool.ts";
import { searchClicks, searchReports } from "../store/search.ts";

/** Returns the newest hundred. */
export async function clicksOf(
  db: Db,
  query: Input<"operatorPartners", "clicks">,
): Promise<Omit<Output<"operatorPartners", "clicks">["list"][number], "memberNo">[]> {
  const rows = await searchClicks(db, query);
  return rows.map(({ regionCode, usedAt, ...click }) => ({
    ...click,
    ...(regionCode === null ? {} : { regionCode }),
    ...(usedAt === null ? {} : { usedAt }),
  }));
}

/** Returns the hundred most recently updated. */
export async function reportsOf(
  db: Db,
  query: Input<"operatorPartners", "orders">,
): Promise<Output<"operatorPartners", "orders">["list"]> {
  const rows = await searchReports(db, query);
  return rows.map(({ sid, memberId, linkId, ...report }) => ({
    ...report,
    ...(sid === null ? {} : { sid }),
    ...(memberId === null ? {} : { memberId }),
    ...(linkId === null ? {} : { linkId }),
  }));
}
