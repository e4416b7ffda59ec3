/** Returns a member's own phone in plain text, for code that must send to it. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { findPhone, findPhonesByNo } from "../store.ts";

/** The result must never leave the server. Refuses PHONE_NEEDED when the member has no phone. */
export async function ownPhone(context: Context, db: Db, memberId: string): Promise<string> {
  const sealed = await findPhone(db, memberId);
  if (!sealed) throw new Refusal("PHONE_NEEDED");
  return context.secrets.open(sealed, `member:phone:${memberId}`);
}

/**
 * The same, for comparisons only; undefined when there is none. The result must never leave the
 * server.
 */
export async function phoneOf(
  context: Context,
  db: Db | Tx,
  memberId: string,
): Promise<string | undefined> {
  const sealed = await findPhone(db, memberId);
  return sealed && context.secrets.open(sealed, `member:phone:${memberId}`);
}

/**
 * Returns the phones of these members by number, for an export that two persons agreed to; members
 * without a phone are left out.
 */
export async function phonesByMemberNo(
  { secrets }: Context,
  db: Db,
  memberNos: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await findPhonesByNo(db, memberNos);
  return new Map(
    found.map(({ memberId, memberNo, sealed }) => [
      memberNo,
      secrets.open(sealed, `member:phone:${memberId}`),
    ]),
  );
}
