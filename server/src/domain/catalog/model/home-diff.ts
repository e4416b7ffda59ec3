/** What differs between two states of the home page, as operators read it. Pure. */
import type { DraftBlock } from "@yunjing/contract/schemas/operators/home-page";
import { blockName, kindNames, minuteText } from "./home-page.ts";

export type HomeNames = {
  readonly benefit: (benefitId: string) => string;
  readonly city: (code: string) => string;
};
export type HomeChange = {
  readonly field: string;
  readonly before: string;
  readonly after: string;
};

const NONE = "—";
type Line = readonly [field: string, text: string];

function audienceText({ audience, gradeMin }: DraftBlock): string {
  if (audience === "all") return "全部会员";
  return audience === "new" ? "新会员" : `${gradeMin ?? NONE} 级及以上`;
}

function bodyLines(block: DraftBlock, { benefit, city }: HomeNames): Line[] {
  const { kind, body } = block;
  switch (kind) {
    case "banner":
      return body.items.map((item, at) => [
        `第 ${at + 1} 张`,
        [
          item.title,
          item.subtitle,
          item.benefitId === undefined ? "" : benefit(item.benefitId),
          item.priceNote ?? "",
          item.tint,
          item.artworks.join("+"),
          item.link.url,
          (item.regionCodes ?? []).map(city).join("、"),
          item.gradeMin === undefined ? "" : `${item.gradeMin} 级及以上`,
        ]
          .filter(Boolean)
          .join(" · "),
      ]);
    case "grid":
      return body.items.map(({ name, picture, link }, at) => [
        `第 ${at + 1} 个`,
        `${name} · ${picture.artwork} ${picture.tint} · ${link.url}`,
      ]);
    case "notice":
      return body.items.map(({ text, link }, at) => [
        `第 ${at + 1} 条`,
        link ? `${text} · ${link.url}` : text,
      ]);
    case "zone":
      return [
        ["商品", body.benefitIds.map(benefit).join("、")],
        ["每天截止", body.endsDailyAtHour === undefined ? "" : `${body.endsDailyAtHour}:00`],
      ];
    case "brands":
      return [["数量", `${body.most} 个`]];
    default:
      return block satisfies never;
  }
}

function linesOf(blocks: readonly DraftBlock[], names: HomeNames): Map<string, string> {
  const lines = blocks.flatMap((block) => {
    const { blockId, kind, title, isOn, regionCodes, startsAt, endsAt } = block;
    const own: Line[] = [
      ["标题", title],
      ["显示", isOn ? "是" : "否"],
      ["给谁看", audienceText(block)],
      ["城市", regionCodes.length === 0 ? "全国" : regionCodes.map(names.city).join("、")],
      ["开始", startsAt === undefined ? "" : minuteText(startsAt)],
      ["结束", endsAt === undefined ? "" : minuteText(endsAt)],
      ...bodyLines(block, names),
    ];
    return own.map(([field, text]) => [`${kindNames[kind]} ${blockId} · ${field}`, text] as const);
  });
  return new Map([["顺序", blocks.map(blockName).join("、")], ...lines]);
}

/** Returns the fields that differ, the order first; a missing value is —. */
export function homeChanges(
  before: readonly DraftBlock[],
  after: readonly DraftBlock[],
  names: HomeNames,
): HomeChange[] {
  const old = linesOf(before, names);
  const now = linesOf(after, names);
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field) || NONE, after: now.get(field) || NONE };
    return change.before === change.after ? [] : [change];
  });
}

/** Returns the ids of blocks that differ, are new or are gone. */
export function changedBlocks(
  before: readonly DraftBlock[],
  after: readonly DraftBlock[],
): string[] {
  const same: HomeNames = { benefit: (id) => id, city: (code) => code };
  const textOf = (block: DraftBlock) => JSON.stringify([...linesOf([block], same)]);
  const old = new Map(before.map((block) => [block.blockId, textOf(block)]));
  const ids = new Set(after.map(({ blockId }) => blockId));
  return [
    ...after
      .filter((block) => old.get(block.blockId) !== textOf(block))
      .map(({ blockId }) => blockId),
    ...before.map(({ blockId }) => blockId).filter((id) => !ids.has(id)),
  ];
}
