/**
 * Proof of work: a signed challenge for one caller and a short time, and an answer that makes the
 * hash of both begin with enough zero bits. Nothing is stored before a proof is spent. The
 * challenge is bound to network and device, of which one may change before the answer: phones
 * change networks, and some browsers store no cookie.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { leadingZeroBits } from "@yunjing/contract/proof-of-work";
import type { Context } from "../../../platform/context.ts";
import type { GuessCaller, VerifiedProof, ProofGate } from "../port.ts";
import { networkSubject } from "../../risk/model.ts";

type Keys = Pick<Context, "secrets" | "clock" | "random" | "settings">;

const TAG_BYTES = 6;
const SIGN_BYTES = 16;
const NONCE_BYTES = 9;

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

function macOf({ secrets }: Keys, text: string, bytes: number): string {
  return secrets.mac("code-proof", text).subarray(0, bytes).toString("base64url");
}

const tagsOf = (keys: Keys, { device, address }: GuessCaller) => ({
  network: macOf(keys, networkSubject(address), TAG_BYTES),
  device: macOf(keys, `device:${device}`, TAG_BYTES),
});

const sign = (keys: Keys, body: string): string => macOf(keys, `challenge:${body}`, SIGN_BYTES);

/** `until.bits.nonce.network.device.signature`, the first two in base 36. */
export function challengeFor(keys: Keys, caller: GuessCaller, bits: number): string {
  const until = keys.clock.now().getTime() + keys.settings.codeProofMs;
  const nonce = Buffer.from(keys.random.bytes(NONCE_BYTES)).toString("base64url");
  const { network, device } = tagsOf(keys, caller);
  const body = [until.toString(36), bits.toString(36), nonce, network, device].join(".");
  return `${body}.${sign(keys, body)}`;
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Parses a challenge that this server signed for this caller and that has not expired. */
function readChallenge(keys: Keys, caller: GuessCaller, challenge: string) {
  const at = challenge.lastIndexOf(".");
  const body = challenge.slice(0, Math.max(0, at));
  if (!/^[\w.-]+$/.test(challenge) || !isSame(challenge.slice(at + 1), sign(keys, body))) {
    return undefined;
  }
  const [until = "", bits = "", , network, device] = body.split(".");
  const own = tagsOf(keys, caller);
  const isTheirs = network === own.network || (caller.device !== "" && device === own.device);
  const ends = new Date(Number.parseInt(until, 36));
  if (!isTheirs || ends <= keys.clock.now()) return undefined;
  return { bits: Number.parseInt(bits, 36), until: ends };
}

/** The built-in gate. */
export const proofOfWorkGate = (keys: Keys): ProofGate => ({
  createChallenge: (caller, bits) => ({
    challenge: challengeFor(keys, caller, bits),
    difficulty: bits,
  }),
  verify: (caller, { challenge, answer }): Promise<VerifiedProof | undefined> => {
    const read = readChallenge(keys, caller, challenge);
    const isWorked = read && leadingZeroBits(sha256(`${challenge}.${answer}`)) >= read.bits;
    return Promise.resolve(isWorked ? { ...read, hash: sha256(challenge) } : undefined);
  },
});
