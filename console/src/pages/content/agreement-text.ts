/**
 * An agreement as one text: a line that begins with `#` is the title of a section, every other line
 * a paragraph of it.
 */
import type { Agreement } from "@yunjing/contract/schemas/agreements";

type Sections = Agreement["sections"];

/** Returns the sections of a text; what stands above the first title gets one without a title. */
export function sectionsOf(text: string): Sections {
  const sections: Sections = [];
  for (const line of text.split("\n").map((one) => one.trim())) {
    if (line.startsWith("#")) sections.push({ title: line.replace(/^#+\s*/, ""), text: [] });
    else if (line !== "") {
      if (sections.length === 0) sections.push({ title: "", text: [] });
      sections.at(-1)?.text.push(line);
    }
  }
  return sections;
}

/** Returns the text of sections, which `sectionsOf` reads again. */
export const bodyOf = (sections: Sections): string =>
  sections
    .map(({ title, text }) => [...(title === "" && text.length > 0 ? [] : [`# ${title}`]), ...text])
    .map((lines) => lines.join("\n\n"))
    .join("\n\n");

/** Returns what stands in an agreement, section by section, to compare two of them. */
export function linesOf({ title, intro, sections }: Agreement): ReadonlyMap<string, string> {
  const seen = new Map<string, number>();
  const named = sections.map((section) => {
    const count = (seen.get(section.title) ?? 0) + 1;
    seen.set(section.title, count);
    const name = section.title === "" ? "没有标题的一节" : section.title;
    return [count > 1 ? `${name}（${count}）` : name, section.text.join("\n")] as const;
  });
  const order = sections.map((section) => section.title).join("、");
  return new Map([["标题", title], ["引言", intro], ...named, ["各节顺序", order]]);
}
