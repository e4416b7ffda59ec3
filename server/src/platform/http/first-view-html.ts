/**
 * Puts a rendered first view into the page's template (decision 0144): title, share preview, content
 * and data.
 */
import {
  FIRST_VIEW_ID,
  type FirstViewPlatform,
  type RenderedFirstView,
} from "@yunjing/contract/first-view";

/** The places in a template, as the client's build writes them (`member/build-first-views.ts`). */
const PLACES = /<!--first-view-(?:platform|head|content|data)-->/;
/** The picture of a share preview without its own, in the client's build. */
const PICTURE_PATH = "/share.png";

const htmlEntities = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);

/** Returns a text as content of an element or of an attribute in double quotes. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => htmlEntities.get(sign) ?? "");

/**
 * Returns a value as JSON for a `<script type="application/json">`: no text in it can end the
 * element, open a comment, or end a line of a script.
 */
export const inlineJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

type Parts = {
  readonly rendered: RenderedFirstView;
  readonly platform: FirstViewPlatform;
  /** Of the share picture, whose address must be absolute; undefined where it is not known. */
  readonly origin: string | undefined;
};

function headOf({ rendered, platform, origin }: Parts): string {
  const { title, share, storedKeys, isGuarded } = rendered;
  const { description, picturePath = PICTURE_PATH } = share;
  const tags: readonly (readonly [kind: "name" | "property", name: string, content: string])[] = [
    ["name", "description", description],
    ["property", "og:type", "website"],
    ["property", "og:title", share.title],
    ["property", "og:description", description],
    ["property", "og:image", `${origin ?? ""}${picturePath}`],
  ];
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...tags.map(
      ([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeHtml(content)}">`,
    ),
    // Painted once, with all of it: a browser that does not know the link may paint an empty page first.
    `<link rel="expect" href="#${FIRST_VIEW_ID}" blocking="render">`,
    `<meta name="first-view" content="${platform}" data-stored="${escapeHtml(storedKeys.join(" "))}"${isGuarded ? " data-guarded" : ""}>`,
  ].join("\n");
}

/** Returns the whole page. Throws when the template lacks a place. */
export function firstViewHtml(template: string, parts: Parts): string {
  const pieces = template.split(PLACES);
  if (pieces.length !== 5) throw new Error("the template of a first view lacks a place");
  const block = `<script type="application/json" id="${FIRST_VIEW_ID}">${inlineJson(parts.rendered.data)}</script>`;
  const filled = [parts.platform, headOf(parts), parts.rendered.html, block];
  return pieces.map((piece, place) => piece + (filled[place] ?? "")).join("");
}
