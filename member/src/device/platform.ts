/** The platform label, the version and the build of the app (M01, M05, H01). */

export type Platform = "web" | "mp-weixin-web";

export const VERSION = "1.0.0";
export const VERSION_CODE = 100;
/** `1.0.0+{hash}`; the same value as GET /version of the same build. */
export const BUILD_ID = typeof __BUILD_ID__ === "string" ? __BUILD_ID__ : `${VERSION}+dev`;

/** Returns the platform; M01: WeChat's browser is recognised by its marker in the user agent. */
export function platformOf(userAgent: string): Platform {
  return userAgent.includes("MicroMessenger") ? "mp-weixin-web" : "web";
}

/** True while the server renders a first view: there is no browser to ask (decision 0144). */
export const isServer = typeof window === "undefined";

let renderedFor: Platform = "web";
/** Sets the platform for which the server renders next; the browser ignores it. */
export const renderFor = (platform_: Platform): void => {
  renderedFor = platform_;
};

/** Returns the platform of this browser; on the server, the one rendered for. */
export const platform = (): Platform => (isServer ? renderedFor : platformOf(navigator.userAgent));

/** Returns the client header of every request (M05): `1.0.0 (100) web`. */
export const clientInfo = (): string => `${VERSION} (${VERSION_CODE}) ${platform()}`;

/** True on the web. WeChat draws its own navigation bar, so the page shows none there (M02). */
export const hasOwnBar = (): boolean => platform() === "web";
