/** The visitor of the shop: the member and grade of a call, or an anonymous visitor. */
import { memberLevelOf } from "../../levels/actions.ts";
import { FIRST_GRADE } from "../model.ts";
import type { Shop } from "../catalog-cache.ts";
import type { Visitor } from "./home.ts";

export async function visitorOf(
  { context, db }: Pick<Shop, "context" | "db">,
  memberId: string | undefined,
): Promise<Visitor> {
  if (memberId === undefined) return { memberId, grade: FIRST_GRADE };
  return { memberId, grade: (await memberLevelOf(context, db, memberId)).grade };
}
