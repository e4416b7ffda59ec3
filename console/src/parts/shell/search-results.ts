/** Where the search dialog finds members, orders and codes; the orders' pages register it. */
import type { api, OutputOf } from "../../api/client.ts";
import type { Tone } from "../tag.tsx";

/** The kinds of records that the search finds; pages are found by the dialog itself. */
export type FoundKind = OutputOf<typeof api.operatorSearch.search>["groups"][number]["kind"];

export type Found = {
  readonly id: string;
  readonly title: string;
  readonly text?: string;
  readonly state?: readonly [tone: Tone, word: string] | undefined;
  /** The path below /console. */
  readonly to: string;
};
export type FoundGroup = {
  readonly kind: FoundKind;
  readonly label: string;
  readonly items: readonly Found[];
};
type Searcher = (typed: string, signal: AbortSignal) => Promise<readonly FoundGroup[]>;

let searcher: Searcher | undefined;

/** Registers the search: `setSearcher((q, signal) => api.operatorSearch.search({ q }, { signal }))`. */
export function setSearcher(next: Searcher): void {
  searcher = next;
}

/** Returns what the search finds; nothing where no search is registered. */
export const findAnything: Searcher = async (typed, signal) =>
  searcher && typed.trim() !== "" ? searcher(typed.trim(), signal) : [];
