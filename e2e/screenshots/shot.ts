/** The types of one screenshot: who sees which page, and the steps before the picture. */
import type { Page } from "playwright-core";

/** Viewer of the picture: a visitor without a login, or one of the demo's accounts. */
export type Person = "visitor" | "member" | "newcomer" | "dealer" | "operator";

export type ShotContext = {
  readonly origin: string;
  /** Creates a batch of `count` (default 1) exchange codes of the demo and returns the first. */
  readonly code: (target: "kfc-set" | "kfc-value-50", count?: number) => Promise<string>;
};

export type Shot = {
  /** Path of the file below docs/screenshots, without `.png`. */
  readonly file: string;
  readonly title: string;
  /** The address to open; `undefined` for a path that a step opens. */
  readonly path: string;
  readonly viewer: Person;
  readonly section: "pages" | "sheets" | "states" | "desktop";
  /** Steps between the opened page and the picture. */
  readonly steps?: (page: Page, stage: ShotContext) => Promise<unknown>;
  readonly viewport?: { readonly width: number; readonly height: number };
};
