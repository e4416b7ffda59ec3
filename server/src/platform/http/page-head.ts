/** What an installation adds to the head of every page of the member app (decision 0236). */

/** HTML with inline scripts and styles, and their hashes for the CSP. */
export type PageHead = {
  readonly html: string;
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
};

/** Returns the page with the addition at the end of its head. */
export const withHead = (page: string, head: PageHead | undefined): string =>
  head === undefined ? page : page.replace("</head>", () => `${head.html}</head>`);
