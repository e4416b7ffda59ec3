/** Two editors of the home page's draft: the blocks that differ, one line each. */
import { Conflict } from "../../parts/conflict.tsx";
import type { DraftHands } from "../../parts/use-draft.ts";
import {
  audienceText,
  type Block,
  type City,
  citiesText,
  nameOf,
  sizeText,
  type Saved,
} from "./blocks.ts";

/** The words by which an operator knows an entry of a block. */
function wordsOf(block: Block): readonly string[] {
  const { kind, body } = block;
  if (kind === "zone") return body.benefitIds;
  if (kind === "grid") return body.items.map(({ name }) => name);
  if (kind === "notice") return body.items.map(({ text }) => text);
  return kind === "banner" ? body.items.map(({ title }) => title) : [];
}

/** Returns one line a block: its place, what it is, for whom, where, and its entries. */
function linesOf(blocks: readonly Block[], cityName: (code: string) => string) {
  return new Map(
    blocks.map((block, at) => {
      const parts = [
        `第 ${at + 1} 块 ${nameOf(block)}`,
        block.isOn ? "" : "已隐藏",
        sizeText(block),
        audienceText(block),
        citiesText(block, cityName),
        wordsOf(block).join("、"),
      ];
      return [block.blockId, parts.filter(Boolean).join(" · ")];
    }),
  );
}

/** Returns the same text for the same content, in whatever order its fields are. */
function sameText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sameText).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${name}:${sameText(field)}`).join()}}`;
}

export function BlocksConflict(props: {
  readonly hands: DraftHands<readonly Block[], Saved>;
  readonly cities: readonly City[];
}) {
  const { theirs, draft, settle } = props.hands;
  if (!theirs) return null;
  const cityName = (code: string) => props.cities.find((one) => one.code === code)?.name ?? code;
  const before = linesOf(theirs.draft, cityName);
  const after = linesOf(draft, cityName);
  const names = new Map([...theirs.draft, ...draft].map((block) => [block.blockId, nameOf(block)]));
  const changes = [...names].flatMap(([id, field]) => {
    const change = { field, before: before.get(id) ?? "没有", after: after.get(id) ?? "没有" };
    const bodyIn = (blocks: readonly Block[]) => sameText(blocks.find((one) => one.blockId === id));
    if (change.before !== change.after) return [change];
    return bodyIn(theirs.draft) === bodyIn(draft)
      ? []
      : [{ ...change, before: `${change.before} · 内容不同`, after: `${change.after} · 内容不同` }];
  });
  return <Conflict of="草稿" theirs={theirs} changes={() => changes} onSettle={settle} />;
}
