/**
 * Tests that a proof is valid for one caller, for a short time, and for the required amount of
 * work.
 */
import { expect, test } from "vitest";
import { testContext } from "../../../platform/testing.ts";
import { proofOfWorkGate } from "./proof.ts";
import { solveProof } from "./solve.fixture.ts";

const caller = { memberId: undefined, device: "device-one-of-them", address: "203.0.113.7" };
const BITS = 8;

function begin() {
  const context = testContext();
  const gate = proofOfWorkGate(context);
  const challenge = gate.createChallenge(caller, BITS);
  return { context, gate, proof: solveProof(challenge) };
}

test("the answer to the caller's own challenge is valid, with its difficulty and its expiry", async () => {
  const { context, gate, proof } = begin();
  const result = await gate.verify(caller, proof);
  expect(result?.bits).toBe(BITS);
  expect(result?.until.getTime()).toBe(context.clock.now().getTime() + 2 * 60_000);
  expect(result?.hash.length).toBe(32);
});

test("either network or device may change before the answer, not both", async () => {
  const { gate, proof } = begin();
  const moved = { ...caller, address: "198.51.100.1" };
  const bare = { ...caller, device: "device-two-of-them" };
  expect(await gate.verify(moved, proof)).toBeDefined();
  expect(await gate.verify(bare, proof)).toBeDefined();
  expect(await gate.verify({ ...moved, device: bare.device }, proof)).toBeUndefined();
});

test("a challenge expires after two minutes", async () => {
  const { context, gate, proof } = begin();
  context.clock.advance(2 * 60_000 - 1);
  expect(await gate.verify(caller, proof)).toBeDefined();
  context.clock.advance(1);
  expect(await gate.verify(caller, proof)).toBeUndefined();
});

test("no part of a challenge can be made easier or longer, and a wrong answer is invalid", async () => {
  const { gate, proof } = begin();
  const parts = proof.challenge.split(".");
  const put = (at: number, part: string) => parts.with(at, part).join(".");
  const far = Number.MAX_SAFE_INTEGER.toString(36);
  const changed = [put(0, far), put(1, "0"), put(2, "x"), put(5, ""), "", ".", "😀.😀"];
  for (const challenge of changed) {
    expect(await gate.verify(caller, { challenge, answer: proof.answer })).toBeUndefined();
  }
  // Of eight answers at 20 bits, one is right by chance in about one of a hundred thousand runs;
  // the randomness is seeded here.
  const hard = String(gate.createChallenge(caller, 20)["challenge"]);
  for (let n = 0; n < 8; n++) {
    expect(await gate.verify(caller, { challenge: hard, answer: `${n}` })).toBeUndefined();
  }
});
