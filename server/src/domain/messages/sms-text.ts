/**
 * Builds the text of an SMS: the signature, the text, a link to the receipt; and counts its billed
 * segments.
 */

const SIGNATURE = "【云鲸权益】";
/** A text with Chinese characters is sent as UCS-2: 70 units alone, or 67 per part when divided. */
const SINGLE_UNITS = 70;
const PART_UNITS = 67;
/** No message is longer than two segments. */
export const SMS_SEGMENTS_MAX = 2;

/** Returns the number of SMS segments a text is sent and billed as. */
export const smsSegments = (text: string): number =>
  text.length <= SINGLE_UNITS ? 1 : Math.ceil(text.length / PART_UNITS);

/** Cuts to this many UTF-16 units, never within a character. */
function cut(text: string, units: number): string {
  if (text.length <= units) return text;
  let shortened = "";
  for (const character of text) {
    if (shortened.length + character.length > units - 1) break;
    shortened += character;
  }
  return `${shortened}…`;
}

/**
 * The link stays whole; the text is cut where both together would take more than `SMS_SEGMENTS_MAX`
 * segments.
 */
export function smsText(body: string, link: string | undefined): string {
  // A space on both sides, because phones end a link there.
  const end = link === undefined ? "" : ` ${link} `;
  const units = SMS_SEGMENTS_MAX * PART_UNITS - SIGNATURE.length - end.length;
  return `${SIGNATURE}${cut(body, units)}${end}`.trimEnd();
}
