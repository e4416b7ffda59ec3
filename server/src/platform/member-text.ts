/** Refuses what an operator writes for members when it has words that WeChat forbids. */
import { inducementIn } from "@yunjing/contract/inducement";
import { Refusal } from "./refusal.ts";

/** Returns the sentence for a text with forbidden words; undefined for any other. */
export function inducementText(text: string): string | undefined {
  const found = inducementIn(text);
  return found && `不能写「${found.phrase}」，会员会读到`;
}

/** Refuses INPUT_INVALID {field, text} for a text with forbidden words. */
export function refuseInducement(field: string, text: string): void {
  const fault = inducementText(text);
  if (fault !== undefined) throw new Refusal("INPUT_INVALID", { field, text: fault });
}
