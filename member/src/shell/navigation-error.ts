/** The typed error of the navigator (M14, M15), with a readable message. */

export type NavigationErrorCode =
  | "URL_MISSING"
  | "PAGE_UNKNOWN"
  | "TAB_NEEDS_SWITCH"
  | "TAB_UNKNOWN"
  | "SCHEME_REFUSED";

const messages: Record<NavigationErrorCode, string> = {
  URL_MISSING: "a url is needed",
  PAGE_UNKNOWN: "is not a page of this app",
  TAB_NEEDS_SWITCH: "is a tab page, open it with switchTab",
  TAB_UNKNOWN: "is not a tab page",
  SCHEME_REFUSED: "has a scheme that is not allowed",
};

/** Messages for a member who followed a link. */
const sentences: Record<NavigationErrorCode, string> = {
  URL_MISSING: "这里还没有可以打开的页面",
  PAGE_UNKNOWN: "要打开的页面不存在，链接可能已失效",
  TAB_NEEDS_SWITCH: "这个页面请从底部标签打开",
  TAB_UNKNOWN: "这个页面不在底部标签里",
  SCHEME_REFUSED: "为了你的安全，这个链接没有打开",
};

/** `message` is for developers and the log, `userMessage` for the member. */
export class NavigationError extends Error {
  override readonly name = "NavigationError";
  readonly code: NavigationErrorCode;
  readonly userMessage: string;

  constructor(verb: string, code: NavigationErrorCode, url = "") {
    super(`${verb}: ${url === "" ? "" : `"${url}" `}${messages[code]}`);
    this.code = code;
    this.userMessage = sentences[code];
  }
}
