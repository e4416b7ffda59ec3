/**
 * Parses a list of cards pasted by an operator: one card a line, the code and, after a comma or a
 * tab, its password.
 */

export type ListedCard = {
  /** From 1, as the operator counts lines. */
  readonly line: number;
  readonly code: string;
  readonly secret?: string;
};
export type CardFault = { readonly line: number; readonly why: string };

const CODE = /^[\x21-\x7e]{4,200}$/;

/** Skips empty lines; a duplicate in the list is imported once. */
export function readCards(text: string): { cards: ListedCard[]; faults: CardFault[] } {
  const cards: ListedCard[] = [];
  const faults: CardFault[] = [];
  const seen = new Set<string>();
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = index + 1;
    const cells = raw.split(/[,，\t]/).map((cell) => cell.trim());
    if (cells.every((cell) => cell === "")) continue;
    const [code = "", secret, ...rest] = cells;
    if (rest.length > 0) faults.push({ line, why: "一行只能有卡号和密码" });
    else if (!CODE.test(code) || (secret !== undefined && !CODE.test(secret)))
      faults.push({ line, why: "卡号或密码格式不正确" });
    else if (seen.has(code)) faults.push({ line, why: "与前面的行重复" });
    else {
      seen.add(code);
      cards.push({ line, code, ...(secret === undefined ? {} : { secret }) });
    }
  }
  return { cards, faults };
}
