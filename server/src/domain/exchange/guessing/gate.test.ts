/** Tests the protection of codes against guessing, and that honest callers still get through. */
import { checkSymbols } from "@yunjing/contract/exchange-code";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Refusal } from "../../../platform/refusal.ts";
import { openSession } from "../actions/open.ts";
import { grantCodes } from "../batches/grant.ts";
import type { Proof } from "../port.ts";
import { type ExchangeTestEnv, count, createExchangeTestEnv } from "../testing.ts";
import { solveProof } from "./solve.fixture.ts";

/** Low difficulty: the cost of the work is not tested here. */
const EASY = { codeProofBits: 4, codeProofAlarmBits: 6, codeProofNetworkBits: 8 };
let testEnv: ExchangeTestEnv;
beforeAll(async () => {
  testEnv = await createExchangeTestEnv(EASY, 16);
}, 60_000);
afterAll(() => testEnv.close());

type Caller = { memberId?: string; device?: string; address: string; proof?: Proof };
let made = 0;
const unknown = () => {
  const data = `Z${String(++made).padStart(15, "0")}`;
  return data + checkSymbols(data);
};
const grant = async () => {
  const { context, db, makerId, checkerId } = testEnv;
  const granting = { target: "points-500", count: 1, makerId, checkerId } as const;
  const [code = ""] = await grantCodes(context, db, granting);
  return code;
};

type TryResult = { readonly outcome: string; readonly data: Refusal["data"] };

/** Returns the outcome of a try: "opened", or the refusal. */
async function tryCode(code: string, caller: Caller): Promise<TryResult> {
  const { memberId, device = "", address, proof } = caller;
  const opening = { code, session: undefined, memberId, device, address, proof };
  return openSession(testEnv.context, testEnv.db, opening).then(
    (): TryResult => ({ outcome: "opened", data: undefined }),
    (failure: unknown): TryResult => {
      if (!(failure instanceof Refusal)) throw failure;
      return { outcome: failure.code, data: failure.data };
    },
  );
}
const refusalCodeOf = async (code: string, caller: Caller) => (await tryCode(code, caller)).outcome;

/** Tries as the member app does: with the requested proof. */
async function tryWithProof(code: string, caller: Caller) {
  const first = await tryCode(code, caller);
  if (first.outcome !== "PROOF_NEEDED") return { ...first, bits: 0 };
  const again = await tryCode(code, { ...caller, proof: solveProof(first.data) });
  return { ...again, bits: Number(first.data?.["difficulty"]) };
}

describe("a caller without a login", () => {
  test("needs a proof from the third try on, and with it opens a good code", async () => {
    const here = { address: "10.9.0.1" };
    for (let n = 0; n < 2; n++) expect(await refusalCodeOf(unknown(), here)).toBe("CODE_INVALID");
    const code = await grant();
    expect(await refusalCodeOf(code, here)).toBe("PROOF_NEEDED");
    expect(await tryWithProof(code, here)).toMatchObject({ outcome: "opened", bits: 4 });
    expect(await refusalCodeOf(await grant(), { address: "10.9.0.2" })).toBe("opened");
  });

  test("needs a proof on other networks too when the device guessed, for an hour", async () => {
    const device = "a-device-of-a-guesser";
    for (const address of ["10.9.1.1", "10.9.1.2"]) await tryCode(unknown(), { device, address });
    const there = { device, address: "10.9.1.3" };
    expect(await refusalCodeOf(await grant(), there)).toBe("PROOF_NEEDED");
    testEnv.context.clock.advance(61 * 60_000);
    expect(await refusalCodeOf(await grant(), there)).toBe("opened");
  });

  test("is locked by device after thirty wrong codes, and never by network", async () => {
    const device = "a-device-that-goes-on";
    for (let n = 0; n < 30; n++) {
      const { outcome } = await tryWithProof(unknown(), { device, address: `2001:db8:1::${n}` });
      expect(outcome).toBe("CODE_INVALID");
    }
    const code = await grant();
    expect(await refusalCodeOf(code, { device, address: "10.9.2.1" })).toBe("CODE_LOCKED");

    const address = "2001:db8:1:0:9::1";
    for (let n = 0; n < 30; n++) await tryWithProof(unknown(), { address });
    expect(await tryWithProof(code, { address })).toMatchObject({ outcome: "opened", bits: 8 });
  });

  test("uses up a proof with one try, and cannot use a proof that was too easy", async () => {
    const here = { address: "10.9.3.1" };
    for (let n = 0; n < 2; n++) await tryCode(unknown(), here);
    const proof = solveProof((await tryCode(unknown(), here)).data);
    const easy = solveProof((await tryCode(unknown(), here)).data);
    expect(await refusalCodeOf(unknown(), { ...here, proof })).toBe("CODE_INVALID");
    expect(await refusalCodeOf(unknown(), { ...here, proof })).toBe("PROOF_NEEDED");
    await testEnv.asOwner("UPDATE code_friction SET mode = 'on'");
    expect(await refusalCodeOf(unknown(), { ...here, proof: easy })).toBe("PROOF_NEEDED");
    await testEnv.asOwner("UPDATE code_friction SET mode = 'auto'");
    expect(await refusalCodeOf(unknown(), { ...here, proof: easy })).toBe("CODE_INVALID");
  });
});

