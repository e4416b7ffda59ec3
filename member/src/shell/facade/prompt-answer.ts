/** Converts the typed text of a prompt to its answer (D06). */
import type { PromptType } from "./dialog-types.ts";
import { trimText } from "./text-rule.ts";

const FIGURE = /^[+-]?(\d+\.?\d*|\.\d+)$/;
export const NOT_A_NUMBER = "请填数字";

type Answered = { readonly answer: string | number } | { readonly error: string };

/**
 * Returns a number for the non-empty text of a number prompt; full-width digits of a Chinese
 * keyboard are accepted.
 */
export function promptAnswer(type: PromptType, typed: string): Answered {
  const text = trimText(typed);
  if (type !== "number" || text === "") return { answer: text };
  const figure = text.normalize("NFKC");
  return FIGURE.test(figure) ? { answer: Number(figure) } : { error: NOT_A_NUMBER };
}
