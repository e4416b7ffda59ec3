/** What differs between two states of the home page, as operators read it. Pure. */
import type { DraftBlock } from "@yunjing/contract/schemas/operators/home-page";
import { blockName, minuteText } from "./home-page.ts";

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

function ownLines(block: DraftBlock, names: HomeNames): Line[] {
  const { title, isOn, regionCodes, startsAt, endsAt } = block;
  return [
    ["标题", title],
    ["显示", isOn ? "是" : "否"],
    ["给谁看", audienceText(block)],
    ["城市", regionCodes.length === 0 ? "全国" : regionCodes.map(names.city).join("、")],
    ["开始", startsAt === undefined ? "" : minuteText(startsAt)],
    ["结束", endsAt === undefined ? "" : minuteText(endsAt)],
    ...bodyLines(block, names),
  ];
}

const textOf = (block: DraftBlock, names: HomeNames): string =>
  ownLines(block, names)
    .filter(([field, text]) => field !== "标题" && text !== "")
    .map(([field, text]) => `${field}：${text}`)
    .join("；");

const byId = (blocks: readonly DraftBlock[]) =>
  new Map(blocks.map((block) => [block.blockId, block]));

/** Returns the fields in which one block differs. */
function blockChanges(before: DraftBlock, after: DraftBlock, names: HomeNames): HomeChange[] {
  const old = new Map(ownLines(before, names));
  const now = new Map(ownLines(after, names));
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((field) => {
    const change = { before: old.get(field) || NONE, after: now.get(field) || NONE };
    const name = `${blockName(after)} · ${field}`;
    return change.before === change.after ? [] : [{ field: name, ...change }];
  });
}

/** Returns what differs, the order first; a block that is new or gone is one line. */
export function homeChanges(
  before: readonly DraftBlock[],
  after: readonly DraftBlock[],
  names: HomeNames,
): HomeChange[] {
  const old = byId(before);
  const now = byId(after);
  const orderOf = (blocks: readonly DraftBlock[]) => blocks.map(blockName).join("、") || NONE;
  const order = { field: "顺序", before: orderOf(before), after: orderOf(after) };
  const kept = after.flatMap((block) => {
    const past = old.get(block.blockId);
    if (past) return blockChanges(past, block, names);
    return [{ field: blockName(block), before: NONE, after: textOf(block, names) }];
  });
  const gone = before
    .filter(({ blockId }) => !now.has(blockId))
    .map((block) => ({ field: blockName(block), before: textOf(block, names), after: NONE }));
  return [...(order.before === order.after ? [] : [order]), ...kept, ...gone];
}

/** Returns the ids of blocks that differ, are new or are gone. */
export function changedBlocks(
  before: readonly DraftBlock[],
  after: readonly DraftBlock[],
): string[] {
  const same: HomeNames = { benefit: (id) => id, city: (code) => code };
  const old = byId(before);
  const now = byId(after);
  const isKept = (block: DraftBlock) => {
    const past = old.get(block.blockId);
    return past !== undefined && blockChanges(past, block, same).length === 0;
  };
  return [
    ...after.filter((block) => !isKept(block)).map(({ blockId }) => blockId),
    ...before.map(({ blockId }) => blockId).filter((id) => !now.has(id)),
  ];
}
