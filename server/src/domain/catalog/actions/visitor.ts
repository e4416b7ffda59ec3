/** Who looks at the shop: the member and grade behind a call, or somebody without a login. */
import type { Db } from "../../../platform/database/pool.ts";
import { gradeOf } from "../../members/actions.ts";
import { FIRST_GRADE } from "../model.ts";
import type { Visitor } from "./home.ts";

export async function visitorOf(db: Db, memberId: string | undefined): Promise<Visitor> {
  return { memberId, grade: memberId === undefined ? FIRST_GRADE : await gradeOf(db, memberId) };
}
