/** The exact span of a list in the address, in which a figure or a report was counted. */
import { timeText } from "../format.ts";
import type { Filter } from "./filter-bar.tsx";
import { text } from "./search-state.ts";

/** Instants in ms, as the address has them. */
export const exactSpanSpec = { from: text(13), to: text(13) };

type Texts = { readonly from?: string | undefined; readonly to?: string | undefined };

/** Returns the span, or undefined without both instants, in ms. */
export function exactSpan({ from, to }: Texts) {
  const span = { from: Number(from ?? Number.NaN), to: Number(to ?? Number.NaN) };
  return Number.isSafeInteger(span.from) && Number.isSafeInteger(span.to) ? span : undefined;
}

/** Returns the span as a filter that can be removed; none without one. */
export function exactSpanFilters(texts: Texts): readonly Filter<"from">[] {
  const span = exactSpan(texts);
  if (!span || texts.from === undefined) return [];
  const words = `${timeText(span.from).slice(0, 11)} 至 ${timeText(span.to).slice(0, 11)}`;
  return [{ key: "from", label: "时段", choices: [[texts.from, words]] }];
}
