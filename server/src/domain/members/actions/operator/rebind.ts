/**
 * Another phone for a member who lost the old one: one operator proposes it after checking the
 * identity, another decides (decision 0080).
 */
import type { Context } from "../../../../platform/context.ts";
import type { Db, Tx } from "../../../../platform/database/pool.ts";
import { transaction } from "../../../../platform/database/transaction.ts";
import { invariant, Refusal } from "../../../../platform/refusal.ts";
import {
  decideApproval,
  type Decision,
  openApprovalsOf,
  propose,
  refuseOwnAccount,
} from "../../../approvals/actions.ts";
import type { Approval, ApprovalHandler } from "../../../approvals/model.ts";
import { maskPhone } from "../../model.ts";
import { findMemberByPhone } from "../../store.ts";
import { endMemberChallenges } from "../../store/challenges.ts";
import { changePhoneRow, currentPhone } from "../../store/identities.ts";
import { lockMember } from "../../store/operator.ts";
import { revokeSessions } from "../../store/sessions.ts";
import { recordChange } from "../change-phone.ts";
import { markReturningByPhone } from "../close.ts";
import { phoneFields } from "../login.ts";
import { type MemberAct, memberIdByNo } from "./account.ts";

export const REBIND = "member_rebind";

const sealPlace = (memberId: string): string => `approval:phone:${memberId}`;

/** A proposal that waits, or has expired within seven days. */
export type WaitingRebind = Pick<Approval, "id" | "maker" | "reason" | "expiresAt" | "state"> & {
  readonly phoneMask: string;
};

const maskOf = ({ payload }: Approval): string => String(payload["phoneMask"]);

/** Returns the proposal that waits for this member. */
export async function waitingRebind(
  context: Context,
  db: Db | Tx,
  memberId: string,
): Promise<WaitingRebind | undefined> {
  const open = await openApprovalsOf(context, db, { kind: REBIND, subject: memberId });
  const own = open.find(({ state }) => state === "waiting");
  return own && { ...own, phoneMask: maskOf(own) };
}

/**
 * Proposes another phone. Refuses NOT_FOUND, OWN_ACCOUNT, PHONE_NEEDED for a member without a
 * phone, PHONE_SAME, PHONE_TAKEN, and STATE_CHANGED while another proposal waits.
 */
export async function proposeRebind(
  context: Context,
  db: Db,
  { memberNo, operatorId, reason, phone }: MemberAct & { readonly phone: string },
): Promise<string> {
  const memberId = await memberIdByNo(db, memberNo);
  refuseOwnAccount(operatorId, memberId);
  const present = await currentPhone(db, memberId);
  if (!present) throw new Refusal("PHONE_NEEDED");
  const hash = context.secrets.mac("phone-lookup", phone);
  if (present.hash.equals(hash)) throw new Refusal("PHONE_SAME");
  if (await findMemberByPhone(db, hash)) throw new Refusal("PHONE_TAKEN");
  const sealed = context.secrets.seal(phone, sealPlace(memberId)).toString("base64");
  return transaction(db, async (tx) => {
    // One proposal at a time: two operators follow each other here.
    await lockMember(tx, memberId);
    if (await waitingRebind(context, tx, memberId)) throw new Refusal("STATE_CHANGED");
    return propose(context, tx, {
      kind: REBIND,
      subject: memberId,
      payload: { phoneMask: maskPhone(phone), phoneSealed: sealed },
      reason,
      maker: operatorId,
      beneficiary: memberId,
    });
  });
}

/** Gives the member the phone. Refuses PHONE_TAKEN, PHONE_SAME, STATE_CHANGED. */
async function rebind(context: Context, tx: Tx, approval: Approval): Promise<void> {
  const { subject: memberId, payload, checker } = approval;
  const sealed = payload["phoneSealed"];
  invariant(typeof sealed === "string" && checker, "a proposal has its phone and checker");
  const phone = context.secrets.open(Buffer.from(sealed, "base64"), sealPlace(memberId));
  const now = context.clock.sql();
  // Before the member's row is locked, in the same order as logins.
  await endMemberChallenges(tx, memberId, now);
  const fields = phoneFields(context, memberId, phone);
  const times = { everyMs: 0, coolMs: context.settings.phoneCoolMs, now };
  const answer = await changePhoneRow(tx, { memberId, phone: fields, ...times });
  if (answer.outcome === "taken") throw new Refusal("PHONE_TAKEN");
  if (answer.outcome === "same") throw new Refusal("PHONE_SAME");
  if (answer.outcome !== "changed") throw new Refusal("STATE_CHANGED");
  await markReturningByPhone(context, tx, { memberId, phone });
  await revokeSessions(tx, { memberId, sessionId: undefined, why: "phone rebound", now });
  const actor = { kind: "operator", id: checker } as const;
  await recordChange(context, tx, { memberId, phone, before: answer, actor });
}

export const rebindHandler: ApprovalHandler = { onApproved: rebind };

/**
 * Decides the proposal. Refuses NOT_FOUND, STATE_CHANGED, TWO_PERSONS, OWN_ACCOUNT,
 * APPROVAL_EXPIRED, and as `rebind`.
 */
export const decideRebind = (context: Context, db: Db, decision: Decision): Promise<void> =>
  decideApproval(context, db, { [REBIND]: rebindHandler }, decision);
