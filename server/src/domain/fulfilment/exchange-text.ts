/**
 * Renders one side of a supplier exchange as text that may be stored: without codes, phones and
 * accounts, and of bounded length.
 */

/** Longer texts are cut; the column's CHECK holds the same number. */
export const EXCHANGE_TEXT_MAX = 4_096;

const CUT = "…";
/** Values under these names are never stored. */
const SECRET_NAMES =
  /^(code|codes|qr|secret|password|pin|card|cards|account|contactPhone|phone|mobile|sign|signature|token|key)$/i;
const PHONE = /(?<!\d)(1[3-9]\d)\d{4}(\d{4})(?!\d)/g;

/** Returns a value of a secret field: phones keep their ends, anything else is removed. */
function struck(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(struck);
  if (typeof value === "string" && /^1[3-9]\d{9}$/.test(value)) return masked(value);
  return CUT;
}

const masked = (text: string): string => text.replace(PHONE, "$1****$2");

function withoutSecrets(value: unknown): unknown {
  if (typeof value === "string") return masked(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET_NAMES.test(name) && !isErrorCode(name, inner) ? struck(inner) : withoutSecrets(inner),
    ]),
  );
}

/** A supplier's error code, such as ORDER_ABSENT, is not a delivered code. */
const isErrorCode = (name: string, value: unknown): boolean =>
  name === "code" && typeof value === "string" && /^[A-Z]+(_[A-Z]+)+$/.test(value);

/** Returns the JSON of a body without secrets, cut to `EXCHANGE_TEXT_MAX` characters. */
export function exchangeText(body: unknown): string {
  const text = body === undefined ? "" : JSON.stringify(withoutSecrets(body), undefined, 2);
  return text.length > EXCHANGE_TEXT_MAX ? `${text.slice(0, EXCHANGE_TEXT_MAX - 1)}${CUT}` : text;
}
