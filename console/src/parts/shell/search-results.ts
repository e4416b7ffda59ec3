/** Where the search dialog finds members, orders and codes; the orders' pages register it. */

export type Found = {
  readonly id: string;
  readonly title: string;
  readonly text?: string;
  readonly state?: string;
  /** The path below /console. */
  readonly to: string;
};
export type FoundGroup = { readonly label: string; readonly items: readonly Found[] };
type Searcher = (typed: string, signal: AbortSignal) => Promise<readonly FoundGroup[]>;

let searcher: Searcher | undefined;

/** Registers the search: `setSearcher((q, signal) => api.operatorSearch.search({ q }, { signal }))`. */
export function setSearcher(next: Searcher): void {
  searcher = next;
}

/** Returns what the search finds; nothing where no search is registered. */
export const findAnything: Searcher = async (typed, signal) =>
  searcher && typed.trim() !== "" ? searcher(typed.trim(), signal) : [];
