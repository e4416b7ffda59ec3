/** What the exchange asks of the outside: a sign that a caller without a login is no machine that tries codes. */
import type { GuessCaller } from "./guessing/guard.ts";

/** What a caller brings along: the challenge it was given, and its answer. */
export type Proof = { readonly challenge: string; readonly answer: string };

/** A proof that holds. It counts once: `hash` tells it from all others until it runs out by itself. */
export type VerifiedProof = { readonly hash: Buffer; readonly bits: number; readonly until: Date };

/** How such a sign is asked for and judged. The product's own is work (guessing/proof.ts); a captcha may stand for it. */
export type ProofGate = {
  /** What PROOF_NEEDED carries: `challenge`, and `difficulty` in leading zero bits. A captcha says its `kind` besides. */
  createChallenge(caller: GuessCaller, bits: number): Readonly<Record<string, unknown>>;
  /** Undefined for what proves nothing: another's, one that is over, a wrong answer. */
  verify(caller: GuessCaller, proof: Proof): Promise<VerifiedProof | undefined>;
};
