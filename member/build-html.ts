/** What stands in an HTML page itself: its scripts and styles, and their hashes for the CSP. */
import { createHash } from "node:crypto";

/** Returns the hashes of the inline scripts or styles, as a CSP names them. */
export const inlineHashes = (html: string, tag: "script" | "style"): string[] =>
  [
    ...html.matchAll(
      new RegExp(
        `<${tag}(?![^>]*\\b(?:src|type="application/json"))[^>]*>([\\s\\S]*?)</${tag}>`,
        "g",
      ),
    ),
  ].map(([, text = ""]) => `sha256-${createHash("sha256").update(text).digest("base64")}`);

const INLINE_SCRIPT = /<script>[\s\S]*?<\/script>/g;
/** Lines that are only a comment, and the indentation of all lines. */
const UNSENT = /^[ \t]*\/\/.*\n|^[ \t]+/gm;

/** Returns the page with shorter inline scripts. */
export const withoutComments = (html: string): string =>
  html.replace(INLINE_SCRIPT, (script) => script.replace(UNSENT, ""));
