/**
 * The app's own small router: a stack of live pages over the browser's history, with a guard before
 * every page.
 */
import type { Renewal } from "../device/session.ts";
import type { TokenState } from "../device/token.ts";
import { HOME } from "../routes.ts";
import { decideAccess, loginPathFor, notFoundPathFor } from "./guard.ts";
import { type RouteLocation, parseRouteLocation } from "./route-location.ts";
import { createLayers } from "./layers.ts";
import type { AppHistory } from "./window-history.ts";

/** One live page. `isGuardPending` = its guard has not decided yet, so it is not rendered. */
export type PageEntry = {
  readonly key: string;
  readonly index: number;
  readonly location: RouteLocation;
  readonly isGuardPending: boolean;
};
export type Direction = "push" | "pop" | "none";
export type NavigatorView = {
  readonly livePages: readonly PageEntry[];
  readonly current: PageEntry | undefined;
  readonly direction: Direction;
};
/**
 * `push` adds an entry, `replace` replaces the current one, `root` closes the stack and starts a
 * new one.
 */
export type NavigationMode = "push" | "replace" | "root";

export type NavigatorDependencies = {
  readonly history: AppHistory;
  readonly token: () => TokenState;
  readonly renew: () => Promise<Renewal>;
  /** Returns true when a registered listener took over, so the page stays (U03). */
  readonly isLoginHandled: (fullPath: string) => boolean;
  readonly newKey: () => string;
  /** Called before the shown page changes, while the old one is still rendered. */
  readonly beforeLeave: (entry: PageEntry) => void;
};

// The same number of pages as the spec's runtime; older ones are rendered anew when they come back.
const LIVE_PAGES_MAX = 10;

const isTab = (entry: PageEntry): boolean => entry.location.page.tab !== undefined;

/**
 * Returns the live pages after one is shown: later ones of the stack are closed, tab pages stay
 * (M19).
 */
export function livePagesWith(
  alive: readonly PageEntry[],
  entry: PageEntry,
  isRoot: boolean,
): readonly PageEntry[] {
  const others = alive.filter((other) => other.key !== entry.key);
  const remaining = others.filter(
    (other) => isTab(other) || (!isRoot && other.index < entry.index),
  );
  return [...remaining, entry].slice(-LIVE_PAGES_MAX);
}

/** The navigator; does nothing before `start`. Moves run one after another, never in parallel. */
export class Navigator {
  readonly #parts: NavigatorDependencies;
  readonly #layers: ReturnType<typeof createLayers>;
  readonly #listeners = new Set<() => void>();
  #view: NavigatorView = { livePages: [], current: undefined, direction: "none" };
  #moves: Promise<unknown> = Promise.resolve();

  constructor(parts: NavigatorDependencies) {
    this.#parts = parts;
    this.#layers = createLayers(parts.history, (run) => this.#serially(run));
  }

  readonly view = (): NavigatorView => this.#view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reads the address at which the app was opened, and listens to the history from then on. */
  async start(): Promise<void> {
    const { history } = this.#parts;
    history.listen(() => this.#handleMove());
    await history.go(-(history.currentMark()?.layer ?? 0));
    await this.#arrive("none");
  }

  /** Shows a page without any history: the server renders one page of an empty stack. */
  showAlone(location: RouteLocation): void {
    const current = { key: this.#keyOf(location), index: 0, location, isGuardPending: false };
    this.#view = { livePages: [current], current, direction: "none" };
  }

  enter(wanted: RouteLocation, mode: NavigationMode): Promise<void> {
    return this.#serially(() => this.#enter(wanted, mode));
  }

  /** Goes back by `delta` pages; to home when there is no page behind. */
  back(delta: number): Promise<void> {
    return this.#serially(async () => {
      await this.#layers.closeAll();
      const index = this.#view.current?.index ?? 0;
      if (index === 0) return this.#enter(requireRouteLocation(HOME), "root");
      await this.#parts.history.go(-Math.min(delta, index));
      return this.#arrive("pop");
    });
  }

