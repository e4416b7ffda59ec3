/** Solves a challenge as the member app does. For tests. */
import { createHash } from "node:crypto";
import { leadingZeroBits } from "@yunjing/contract/proof-of-work";
import type { Proof } from "../port.ts";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** `data` is the data of PROOF_NEEDED. */
export function solveProof(data: Readonly<Record<string, unknown>> | undefined): Proof {
  const challenge = textOf(data?.["challenge"]);
  const difficulty = Number(data?.["difficulty"]);
  if (challenge === "" || !(difficulty <= 20)) throw new Error("no challenge was requested");
  for (let n = 0; ; n++) {
    const answer = n.toString(36);
    const hash = createHash("sha256").update(`${challenge}.${answer}`).digest();
    if (leadingZeroBits(hash) >= difficulty) return { challenge, answer };
  }
}
