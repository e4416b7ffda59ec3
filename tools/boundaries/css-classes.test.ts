/** Tests the check of CSS classes and their uses on small sources. */
import { expect, test } from "vitest";
import { classFaults } from "./css-classes.ts";
import type { Source } from "./sources.ts";

const card = "member/src/components/card.module.css";
const page = "member/src/components/card.tsx";
const imports = [
  { text: "./card.module.css", file: card, package: undefined, isTypeOnly: false },
] as const;

const source = (path: string, text: string): Source => ({
  path,
  text,
  imports: path === page ? imports : [],
});

/** Returns the findings for a CSS module and a component that imports it as `styles`. */
const faultsOf = (css: string, code: string, ...others: Source[]): string[] =>
  classFaults([
    source(card, css),
    source(page, `import styles from "./card.module.css";\n${code}`),
    ...others,
  ]);

test("classes that are defined and used have no findings", () => {
  const css = `
    /* .gone is not defined here. */
    @media (max-width: 359.5px) { .card > .head:not(.open) { color: red; } }
    .head { composes: plain; gap: 1.5px; }
    .plain, .open::after { margin: 0; }
    @container (max-width: 10rem) { :global(.elsewhere) .card { margin: 0; } }`;
  const code = "<a className={`${styles.card} ${isOpen ? styles.open : ''}`} id={styles.head} />";
  expect(faultsOf(css, code)).toEqual([]);
});

test("a class that no source uses is found", () => {
  const css = ".card { margin: 0; }\n@media print { .card .foot { margin: 0; } }";
  expect(faultsOf(css, "styles.card; // styles.foot")).toEqual([
    `${card}: no source uses the class foot`,
  ]);
});

test("a use of a class that the module does not define is found", () => {
  expect(faultsOf(".card { margin: 0; }", "styles.card + styles.foot")).toEqual([
    `${page}: uses the class foot, which ${card} does not define`,
  ]);
});

test.each([
  ["a computed name", "styles.card + styles[name]"],
  ["the module as a value", "styles.card + <Head classes={styles} />"],
])("%s is found", (_what, code) => {
  expect(faultsOf(".card { margin: 0; }", code)).toEqual([
    `${page}: styles is used without a class; write styles.<class>`,
  ]);
});

test("an element and a property of the same name as the import are no uses", () => {
  expect(
    faultsOf(".card { margin: 0; }", 'styles.card; <styles></styles>; page.styles; "styles"'),
  ).toEqual([]);
});

test("a composed class of another module is used, and has to be defined there", () => {
  const tap = source("member/src/components/tap.module.css", ".tap { margin: 0; }");
  const css = '.card { composes: tap small from "./tap.module.css"; }';
  expect(faultsOf(css, "styles.card", tap)).toEqual([
    `${card}: uses the class small, which ${tap.path} does not define`,
  ]);
});

const global = "member/src/theme/global.css";

test("a global class is used by className, by composes or by a string of a constant", () => {
  const css = ".row { margin: 0; }\n.wide, .tall, .quiet { margin: 0; }\n.other { margin: 0; }";
  const code =
    'const box = "wide"; <i className={`${styles.card} row ${on === "no" ? "tall" : ""}`} />';
  const card = ".card { composes: quiet from global; }";
  expect(faultsOf(card, code, source(global, css))).toEqual([
    `${global}: no source uses the class other`,
  ]);
});

test("a class that no global file defines is found, in className and in composes", () => {
  const css = source(global, ".row { margin: 0; }");
  const composing = ".card { composes: row quiet from global; }";
  const code = '<i className="row wide" /><i className={`${styles.card} ${isOn ? "tall" : ""}`} />';
  expect(faultsOf(composing, code, css)).toEqual([
    `${card}: uses the class quiet, which a global CSS file does not define`,
    `${page}: uses the class wide, which a global CSS file does not define`,
    `${page}: uses the class tall, which a global CSS file does not define`,
  ]);
});
