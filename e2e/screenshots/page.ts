/** Writes docs/screenshots.md from the list of pictures. */
import { GALLERY } from "../../member/src/shell/facade/gallery.ts";
import { consolePictures, journeyPictures } from "./console-pictures.ts";
import type { Shot } from "./shot.ts";
import { PASSING, shots } from "./shots.ts";

const link = (file: string): string => `[${file.split("/").at(-1)}](screenshots/${file}.png)`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const of = (section: Shot["section"]): Shot[] => shots.filter((shot) => shot.section === section);
const plain = (section: Shot["section"], head: string): string =>
  table(
    [head, "Picture"],
    of(section).map(({ title, file }) => [title, link(file)]),
  );

/** Returns the whole text of docs/screenshots.md. */
export const screenshotsPage = (): string => `# Screenshots

Every page, state and dialog of the member app, at 390 × 844 unless stated, and every page of the
console at 1440 × 900. \`npm run screenshots\` takes all pictures with the demo data and writes this
page.

## Pages

${table(
  ["Title", "Address", "Picture"],
  of("pages").map(({ title, path, file }) => [title, `\`${path.split("?")[0]}\``, link(file)]),
)}

Without a picture, because it redirects to the login page: ${[...PASSING].map((path) => `\`${path}\``).join(", ")}.

## Sheets and results

${plain("sheets", "What")}
| The four posters, as they are saved | ${link("posters")} |

## States

${plain("states", "State")}

## Desktop

${plain("desktop", "Page")}

## Dialogs

${table(
  ["Title", "Picture"],
  GALLERY.map(({ id, label }) => [label, link(`dialogs/${id}`)]),
)}

## Console

${table(
  ["Title", "Address", "Picture"],
  consolePictures.map(({ title, path, file }) => [
    title,
    `\`/console${path.split("?")[0]}\``,
    link(`console/${file}`),
  ]),
)}

## From an empty shop to its first sale

${table(
  ["Step", "Picture"],
  journeyPictures.map(({ title, file }) => [title, link(`console/${file}`)]),
)}
`;
