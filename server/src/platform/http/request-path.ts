/** The path and the query of a request. */

/** Returns the path of a request's address, without its query. */
export const pathOf = (url: string): string => url.split("?", 1)[0] ?? "";

/** Returns the query of a request's address. */
export const queryOf = (url: string): URLSearchParams =>
  new URLSearchParams(url.slice(pathOf(url).length));
