/** What the navigator refuses (M14, M15), as one typed error with a readable message. */

export type NavigationFault =
  | "URL_MISSING"
  | "PAGE_UNKNOWN"
  | "TAB_NEEDS_SWITCH"
  | "TAB_UNKNOWN"
  | "SCHEME_REFUSED";

const messages: Record<NavigationFault, string> = {
  URL_MISSING: "a url is needed",
  PAGE_UNKNOWN: "is not a page of this app",
  TAB_NEEDS_SWITCH: "is a tab page, open it with switchTab",
  TAB_UNKNOWN: "is not a tab page",
  SCHEME_REFUSED: "has a scheme that is not let through",
};

export class NavigationError extends Error {
  override readonly name = "NavigationError";
  readonly code: NavigationFault;

  constructor(verb: string, code: NavigationFault, url = "") {
    super(`${verb}: ${url === "" ? "" : `"${url}" `}${messages[code]}`);
    this.code = code;
  }
}
