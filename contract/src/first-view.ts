/**
 * First views that the server renders into the page (decision 0144): what the server asks of the
 * client's server bundle, and the data that the page carries for the client.
 */

/** The platforms of the member app, as `data-platform` of the page names them (M01). */
export type FirstViewPlatform = "web" | "mp-weixin-web";

/** The id of the page's JSON block with `FirstViewData`. */
export const FIRST_VIEW_ID = "first-view";

/** One read that a first view shows: an operation that anyone may call, with its input. */
export type FirstViewRead = {
  readonly topic: string;
  readonly operation: string;
  readonly input: Readonly<Record<string, string>>;
};
export type FirstViewAnswer = FirstViewRead & { readonly data: unknown };

/** What the client takes over: the path of the page and the answers that it already shows. */
export type FirstViewData = {
  readonly path: string;
  readonly answers: readonly FirstViewAnswer[];
};

/**
 * How an address is rendered. `query` holds only the parameters that the page shows, each with one
 * of few known values, so that their number is bounded and nothing private is rendered.
 */
export type FirstViewPlan = {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly reads: readonly FirstViewRead[];
};

export type RenderedFirstView = {
  readonly title: string;
  /** For share previews and search engines. */
  readonly description: string;
  readonly html: string;
  /** Keys of stored entries; a visitor who has one sees another first view. */
  readonly storedKeys: readonly string[];
};

/** The exports of the server bundle of the member app. */
export type FirstViewBundle = {
  /** The build id of the client that takes over; another build gets no first view. */
  readonly build: string;
  readonly paths: readonly string[];
  platformOf(userAgent: string): FirstViewPlatform;
  /** Returns the plan of an address; undefined when its first view depends on the visitor. */
  plan(path: string, query: URLSearchParams): FirstViewPlan | undefined;
  /** Renders synchronously; throws when the page cannot be rendered from these answers. */
  render(
    plan: FirstViewPlan,
    platform: FirstViewPlatform,
    answers: readonly FirstViewAnswer[],
  ): RenderedFirstView;
};
