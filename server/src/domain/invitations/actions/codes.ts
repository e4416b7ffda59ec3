/** A member's invitation code, and the clicks on links that contain it. */
import type { Context } from "../../../platform/context.ts";
import { incrementCounter } from "../../../platform/rate-limit.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { randomBelow } from "../../../platform/random.ts";
import { Defect, invariant } from "../../../platform/refusal.ts";
import type { InviteCodes } from "../../members/port.ts";
import { CODE_LENGTH, channelOf, makeCode, normalizeCode } from "../model.ts";
import {
  claimCode,
  codeOfMember,
  assignCode,
  ownerOfCode,
  upsertVisit,
  deleteOldVisits,
} from "../store/codes.ts";
import { hashOf } from "./signals.ts";

const HOUR_MS = 3_600_000;
const DRAWS_MAX = 20;

/**
 * Two concurrent first calls both draw a code: the first stored one is the member's code, the other
 * an alias.
 */
const newCode = (context: Context, db: Db, memberId: string): Promise<string> =>
  transaction(db, async (tx) => {
    for (let tried = 0; tried < DRAWS_MAX; tried++) {
      const code = makeCode((limit) => randomBelow(context.random, limit));
      if (!(await claimCode(tx, code, memberId))) continue;
      const isGiven = await assignCode(tx, { memberId, code, now: context.clock.sql() });
      const storedCode = isGiven ? code : await codeOfMember(tx, memberId);
      invariant(storedCode, "a member with an issued invite code has one");
      return storedCode;
    }
    throw new Defect("no free invite code was found in twenty draws");
  });

/** Returns a member's code, which never changes. Creates it at the first call. */
export const codeOf = async (context: Context, db: Db, memberId: string): Promise<string> =>
  (await codeOfMember(db, memberId)) ?? newCode(context, db, memberId);

/** Provides `inviteCode` to the members module. */
export const inviteCodes = (context: Context, db: Db): InviteCodes => ({
  codeOf: (memberId) => codeOf(context, db, memberId),
});

export type ClickInput = {
  readonly inviteCode: string;
  readonly from: string | undefined;
  readonly device: string;
  readonly address: string;
};

/**
 * Records a click. Returns its visit, the same for every repeat within the window; `undefined` when
 * the code is unknown, or when this address has clicked so often that no more of its clicks are
 * recorded.
 */
export async function recordClick(
  context: Context,
  db: Db,
  { inviteCode, from, device, address }: ClickInput,
): Promise<string | undefined> {
  const code = normalizeCode(inviteCode);
  if (code.length !== CODE_LENGTH) return undefined;
  const subject = `invite-visit:${address}`;
  const used = await incrementCounter(db, { subject, windowMs: HOUR_MS, now: context.clock.now() });
  if (used > context.settings.inviteVisitsPerAddressHour) return undefined;
  const ownerId = await ownerOfCode(db, code);
  if (!ownerId) return undefined;
  return upsertVisit(db, {
    code,
    ownerId,
    channel: channelOf(from),
    visitId: context.ids.next(),
    deviceHash: hashOf(context, "device", device),
    windowMs: context.settings.inviteClickMs,
    now: context.clock.sql(),
  });
}

/** Deletes clicks whose window is over. Returns how many. */
export const deleteOldClicks = (context: Context, db: Db): Promise<number> =>
  deleteOldVisits(db, new Date(context.clock.now().getTime() - context.settings.inviteClickMs));
