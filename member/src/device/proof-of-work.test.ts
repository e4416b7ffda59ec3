/** Tests that the member app sends the required proofs of work, and no others. */
import { createHash } from "node:crypto";
import { leadingZeroBits } from "@yunjing/contract/proof-of-work";
import { describe, expect, test } from "vitest";
import { ApiFailure } from "./failure.ts";
import { createProofSearch } from "./proof-search.ts";
import { type Proof, withProof } from "./proof-of-work.ts";

const bitsOf = (challenge: string, answer: string): number =>
  leadingZeroBits(createHash("sha256").update(`${challenge}.${answer}`).digest());

describe("a search", () => {
  // Lengths at, around and far above the 64-byte block size of SHA-256.
  test.for([1, 46, 47, 54, 55, 56, 63, 64, 65, 78, 111, 120, 200])(
    "finds the first answer to a challenge of %i characters",
    (length) => {
      const challenge = "k".repeat(length);
      const answer = createProofSearch(challenge, 8).findWithin(100_000) ?? "";
      expect(bitsOf(challenge, answer)).toBeGreaterThanOrEqual(8);
      for (let n = 0; n < Number.parseInt(answer, 16); n++) {
        expect(bitsOf(challenge, n.toString(16).padStart(8, "0"))).toBeLessThan(8);
      }
    },
  );

  test("continues where its last slice ended", () => {
    const whole = createProofSearch("challenge", 10).findWithin(1_000_000);
    const sliced = createProofSearch("challenge", 10);
    let answer: string | undefined;
    for (let slice = 0; answer === undefined && slice < 100_000; slice++)
      answer = sliced.findWithin(7);
    expect(answer).toBe(whole);
  });
});

const needed = (data: unknown) =>
  new ApiFailure({ code: "PROOF_NEEDED", message: "needed", status: 200, data });

/** A server that requires these challenges one after another and then responds. */
function server(answers: readonly unknown[]) {
  const proofs: (Proof | undefined)[] = [];
  const call = ({ proof }: { readonly proof?: Proof }): Promise<string> => {
    proofs.push(proof);
    const data = answers[proofs.length - 1];
    return data === undefined ? Promise.resolve("opened") : Promise.reject(needed(data));
  };
  return { call, proofs };
}

describe("a call", () => {
  test("that requires no proof sends none", async () => {
    const { call, proofs } = server([]);
    let searches = 0;
    expect(await withProof(call, () => (searches += 1))).toBe("opened");
    expect({ proofs, searches }).toEqual({ proofs: [undefined], searches: 0 });
  });

  test("sends each required proof, also when the difficulty rises meanwhile", async () => {
    const { call, proofs } = server([
      { challenge: "first", difficulty: 6 },
      { challenge: "second", difficulty: 9 },
    ]);
    let searches = 0;
    expect(await withProof(call, () => (searches += 1))).toBe("opened");
    expect(searches).toBe(2);
    const [, first, second] = proofs;
    expect(bitsOf("first", first?.answer ?? "")).toBeGreaterThanOrEqual(6);
    expect(bitsOf("second", second?.answer ?? "")).toBeGreaterThanOrEqual(9);
  });

  test("fails when the server requires proofs endlessly, or more work than a phone can do", async () => {
    const tooMany = Array.from({ length: 9 }, (_, n) => ({ challenge: `${n}`, difficulty: 2 }));
    const { call, proofs } = server(tooMany);
    await expect(withProof(call, () => undefined)).rejects.toMatchObject({ code: "PROOF_NEEDED" });
    expect(proofs.length).toBe(4);
    for (const data of [{ challenge: "c", difficulty: 60 }, { kind: "captcha" }, undefined, null]) {
      const failing = () => Promise.reject(needed(data));
      await expect(withProof(failing, () => undefined)).rejects.toMatchObject({ data });
    }
  });
});