test("a caller with a login needs no proof on a network of guessers", async () => {
  const address = "10.9.4.1";
  for (let n = 0; n < 70; n++) await tryWithProof(unknown(), { address });
  expect(await refusalCodeOf(await grant(), { address, memberId: await testEnv.member(40) })).toBe(
    "opened",
  );
});

describe("one proof sent by many concurrent requests", () => {
  const GATE = new URL("../functions/gate.sql", import.meta.url);
  let addresses = 0;
  /** Returns how many of sixteen concurrent requests with the same proof get a look-up. */
  async function countLookUps(): Promise<number> {
    const here = { address: `10.8.0.${++addresses}` };
    for (let n = 0; n < 2; n++) await tryCode(unknown(), here);
    const proof = solveProof((await tryCode(unknown(), here)).data);
    const tries = Array.from({ length: 16 }, () => refusalCodeOf(unknown(), { ...here, proof }));
    const outcomes = await Promise.all(tries);
    return outcomes.filter((outcome) => outcome === "CODE_INVALID").length;
  }

  test("allows one look-up", async () => {
    for (let round = 0; round < 5; round++) expect(await countLookUps()).toBe(1);
  });

  test("would allow several if it were checked first and stored afterwards", async () => {
    const text = readFileSync(GATE, "utf8");
    const guardSql =
      "    ON CONFLICT (proof_hash) DO NOTHING;\n    IF FOUND THEN RETURN; END IF;\n";
    const insert = text.slice(text.indexOf("    INSERT INTO code_proof"), text.indexOf(guardSql));
    expect(insert).toContain("decode");
    const careless = `
      PERFORM 1 FROM code_proof WHERE proof_hash = decode(v_proof->>'hash', 'hex');
      IF NOT FOUND THEN
        PERFORM pg_sleep(0.02);
        ${insert} ON CONFLICT (proof_hash) DO NOTHING;
        RETURN;
      END IF;`;
    await testEnv.asOwner(text.replace(insert + guardSql, careless));
    const rounds: number[] = [];
    for (let round = 0; round < 5; round++) rounds.push(await countLookUps());
    await testEnv.asOwner(text);
    expect(Math.max(...rounds)).toBeGreaterThan(1);
    expect(await countLookUps()).toBe(1);
  });

  test("leaves one row for each spent proof", async () => {
    const before = await count(testEnv.db, "SELECT count(*) FROM code_proof");
    await countLookUps();
    expect(await count(testEnv.db, "SELECT count(*) FROM code_proof")).toBe(before + 1);
  });
});
