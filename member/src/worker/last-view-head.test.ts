// @vitest-environment node
/**
 * Runs the script in the page's head on the worker's page: what was seen last is shown to its owner
 * with a valid login, and removed for everyone else.
 */
import { readFileSync } from "node:fs";
import { Window } from "happy-dom";
import { expect, test } from "vitest";
import { pageWithView } from "./last-view-page.ts";

const PATH = "/pages/user/wallet";
const list = {
  files: ["assets/b/wallet.js"],
  pages: { [PATH]: [0] },
  inline: ["assets/b/app.css"],
};
const SHELL = readFileSync(new URL("../../index.html", import.meta.url), "utf8")
  .replace('<meta name="build" content="">', '<meta name="build" content="b">')
  .replace(
    "<!--chunks-->",
    `<script type="application/json" id="chunks">${JSON.stringify(list)}</script>`,
  )
  .replace(
    '<script type="module" src="/src/main.tsx"></script>',
    '<link rel="modulepreload" data-entry href="/assets/b/app.js">',
  );

const tokenOf = (uid: string): string => `x.${btoa(JSON.stringify({ uid }))}.y`;
const MINUTE_MS = 60_000;

type Visit = {
  readonly token?: string;
  readonly expiresAt?: number;
  readonly index?: object;
  /** Whose view the worker has put into the page. */
  readonly owner?: string;
  readonly address?: string;
};

/** Opens the worker's page in a simulated browser; returns the document before the app is there. */
async function open({ token, expiresAt, index, owner = "m1", address = PATH }: Visit) {
  const view = {
    owner,
    name: PATH,
    html: '<p data-style="height: 8px">余额 ¥45.00</p>',
    title: "我的钱包",
    reads: [],
  };
  const page = pageWithView(
    Promise.resolve(SHELL),
    new Headers(),
    Promise.resolve({ view, css: "" }),
  );
  const window = new Window({
    url: `https://yj.example${address}`,
    settings: {
      enableJavaScriptEvaluation: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
      disableJavaScriptFileLoading: true,
      handleDisabledFileLoadingAsSuccess: true,
    },
  });
  Object.assign(window.HTMLScriptElement, { supports: () => true });
  // The simulated browser paints nothing.
  const PerformanceObserver = class {
    readonly observe: () => void;
    constructor(run: () => void) {
      this.observe = () => void setTimeout(run);
    }
  };
  Object.assign(window, { PerformanceObserver });
  const stored = {
    uni_id_token: token ?? "",
    uni_id_token_expired: String(expiresAt ?? Date.now() + MINUTE_MS),
    "last-views": JSON.stringify(index ?? { owner: "m1", build: "b", bytes: { [PATH]: 100 } }),
  };
  for (const [name, value] of Object.entries(stored)) window.localStorage.setItem(name, value);
  window.document.write(await page.text());
  await Promise.resolve();
  const begun = window.document.querySelector("#last-view p");
  const height = begun ? window.getComputedStyle(begun).height : undefined;
  window.dispatchEvent(new window.Event("DOMContentLoaded"));
  await new Promise((done) => setTimeout(done, 50));
  const { document } = window;
  const box = document.querySelector("#last-view");
  const seen = {
    first: document.documentElement.dataset["first"],
    text: box?.textContent,
    title: document.title,
    height,
    html: document.documentElement.outerHTML,
  };
  await window.happyDOM.close();
  return seen;
}

test("its owner sees it, with its title", async () => {
  const seen = await open({ token: tokenOf("m1") });
  expect(seen).toMatchObject({ first: "last", text: "余额 ¥45.00", title: "我的钱包" });
  // Its styles are there before the document has ended.
  expect(seen.height).toBe("8px");
});

test.each<[string, Visit]>([
  ["another member", { token: tokenOf("m2") }],
  [
    "another member whose index names it",
    { token: tokenOf("m2"), index: { owner: "m2", build: "b", bytes: { [PATH]: 100 } } },
  ],
  ["a visitor without a login", {}],
  ["its owner with an expired login", { token: tokenOf("m1"), expiresAt: 1 }],
  ["its owner once the index is removed", { token: tokenOf("m1"), index: {} }],
  [
    "its owner in another build",
    { token: tokenOf("m1"), index: { owner: "m1", build: "c", bytes: { [PATH]: 100 } } },
  ],
  ["its owner with a fragment in the address", { token: tokenOf("m1"), address: `${PATH}#a` }],
])("%s does not see it, and it is gone from the page", async (_who, visit) => {
  const seen = await open(visit);
  expect(seen.first).toBeUndefined();
  expect(seen.text).toBeUndefined();
  expect(seen.html).not.toContain("45.00");
});
