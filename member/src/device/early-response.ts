/**
 * Takes over the responses that the inline script in the page's head requested before any other
 * script had loaded, and says which ones it should request the next time.
 */
declare global {
  interface Window {
    /** By address; set by the inline script of index.html. */
    early?: Map<string, Promise<Response>> | undefined;
  }
}

/** Of one page; what it reads besides comes with its own requests. */
const READS_MAX = 4;
/** The addresses that each page has read, by its path with the query; of pages of this visit. */
const readsOf = new Map<string, Set<string>>();

const isOk = (response: Response): Response => {
  if (!response.ok) throw new Error("the early response is an error");
  return response;
};

/**
 * Returns the response to this address if the head requested it; only once, and undefined for every
 * other address.
 */
export function takeEarlyResponse(address: string): Promise<Response> | undefined {
  const answer = window.early?.get(address);
  window.early?.delete(address);
  return answer?.then(isOk);
}

/** Drops the responses that no read has taken: they get older. */
export function dropEarlyResponses(): void {
  window.early = undefined;
}

/** Notes that a page has read this address. */
export function noteRead(page: string, address: string): void {
  const reads = readsOf.get(page) ?? new Set();
  readsOf.set(page, reads);
  if (reads.size < READS_MAX) reads.add(address);
}

/** Returns the first addresses that a page has read, in their order. */
export const notedReads = (page: string): readonly string[] => [...(readsOf.get(page) ?? [])];
