/** Jumps and partners' orders as operators look them up. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { Db } from "../../../platform/database/pool.ts";
import { searchClicks, searchReports } from "../search-store.ts";

/** The newest hundred. */
export async function clicksOf(
  db: Db,
  asked: Input<"operatorPartners", "clicks">,
): Promise<Output<"operatorPartners", "clicks">["list"]> {
  const rows = await searchClicks(db, asked);
  return rows.map(({ regionCode, usedAt, ...click }) => ({
    ...click,
    ...(regionCode === null ? {} : { regionCode }),
    ...(usedAt === null ? {} : { usedAt }),
  }));
}

/** The hundred last heard of. */
export async function reportsOf(
  db: Db,
  asked: Input<"operatorPartners", "orders">,
): Promise<Output<"operatorPartners", "orders">["list"]> {
  const rows = await searchReports(db, asked);
  return rows.map(({ sid, memberId, linkId, ...report }) => ({
    ...report,
    ...(sid === null ? {} : { sid }),
    ...(memberId === null ? {} : { memberId }),
    ...(linkId === null ? {} : { linkId }),
  }));
}
