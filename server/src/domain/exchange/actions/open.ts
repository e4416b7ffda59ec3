/** Opens a session on an exchange code, or finds the caller's own running session. */
import { parseCode } from "@yunjing/contract/exchange-code";
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { hashToken } from "../../../platform/secrets.ts";
import { guessLimitsOf } from "../guessing/guard.ts";
import { proofOfWorkGate } from "../guessing/proof.ts";
import type { RiskGuard } from "../../risk/port.ts";
import { codeMac, sessionTokenOf } from "../model.ts";
import type { GuessCaller, Proof, ProofGate } from "../port.ts";
import { callOpen, isComplete, type Opened } from "../store.ts";
import { mayBeImportedCode } from "./imported-codes.ts";
import type { OpenedSessions } from "./opened-sessions.ts";
import { shownSession } from "./shown-session.ts";

export type OpenRequest = GuessCaller & {
  readonly code: string;
  /** The token of the caller's earlier session. */
  readonly session: string | undefined;
  /** The proof of work that PROOF_NEEDED requested. */
  readonly proof?: Proof | undefined;
};

export type OpenDeps = {
  /** A captcha that replaces the built-in proof of work. */
  readonly gate?: ProofGate | undefined;
  readonly risk?: RiskGuard;
  readonly openedSessions?: OpenedSessions | undefined;
};

async function tryOpen(
  context: Context,
  db: Db,
  { opening, mac, gate }: { opening: OpenRequest; mac: Buffer; gate: ProofGate },
): Promise<Opened> {
  const { memberId, session, proof } = opening;
  const { clock, ids, settings } = context;
  const sessionId = ids.next();
  const proofResult = proof && (await gate.verify(opening, proof));
  const opened = await callOpen(db, {
    ownerId: memberId ?? ids.next(),
    holderId: memberId,
    codeMac: mac,
    sessionId,
    sessionHash: hashToken(sessionTokenOf(context, sessionId)),
    resumeHash: session === undefined ? undefined : hashToken(session),
    guard: guessLimitsOf(context, opening, proofResult),
    leaseMs: settings.codeSessionMs,
    eventId: ids.next(),
    now: clock.sql(),
  });
  if (opened.isLockedNow) context.log.warn("exchange codes are being guessed; a caller was locked");
  if (opened.isCanary) context.log.warn("a canary among the exchange codes was tried");
  return opened;
}

/**
 * Opens a session with a lease of fifteen minutes. Refuses:
 *
 * - CODE_INVALID, in the same way for unknown, used, expired, frozen and inactive codes;
 * - CODE_TYPO for our own form with wrong check symbols;
 * - CODE_BUSY while another caller holds the code, or all uses of a multi-use code are held;
 * - CODE_HAD for a caller who has already had the maximum number of uses per member;
 * - CODE_LOCKED after too many wrong tries;
 * - PROOF_NEEDED with `challenge` and `difficulty`, to callers without a login while codes are
 *   being guessed;
 * - RISK_REFUSED to callers whom a rule or a list bars.
 *
 * Text that cannot be a code is refused without a look-up.
 */
export async function openSession(
  context: Context,
  db: Db,
  opening: OpenRequest,
  { gate = proofOfWorkGate(context), risk, openedSessions }: OpenDeps = {},
): Promise<Output<"exchange", "open">> {
  const reading = parseCode(opening.code);
  if (reading.form === "none") throw new Refusal("CODE_INVALID");
  const isSlip = reading.form === "typo";
  if (isSlip && !(await mayBeImportedCode(context, db))) throw new Refusal("CODE_TYPO");

  await risk?.judgeTry(db, opening);
  const mac = codeMac(context, reading.code);
  const opened = await tryOpen(context, db, { opening, mac, gate });
  switch (opened.outcome) {
    case "locked":
      throw new Refusal("CODE_LOCKED");
    case "proof":
      invariant(opened.bits !== null, "a required proof has its bits");
      throw new Refusal("PROOF_NEEDED", gate.createChallenge(opening, opened.bits));
    case "busy":
      throw new Refusal("CODE_BUSY");
    case "had":
      throw new Refusal("CODE_HAD");
    case "invalid":
      await risk?.countWrong(db, opening);
      throw new Refusal(isSlip ? "CODE_TYPO" : "CODE_INVALID");
    case "opened":
    case "resumed": {
      const { session, expiresAt, target, last4, validUntil } = opened;
      const held = { session, expiresAt, target, last4, validUntil };
      invariant(isComplete(held), "an opened session holds its code");
      const shown = await shownSession(context, db, held);
      if (opened.outcome === "opened" && opening.memberId !== undefined)
        openedSessions?.keep(shown.session, {
          ...held,
          owner: opening.memberId,
          codeMac: mac,
        });
      return shown;
    }
  }
}
