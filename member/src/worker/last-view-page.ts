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

/** Returns the rest of a page with the view in it; `css` are the sheets of the page itself. */
function withView(rest: string, { html, ...view }: OwnedView, css: string, nonce: string): string {
  const meta = `<meta name="last-view" content="${escaped(JSON.stringify(view))}">`;
  // Painted once, with the whole view; a browser that does not know the link may paint earlier.
  const expect = '<link rel="expect" href="#app" blocking="render">';
  const box = `<div id="last-view" aria-busy="true">${html}</div>`;
  return `${meta}${expect}${rest}`
    .replaceAll('<link rel="modulepreload" data-entry', "<link data-entry")
    .replace("</head>", () => `<style nonce="${nonce}">${css}</style></head>`)
    .replace('<div id="app">', (app) => `${box}${app}`);
}

/** The view to put into a page, and the text of the page's own sheets. */
export type Content = { readonly view: OwnedView; readonly css: string };

const randomNonce = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));

/** Returns the page, with the view in it if there is one; `content` never rejects. */
export function pageWithView(
  html: string,
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
  const at = html.indexOf(FIRST_SCRIPT);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
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
