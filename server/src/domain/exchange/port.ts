/**
 * Port of the exchange module: proof that a caller without a login is not a program that guesses
 * codes.
 */
/** Who looks a code up; `device` is empty without a device id. */
export type GuessCaller = {
  readonly memberId: string | undefined;
  readonly device: string;
  readonly address: string;
};

/** What a caller sends: the challenge it was given, and its answer. */
export type Proof = { readonly challenge: string; readonly answer: string };

/** A valid proof. It can be used once: `hash` identifies it until it expires at `until`. */
export type VerifiedProof = { readonly hash: Buffer; readonly bits: number; readonly until: Date };

/**
 * Creates challenges and verifies proofs. The built-in gate uses proof of work (guessing/proof.ts);
 * a captcha can replace it.
 */
export type ProofGate = {
  /**
   * Returns the data of PROOF_NEEDED: `challenge`, and `difficulty` in leading zero bits. A captcha
   * adds its `kind`.
   */
  createChallenge(caller: GuessCaller, bits: number): Readonly<Record<string, unknown>>;
  /**
   * Returns `undefined` for an invalid proof: another caller's, an expired one, or a wrong answer.
   */
  verify(caller: GuessCaller, proof: Proof): Promise<VerifiedProof | undefined>;
};
