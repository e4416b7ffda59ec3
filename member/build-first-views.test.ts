// @vitest-environment node
/** Tests which of the sheets of every page are written into a page that the server renders. */
import { expect, test } from "vitest";
import { neededInline } from "./build-first-views.ts";

const HTML = `<link rel="modulepreload" data-entry crossorigin href="/assets/react-1.js">
<link rel="modulepreload" data-entry crossorigin href="/assets/b/app.js">`;
const inline = ["assets/b/app.css", "assets/b/query.css"];

test("a page without queries has the sheet of the entry, one with queries both", () => {
  expect(neededInline(HTML, ["assets/b/manifest.js"], inline)).toEqual(["assets/b/app.css"]);
  const ofQueries = ["assets/b/detail.js", "assets/b/query.js"];
  expect(neededInline(HTML, ofQueries, inline)).toEqual(inline);
});
