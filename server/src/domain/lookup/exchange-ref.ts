/** The reference of a supplier exchange in a URL: owner and id in one opaque text. */

const UUID_BYTES = 16;

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll("-", ""), "hex");

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}

export type ExchangeKey = { readonly ownerId: string; readonly id: string };

export const exchangeRef = ({ ownerId, id }: ExchangeKey): string =>
  Buffer.concat([bytesOf(ownerId), bytesOf(id)]).toString("base64url");

/** Returns the key of a reference; `undefined` when it is not one. */
export function exchangeKeyOf(ref: string): ExchangeKey | undefined {
  const bytes = Buffer.from(ref, "base64url");
  if (bytes.length !== 2 * UUID_BYTES) return undefined;
  return { ownerId: uuidOf(bytes.subarray(0, UUID_BYTES)), id: uuidOf(bytes.subarray(UUID_BYTES)) };
}
