/** The blocks of the home page in the editor: kinds, names, new ones, and their state today. */
import { Flame, Image, LayoutGrid, type LucideIcon, Megaphone, Store } from "lucide-react";
import type { api, OutputOf } from "../../api/client.ts";
import { timeText } from "../../parts/format.ts";
import type { Tone } from "../../parts/tag.tsx";

export type HomeState = OutputOf<typeof api.operatorHomePage.detail>;
/** What the server answers after a save. */
export type Saved = Pick<
  HomeState,
  "sinceVersion" | "checks" | "warnings" | "goods" | "changed" | "savedAt"
>;
export type Block = HomeState["blocks"][number];
export type Kind = Block["kind"];
export type BlockOf<K extends Kind> = Extract<Block, { kind: K }>;
export type City = OutputOf<typeof api.operatorHomePage.cities>["list"][number];

export const kinds: Readonly<Record<Kind, { readonly name: string; readonly icon: LucideIcon }>> = {
  banner: { name: "轮播横幅", icon: Image },
  grid: { name: "分类入口", icon: LayoutGrid },
  notice: { name: "公告", icon: Megaphone },
  zone: { name: "专区", icon: Flame },
  brands: { name: "品牌", icon: Store },
};
export const kindChoices: readonly (readonly [Kind, string])[] = [
  ["banner", kinds.banner.name],
  ["grid", kinds.grid.name],
  ["notice", kinds.notice.name],
  ["zone", kinds.zone.name],
  ["brands", kinds.brands.name],
];

const ID_BYTES = 5;
/** Returns an id that no other block or entry has. */
export function newId(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return `${prefix}-${Array.from(bytes, (byte) => byte.toString(36)).join("")}`;
}

/** Returns an empty block of a kind, for all members everywhere. */
export function newBlock(kind: Kind): Block {
  const shared = {
    blockId: newId(kind),
    title: kind === "brands" ? "热门品牌" : "",
    isOn: true,
    audience: "all" as const,
    regionCodes: [],
  };
  switch (kind) {
    case "banner":
      return { ...shared, kind, body: { items: [] } };
    case "grid":
      return { ...shared, kind, body: { items: [] } };
    case "notice":
      return { ...shared, kind, body: { items: [] } };
    case "zone":
      return { ...shared, kind, body: { benefitIds: [] } };
    case "brands":
      return { ...shared, kind, body: { most: 8 } };
    default:
      return kind satisfies never;
  }
}

/** 新人礼, or 轮播横幅 for a block without a title. */
export const nameOf = ({ kind, title }: Block): string => title || kinds[kind].name;

/** How many entries it has: 4 张, 10 个. */
export function sizeText({ kind, body }: Block): string {
  if (kind === "banner") return `${body.items.length} 张`;
  if (kind === "zone") return `${body.benefitIds.length} 件`;
  if (kind === "brands") return `至多 ${body.most} 个`;
  return kind === "grid" ? `${body.items.length} 个` : `${body.items.length} 条`;
}

export function audienceText({ audience, gradeMin }: Block): string {
  if (audience === "all") return "全部会员";
  return audience === "new" ? "新会员" : `${gradeMin ?? "?"} 级及以上`;
}

export function citiesText({ regionCodes }: Block, nameOfCity: (code: string) => string): string {
  const [first, ...more] = regionCodes;
  if (first === undefined) return "全国";
  return more.length === 0 ? nameOfCity(first) : `${nameOfCity(first)}等 ${regionCodes.length} 城`;
}

/** Until when or from when it is shown: 长期, 至 11-30, 12-01 起. */
export function periodText({ startsAt, endsAt }: Block, now: number): string {
  if (startsAt !== undefined && startsAt > now) return `${timeText(startsAt)} 起`;
  return endsAt === undefined ? "长期" : `至 ${timeText(endsAt)}`;
}

/** The state of a block in the list. */
export function stateOf(block: Block, isChanged: boolean, now: number): readonly [Tone, string] {
  const { isOn, startsAt = 0, endsAt = Infinity } = block;
  if (isChanged) return ["sea", "草稿"];
  if (!isOn) return ["sand", "已隐藏"];
  if (startsAt > now) return ["sand", "未到时间"];
  return endsAt <= now ? ["sand", "已结束"] : ["ok", "生效中"];
}

/** Returns the list with one block at another place. */
export function moved(blocks: readonly Block[], from: number, to: number): Block[] {
  const block = blocks[from];
  const rest = blocks.filter((_, at) => at !== from);
  return block ? rest.toSpliced(to, 0, block) : [...blocks];
}
