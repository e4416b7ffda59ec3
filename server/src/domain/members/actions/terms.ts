/** What a member has to accept, and the record of each acceptance. */
import {
  acceptedTogether,
  type AgreementVersions,
  termsVersionOf,
  versionsNamed,
} from "@yunjing/contract/agreements";
import type { AskedTerms, TermsOf } from "@yunjing/contract/schemas/agreements";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { Refusal } from "../../../platform/refusal.ts";
import type { TermsReader } from "../port.ts";
import { type Consent, readConsents, recordTerms, recordTopUpTerms } from "../store.ts";
import { refuseMerged } from "./active-member.ts";

type Terms = { readonly current: AgreementVersions; readonly required: AgreementVersions };

/** An acceptance counts from the required version to the one in force; other names never counted. */
function askedOf(
  of: TermsOf,
  { current, required }: Terms,
  consents: readonly Consent[],
): AskedTerms {
  const accepted = consents.filter((consent) => consent.of === of);
  const kinds = acceptedTogether[of].filter(
    (kind) =>
      !accepted.some(({ termsVersion }) => {
        const version = versionsNamed(of, termsVersion).get(kind);
        return version !== undefined && version >= required[kind] && version <= current[kind];
      }),
  );
  return { termsVersion: termsVersionOf(of, current), isNeeded: kinds.length > 0, kinds };
}

/** Returns the agreements in force and which of them the member has to accept. */
export async function askedTerms(
  db: Db,
  terms: TermsReader,
  memberId: string,
): Promise<{ login: AskedTerms; topup: AskedTerms }> {
  const [inForce, consents] = await Promise.all([terms.termsInForce(), readConsents(db, memberId)]);
  return {
    login: askedOf("login", inForce, consents),
    topup: askedOf("topup", inForce, consents),
  };
}

/**
 * Stores which member accepted which version and when; the first acceptance of a version is kept.
 * Refuses TERMS_CHANGED for a version that is not in force (a member cannot accept a text that was
 * not shown), and ACCOUNT_MERGED.
 */
export async function acceptTerms(
  context: Context,
  db: Db,
  terms: TermsReader,
  accepted: { readonly memberId: string; readonly of: TermsOf; readonly version: string },
): Promise<{ termsVersion: string; termsAcceptedAt: number }> {
  const { memberId, of, version } = accepted;
  const termsCurrent = termsVersionOf(of, (await terms.termsInForce()).current);
  if (version !== termsCurrent) throw new Refusal("TERMS_CHANGED", { termsCurrent });
  const at = await transaction(db, async (tx) => {
    await refuseMerged(tx, memberId);
    const record = of === "login" ? recordTerms : recordTopUpTerms;
    return record(tx, { memberId, version, now: context.clock.sql() });
  });
  return { termsVersion: version, termsAcceptedAt: at.getTime() };
}
