/**
 * Answers pages with their rendered first view (decision 0144), cached by page, what it shows, city
 * and platform. Where there is none in time, the caller sends the page without a first view.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  CITY_COOKIE,
  type FirstViewAnswer,
  type FirstViewBundle,
  type FirstViewCity,
  type FirstViewPlan,
  type FirstViewPlatform,
  type FirstViewRead,
} from "@yunjing/contract/first-view";
import { ownValue } from "@yunjing/contract/own-value";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Log } from "../log.ts";
import { firstViewHtml } from "./first-view-html.ts";
import { type HtmlPage, htmlPage, sendHtmlPage } from "./html-page.ts";
import { type PageHead, withHead } from "./page-head.ts";
import { pathOf, queryOf } from "./request-path.ts";

/** A visitor waits at most so long for the reads of a first view, in ms (decision 0144). */
const READ_MAX_MS = 150;
/**
 * Age in ms from which a first view is read again. What it reads may come from the catalogue's cache:
 * both ages together are how old a page may be after a publication (decision 0185).
 */
const FRESH_MS = 500;
/** Of pages × their parameters × cities × platforms, the last ones that were asked for. */
const ENTRIES_MAX = 2_000;
/** The memory of all entries, in characters: their HTML and what they show. */
const ENTRIES_MAX_LENGTH = 40_000_000;

/** What the client's build has made for the server. */
export type FirstViewBuild = {
  readonly bundle: FirstViewBundle;
  /** The HTML template of each page. */
  readonly templates: Readonly<Record<string, string>>;
};

/** Loads the server bundle of a client's build; undefined where it is missing or of another build. */
export async function readFirstViews(
  folder: string,
  version: string,
): Promise<FirstViewBuild | undefined> {
  const file = join(folder, "first-views.js");
  if (!existsSync(file)) return undefined;
  const bundle = (await import(pathToFileURL(file).href)) as FirstViewBundle;
  const templates = readFileSync(join(folder, "templates.json"), "utf8");
  return bundle.build === version
    ? { bundle, templates: JSON.parse(templates) as FirstViewBuild["templates"] }
    : undefined;
}

/** `data` is what the page shows, as JSON: it is rendered again only when that changes. */
type Entry = {
  readonly data: string;
  readonly readAt: number;
  readonly page: HtmlPage | undefined;
};

/** Returns the key of a first view in the cache of one build. */
export const firstViewKey = (
  { path, query, city }: FirstViewPlan,
  platform: FirstViewPlatform,
): string =>
  JSON.stringify([
    path,
    Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1)),
    city?.code ?? "",
    platform,
  ]);

export type FirstViewsOptions = {
  readonly build: FirstViewBuild;
  /** Calls an operation that anyone may call; resolves with its declared output. */
  readonly read: (read: FirstViewRead) => Promise<unknown>;
  readonly origin: string | undefined;
  /** Returns the city of a code; undefined for any other text. */
  readonly cityOf: (code: string) => FirstViewCity | undefined;
  /** What this installation adds to each page's head. */
  readonly head?: PageHead | undefined;
  readonly log: Pick<Log, "warn">;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
};

export type FirstViews = {
  /** True for the address of a page with a first view. */
  has(url: string): boolean;
  /** Sends the first view; resolves with false, having sent nothing, when there is none in time. */
  send(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
};

const lengthOf = (entry: Entry | undefined): number =>
  entry === undefined ? 0 : entry.data.length + (entry.page?.length ?? 0);

/** Resolves with undefined when `work` takes longer than a visitor waits. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(done, READ_MAX_MS, undefined);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Creates the cache of first views of one build. */
export function createFirstViews(options: FirstViewsOptions): FirstViews {
  const { build, read, origin, cityOf, head, log, now = () => performance.now() } = options;
  const { bundle, templates } = build;
  const entries = new Map<string, Entry>();
  const refreshes = new Map<string, Promise<Entry>>();
  let length = 0;

  const readAll = (reads: readonly FirstViewRead[]): Promise<FirstViewAnswer[]> =>
    Promise.all(reads.map(async (one) => ({ ...one, data: await read(one) })));

  function render(plan: FirstViewPlan, platform: FirstViewPlatform, answers: FirstViewAnswer[]) {
    const template = ownValue(templates, plan.path);
    if (template === undefined) throw new Error(`${plan.path} has no template`);
    const rendered = bundle.render(plan, platform, answers);
    return htmlPage(firstViewHtml(withHead(template, head), { rendered, platform, origin }));
  }

  /** Reads what the page shows, and renders it when that has changed. Never rejects. */
  async function refresh(key: string, plan: FirstViewPlan, platform: FirstViewPlatform) {
    const before = entries.get(key);
    // What was published while it is read counts from the beginning of the read.
    const readAt = now();
    let entry: Entry = { data: "", readAt, page: undefined };
    try {
      const first = await readAll(plan.reads);
      const answers = [...first, ...(await readAll(bundle.furtherReads(plan, first)))];
      const data = JSON.stringify(answers);
      const isSame = before?.page !== undefined && before.data === data;
      const page = isSame ? before.page : render(plan, platform, answers);
      entry = { data, readAt, page };
    } catch (error) {
      // A page without its first view is rendered by the app, which shows what failed.
      log.warn({ err: error, path: plan.path }, "a first view was not rendered");
    }
    entries.delete(key);
    entries.set(key, entry);
    length += lengthOf(entry) - lengthOf(before);
    for (const [oldest, dropped] of entries) {
      if (entries.size <= ENTRIES_MAX && length <= ENTRIES_MAX_LENGTH) break;
      entries.delete(oldest);
      length -= lengthOf(dropped);
    }
    return entry;
  }

  function current(key: string, plan: FirstViewPlan, platform: FirstViewPlatform) {
    const known = entries.get(key);
    if (known && now() - known.readAt < FRESH_MS) return Promise.resolve(known);
    const running =
      refreshes.get(key) ?? refresh(key, plan, platform).finally(() => refreshes.delete(key));
    refreshes.set(key, running);
    return inTime(running);
  }

  const planOf = (url: string, cityCode = "") =>
    bundle.plan(pathOf(url), queryOf(url), cityOf(cityCode));

  return {
    has: (url) => planOf(url) !== undefined,

    send: async (request, reply) => {
      const { url, headers, cookies } = request;
      const plan = planOf(url, cookies[CITY_COOKIE]);
      if (!plan) return false;
      const platform = bundle.platformOf(headers["user-agent"] ?? "");
      const page = (await current(firstViewKey(plan, platform), plan, platform))?.page;
      if (!page) return false;
      await sendHtmlPage(request, reply, page, "accept-encoding, user-agent, cookie");
      return true;
    },
  };
}
