/** Gives the coupons of a birthday to the members who entered it. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { shanghaiDay } from "../../../platform/shanghai.ts";
import { membersBornOn } from "../../members/actions.ts";
import { giveOn } from "./automatic.ts";

const DAY_MS = 86_400_000;
const PAGE = 500;
const LEAP_DAY = "02-29";

/** The birthdays of a day of Shanghai: its own, and the leap day on the last of a short February. */
function birthdaysOf(at: number): readonly string[] {
  const day = shanghaiDay(at).slice(5);
  const next = shanghaiDay(at + DAY_MS).slice(5);
  return day === "02-28" && next === "03-01" ? [day, LEAP_DAY] : [day];
}

async function giveOfDay(context: Context, db: Db, at: number): Promise<number> {
  const ref = shanghaiDay(at).slice(0, 4);
  const birthdays = birthdaysOf(at);
  let given = 0;
  let after: string | undefined;
  for (;;) {
    const page = await membersBornOn(db, { birthdays, after, limit: PAGE });
    for (const { memberId } of page)
      given += await giveOn(context, db, { memberId, on: "birthday", ref });
    after = page.at(-1)?.memberId;
    if (page.length < PAGE || after === undefined) return given;
  }
}

/**
 * Gives today's coupons, and yesterday's that an outage kept back; once a year for each member and
 * campaign. Returns how many were given.
 */
export async function giveBirthdayCoupons(context: Context, db: Db): Promise<number> {
  const now = context.clock.now().getTime();
  return (await giveOfDay(context, db, now - DAY_MS)) + (await giveOfDay(context, db, now));
}
