/**
 * Puts what a member saw last of a page into the page that the worker answers with (decision 0255), so
 * that no script of the page has to read, open and insert it before it is painted. The script in the
 * page's head shows it only to the member whose view it is, with a valid login.
 */
import type { LastView } from "../device/last-view-store.ts";
import { STORED } from "../device/stored-pages.ts";

export type OwnedView = LastView & { readonly owner: string; readonly name: string };

const CHUNKS = /<script type="application\/json" id="chunks">(.*?)<\/script>/s;
/** The page up to here is sent at once: the browser makes its document while the view is read. */
const FIRST_SCRIPT = "<script";

type PageFiles = {
  readonly files: readonly string[];
  /** Places in `files`, by the path of the page. */
  readonly pages: Readonly<Record<string, readonly number[]>>;
};

const filesIn = (html: string): PageFiles =>
  JSON.parse(CHUNKS.exec(html)?.[1] ?? '{"files":[],"pages":{}}') as PageFiles;

/** Returns the addresses of the sheets that a page has besides those of every page. */
export function ownSheets(html: string, path: string): readonly string[] {
  const { files, pages } = filesIn(html);
  const own = (new Map(Object.entries(pages)).get(path) ?? []).flatMap(
    (place) => files[place] ?? [],
  );
  return own.filter((file) => file.endsWith(".css")).map((file) => `/${file}`);
}

/** Returns the sheets of all pages that show what was seen last. */
export const sheetsOfStoredPages = (html: string): readonly string[] =>
  Object.keys(filesIn(html).pages)
    .filter((path) => STORED.test(path))
    .flatMap((path) => ownSheets(html, path));

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
/** Returns what an attribute means that the browser has written. */
const unescaped = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&nbsp;", "\u00a0")
    .replaceAll("&amp;", "&");

const STYLED = / data-style="([^"]*)"/g;
/** What could end the rule or the sheet. */
const NO_RULE = /[<>{}\\\n]/;

/**
 * Returns rules for the styles of the view's elements, whose attributes the page's policy forbids.
 * The view's HTML has them as `data-style`.
 */
export function styleRules(html: string): string {
  const styles = new Set(Array.from(html.matchAll(STYLED), ([, style = ""]) => unescaped(style)));
  return [...styles]
    .filter((style) => !NO_RULE.test(style))
    .map((style) => `#last-view [data-style="${style.replaceAll('"', '\\"')}"]{${style}}`)
    .join("");
}

/** Before the lists of files and the script of the head, which run once the view is painted. */
const REST_OF_HEAD = /<script type="application\/json" id="chunks">[\s\S]*?(?=<\/head>)/;

/**
 * Returns the page after its first bytes with the view in it; `css` are the sheets of the page
 * itself. Only the first script of the head runs before the view is painted; it then puts the rest
 * of the head into its place.
 */
function withView(rest: string, { html, ...view }: OwnedView, css: string, nonce: string): string {
  const meta = `<meta name="last-view" content="${escaped(JSON.stringify(view))}">`;
  // Painted once, with the whole view; a browser that does not know the link may paint earlier.
  const expect = '<link rel="expect" href="#app" blocking="render">';
  const box = `<div id="last-view" aria-busy="true">${html}</div>`;
  const styles = `<style nonce="${nonce}">${css}${styleRules(html)}</style>`;
  return `${meta}${expect}${rest}`
    .replaceAll('<link rel="modulepreload" data-entry', "<link data-entry")
    .replace(REST_OF_HEAD, (deferred) => `<template id="rest-of-head">${deferred}</template>`)
    .replace("</head>", () => `${styles}</head>`)
    .replace('<div id="app">', (app) => `${box}${app}`);
}

/** The view to put into a page, and the text of the page's own sheets. */
export type Content = { readonly view: OwnedView; readonly css: string };

const randomNonce = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));

/**
 * Returns the page, with the view in it if there is one. The answer begins before the page has been
 * read. `content` never rejects.
 */
export function pageWithView(
  page: Promise<string>,
  headers: Headers,
  content: Promise<Content | undefined>,
): Response {
  const nonce = randomNonce();
  const policy = headers.get("content-security-policy");
  const allowed = new Headers(headers);
  if (policy !== null)
    allowed.set(
      "content-security-policy",
      policy.replace("style-src ", `style-src 'nonce-${nonce}' `),
    );
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const html = await page;
      const at = html.indexOf(FIRST_SCRIPT);
      controller.enqueue(encoder.encode(html.slice(0, at)));
      const found = await content;
      const rest = html.slice(at);
      const whole = found ? withView(rest, found.view, found.css, nonce) : rest;
      controller.enqueue(encoder.encode(whole));
      controller.close();
    },
  });
  return new Response(body, { headers: allowed });
}
