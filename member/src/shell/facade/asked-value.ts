/** What a prompt answers for what was typed (D06); pure, so that the dialog only draws. */
import { keptText } from "../../device/text-input.ts";
import type { PromptAsk } from "./looks.ts";

/** Said in place of an answer when a number was asked for and something else typed. */
export const NOT_A_NUMBER = "请输入数字";

export type AskedValue = { readonly value: string | number } | { readonly error: string };

/** The trimmed text; for `number` a text that is not empty becomes a number, or an error. */
export function askedValue(typed: string, ask: Pick<PromptAsk, "type" | "maxlength">): AskedValue {
  const kept = keptText(typed, ask.maxlength);
  if (ask.type !== "number" || kept === "") return { value: kept };
  const value = Number(kept);
  return Number.isFinite(value) ? { value } : { error: NOT_A_NUMBER };
}
