/**
 * First views that the server renders into the page (decision 0144): what the server asks of the
 * client's server bundle, and the data that the page carries for the client.
 */

/** The platforms of the member app, as `data-platform` of the page names them (M01). */
export type FirstViewPlatform = "web" | "mp-weixin-web";

/** The id of the page's JSON block with `FirstViewData`. */
export const FIRST_VIEW_ID = "first-view";

/**
 * The cookie with the code of the chosen city, so that the server renders for it. It holds nothing
 * else.
 */
export const CITY_COOKIE = "city";
export type FirstViewCity = { readonly code: string; readonly name: string };

/** One read that a first view shows: an operation that anyone may call, with its input. */
export type FirstViewRead = {
  readonly topic: string;
  readonly operation: string;
  readonly input: Readonly<Record<string, string | number>>;
  /** Where the client's query has another key than topic, operation and input. */
  readonly queryKey?: readonly unknown[];
  /** The answer is the first page of an infinite list. */
  readonly isPaged?: true;
  /** A member's own answer may differ, such as by the prices of a level: the client reads it again. */
  readonly isOwn?: true;
  /**
   * Of a long list that the client reads again, how many items the first view shows: what is on the
   * first screens, for less to render and to send.
   */
  readonly shownMax?: number;
};
export type FirstViewAnswer = FirstViewRead & { readonly data: unknown };

/** What the client takes over: the path of the page and the answers that it already shows. */
export type FirstViewData = {
  readonly path: string;
  /** The title of this content, where it is not that of the route table. */
  readonly title?: string;
  /** The city that was rendered, on a page that depends on it; null is none chosen. */
  readonly cityCode?: string | null;
  readonly answers: readonly FirstViewAnswer[];
};

/**
 * How an address is rendered. `query` holds only the parameters that the page shows, each with one
 * of few known values, so that their number is bounded and nothing private is rendered.
 */
export type FirstViewPlan = {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** On a page that depends on the chosen city; null is none chosen. */
  readonly city?: FirstViewCity | null;
  readonly reads: readonly FirstViewRead[];
};

/** What share previews and search engines show. */
export type FirstViewShare = {
  readonly title: string;
  readonly description: string;
  /** The path of a picture on this host, in place of that of all pages. */
  readonly picturePath?: string | undefined;
};

export type RenderedFirstView = {
  /** The title of the page. */
  readonly title: string;
  readonly share: FirstViewShare;
  /** What the client must know to render the same. */
  readonly data: FirstViewData;
  readonly html: string;
  /** True when only a member may see the page. */
  readonly isGuarded: boolean;
  /** Keys of stored entries; a visitor who has one sees another first view. */
  readonly storedKeys: readonly string[];
};

/** The exports of the server bundle of the member app. */
export type FirstViewBundle = {
  /** The build id of the client that takes over; another build gets no first view. */
  readonly build: string;
  readonly paths: readonly string[];
  platformOf(userAgent: string): FirstViewPlatform;
  /**
   * Returns the plan of an address for the chosen city; undefined when its first view depends on
   * the visitor.
   */
  plan(
    path: string,
    query: URLSearchParams,
    city: FirstViewCity | undefined,
  ): FirstViewPlan | undefined;
  /** Returns what remains to be read once the reads of the plan are answered. */
  furtherReads(plan: FirstViewPlan, answers: readonly FirstViewAnswer[]): readonly FirstViewRead[];
  /** Renders synchronously; throws when the page cannot be rendered from these answers. */
  render(
    plan: FirstViewPlan,
    platform: FirstViewPlatform,
    answers: readonly FirstViewAnswer[],
  ): RenderedFirstView;
};
