/**
 * Refuses what an operator writes for members when it has words that WeChat forbids. The only place
 * that judges such texts and that says so.
 */
import { inducementIn } from "@yunjing/contract/inducement";
import { Refusal } from "./refusal.ts";

/** Returns the sentence for the first text with forbidden words; undefined when none has any. */
export function inducementText(...texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const found = inducementIn(text);
    if (found) return `不能写「${found.phrase}」：微信禁止诱导分享，请换个说法`;
  }
  return undefined;
}

/** Refuses INPUT_INVALID {field, text} for texts of one field with forbidden words. */
export function refuseInducement(field: string, ...texts: readonly string[]): void {
  const fault = inducementText(...texts);
  if (fault !== undefined) throw new Refusal("INPUT_INVALID", { field, text: fault });
}
