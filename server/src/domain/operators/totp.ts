/** Time-based one-time passwords of an authenticator (TOTP, RFC 6238): SHA-1, 6 digits, 30 s. */
import { Secret, TOTP } from "otpauth";
import { create } from "qrcode";
import type { Random } from "../../platform/random.ts";

const ISSUER = "云鲸权益";
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** How long one code is shown. */
export const STEP_MS = PERIOD_SECONDS * 1_000;
/** Codes of the step before and of the next one are accepted: clocks differ (RFC 6238, 5.2). */
const WINDOW_STEPS = 1;

const totpOf = (secret: string, label = ""): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_SECONDS,
  });

/** Returns a new secret of 160 bits in base32. */
export const makeTotpSecret = ({ random }: { readonly random: Random }): string =>
  new Secret({ buffer: Uint8Array.from(random.bytes(SECRET_BYTES)).buffer }).base32;

/** Returns the URI that an authenticator app reads from a QR code. */
export const otpauthUri = (secret: string, label: string): string =>
  totpOf(secret, label).toString();

/** Returns the code of an instant (ms), as the operator's authenticator shows it. */
export const totpCode = (secret: string, atMs: number): string =>
  totpOf(secret).generate({ timestamp: atMs });

/**
 * Returns the 30-second step that a code belongs to; undefined when it is the code of no step within
 * the window around the instant (ms).
 */
export function totpStep(secret: string, code: string, atMs: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: atMs, window: WINDOW_STEPS });
  return delta === null ? undefined : Math.floor(atMs / STEP_MS) + delta;
}

/** Returns a QR code as rows of 0 and 1; 1 is dark. */
export function qrRows(text: string): string[] {
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
  return Array.from({ length: size }, (_, row) =>
    Array.from(data.slice(row * size, (row + 1) * size), (dark) => (dark ? "1" : "0")).join(""),
  );
}
