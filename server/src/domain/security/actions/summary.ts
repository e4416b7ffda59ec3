/** The state of a member's payment security, as the security page shows it. */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { invariant } from "../../../platform/refusal.ts";
import { nameOf } from "../../members/actions.ts";
import { readSecurity } from "../store.ts";

/** `freeFen`: the amount that one order may spend from the balance now without a proof. */
export async function securitySummary(
  { clock, settings }: Context,
  db: Db,
  memberId: string,
): Promise<Output<"security", "summary">> {
  const [who, row] = await Promise.all([
    nameOf(db, memberId),
    readSecurity(db, {
      memberId,
      now: clock.sql(),
      coolMs: settings.payPasswordCoolMs,
      freeFen: settings.balanceWithoutStepUpFen,
      dayFen: settings.balanceWithoutStepUpDayFen,
    }),
  ]);
  invariant(row, "a summary has one row");
  const { hasPassword, lockedUntil, coolingUntil, phoneCoolingUntil, freeFen } = row;
  return {
    phone: who?.phone ?? "",
    hasPayPassword: hasPassword,
    freeFen,
    ...(lockedUntil === null ? {} : { lockedUntil }),
    ...(coolingUntil === null ? {} : { coolingUntil }),
    ...(phoneCoolingUntil === null ? {} : { phoneCoolingUntil }),
  };
}
