/** Who looks at the shop: the member and grade behind a call, or somebody without a login. */
import type { Db } from "../../../platform/database/pool.ts";
import { standingOf } from "../../members/actions.ts";
import { FIRST_GRADE } from "../model.ts";
import type { Visitor } from "./home.ts";

export async function visitorOf(db: Db, memberId: string | undefined): Promise<Visitor> {
  if (memberId === undefined) return { memberId, grade: FIRST_GRADE };
  return { memberId, grade: (await standingOf(db, memberId)).grade };
}
