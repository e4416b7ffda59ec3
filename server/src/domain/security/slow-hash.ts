/**
 * The slow hash of pay passwords: scrypt over a salt and a keyed hash. Six digits are a million
 * guesses, so a stolen table is protected by the pepper, which is in no table; the slow hash
 * protects against an attacker who has both.
 */
import { scrypt } from "node:crypto";
import { promisify } from "node:util";
import type { Secrets } from "../../platform/secrets.ts";

/**
 * 32 MiB and a tenth of a second: expensive for guessing, while a member's own tries do not stall a
 * small machine.
 */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };
const HASH_BYTES = 32;
export const SALT_BYTES = 16;

const derive = promisify<Buffer, Buffer, number, typeof COST, Buffer>(scrypt);

/**
 * Returns the hash of a member's password; with the same digits and salt, another member's hash is
 * different.
 */
export const slowHash = (
  secrets: Secrets,
  { memberId, password, salt }: { memberId: string; password: string; salt: Buffer },
): Promise<Buffer> =>
  derive(secrets.mac("pay-password", `${memberId}:${password}`), salt, HASH_BYTES, COST);