  /**
   * Closes every page except the shown one: the others contain data of a member who has logged out
   * (M18).
   */
  closeHiddenPages(): void {
    const { current } = this.#view;
    this.#view = { livePages: current ? [current] : [], current, direction: "none" };
    for (const listener of this.#listeners) listener();
  }

  /** Lets back close a layer over the page; see layers.ts. */
  openLayer(close: () => void): () => Promise<void> {
    return this.#layers.open(close);
  }

  #serially<T>(run: () => Promise<T>): Promise<T> {
    const move = this.#moves.then(run);
    this.#moves = move.catch(() => undefined);
    return move;
  }

  #show(entry: PageEntry, direction: Direction, isRoot = false): void {
    const { livePages, current } = this.#view;
    if (current && current.key !== entry.key) this.#parts.beforeLeave(current);
    this.#view = { livePages: livePagesWith(livePages, entry, isRoot), current: entry, direction };
    for (const listener of this.#listeners) listener();
    if (entry.isGuardPending) void this.#release(entry);
  }

  #keyOf(place: RouteLocation): string {
    return place.page.tab ? `tab:${place.path}` : this.#parts.newKey();
  }

  /**
   * Returns the location to show for a requested one: itself, or login when the guard requires it.
   */
  #admitted(wanted: RouteLocation): Pick<PageEntry, "location" | "isGuardPending"> {
    const access = decideAccess(wanted, this.#parts.token());
    if (access === "renew") return { location: wanted, isGuardPending: true };
    const isShown = access === "open" || this.#parts.isLoginHandled(wanted.fullPath);
    return {
      location: isShown ? wanted : requireRouteLocation(loginPathFor(wanted.fullPath)),
      isGuardPending: false,
    };
  }

  /**
   * Renews the login for a page that waits for its guard; then the page opens or login replaces it.
   */
  async #release(held: PageEntry): Promise<void> {
    const renewal = await this.#parts.renew();
    if (this.#view.current?.key !== held.key) return;
    const { fullPath } = held.location;
    const isShown = renewal !== "refused" || this.#parts.isLoginHandled(fullPath);
    if (isShown) this.#show({ ...held, isGuardPending: false }, "none");
    else await this.enter(requireRouteLocation(loginPathFor(fullPath)), "replace");
  }

  async #enter(wanted: RouteLocation, mode: NavigationMode): Promise<void> {
    const { history } = this.#parts;
    await this.#layers.closeAll();
    const { location, isGuardPending } = this.#admitted(wanted);
    const from = this.#view.current;
    if (mode === "push" && from?.location.fullPath === location.fullPath) return;
    if (mode === "root") await history.go(-(from?.index ?? 0));
    const index = mode === "root" ? 0 : (from?.index ?? 0) + (mode === "push" ? 1 : 0);
    const key = this.#keyOf(location);
    history[mode === "push" ? "push" : "replace"]({ key, index, layer: 0 }, location.fullPath);
    const direction = mode === "push" ? "push" : "none";
    this.#show({ key, index, location, isGuardPending }, direction, mode === "root");
  }

  /** Shows the current entry of the browser's history: after a start, a back or a forward. */
  async #arrive(direction: Direction): Promise<void> {
    const { history } = this.#parts;
    const url = history.url();
    const wanted = parseRouteLocation(url) ?? requireRouteLocation(notFoundPathFor(url));
    const { location, isGuardPending } = this.#admitted(wanted);
    const mark = history.currentMark();
    const index = mark?.index ?? 0;
    const key = location === wanted && mark ? mark.key : this.#keyOf(location);
    history.replace({ key, index, layer: 0 }, location.fullPath);
    const known = this.#view.livePages.find((entry) => entry.key === key && !entry.isGuardPending);
    const isSame = !isGuardPending && known?.location.fullPath === location.fullPath;
    this.#show(isSame ? { ...known, index } : { key, index, location, isGuardPending }, direction);
  }

  #handleMove(): void {
    const mark = this.#parts.history.currentMark();
    const before = this.#view.current;
    // A back that only closes a dialog stays on the page.
    if (this.#layers.popTo(mark?.layer ?? 0) && mark?.key === before?.key) return;
    const isBack = (mark?.index ?? 0) <= (before?.index ?? 0);
    void this.#serially(() => this.#arrive(isBack ? "pop" : "push"));
  }
}

/** Returns the location of a path that the app itself wrote and that therefore exists. */
function requireRouteLocation(fullPath: string): RouteLocation {
  const place = parseRouteLocation(fullPath);
  if (!place) throw new Error(`the route table has no ${fullPath}`);
  return place;
}
