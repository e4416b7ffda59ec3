/** The home page as a draft: names of its blocks, what is missing, overlaps and holes. Pure. */
import { isInAppPath } from "@yunjing/contract/in-app-path";
import type {
  DraftBlock,
  HomeCheck,
  HomeWarning,
} from "@yunjing/contract/schemas/operators/home-page";
import { inducementText } from "../../../platform/member-text.ts";
import { SHANGHAI_MS } from "../../../platform/shanghai.ts";

export const kindNames: Readonly<Record<DraftBlock["kind"], string>> = {
  banner: "轮播横幅",
  grid: "分类入口",
  notice: "公告",
  zone: "专区",
  brands: "品牌",
};

/** 专区「新人礼」, or 轮播横幅 for a block without a title. */
export const blockName = ({ kind, title }: Pick<DraftBlock, "kind" | "title">): string =>
  title === "" ? kindNames[kind] : `${kindNames[kind]}「${title}」`;

const check = (field: string, isGood: boolean, text: string): HomeCheck => ({
  field,
  isGood,
  text,
});

/** `2026-11-23 15:04` in Shanghai. */
export const minuteText = (ms: number): string =>
  new Date(ms + SHANGHAI_MS).toISOString().slice(0, 16).replace("T", " ");

/** Returns every benefit that a block names. */
export function benefitsIn(block: DraftBlock): readonly string[] {
  if (block.kind === "zone") return block.body.benefitIds;
  if (block.kind !== "banner") return [];
  return block.body.items.flatMap(({ benefitId }) => benefitId ?? []);
}

/** Returns every text of a block that members read. */
function textsIn(block: DraftBlock): string[] {
  const { kind, title, body } = block;
  if (kind === "banner")
    return body.items.flatMap((item) => [item.title, item.subtitle, item.priceNote ?? ""]);
  if (kind === "grid") return body.items.map(({ name }) => name);
  if (kind === "notice") return body.items.map(({ text }) => text);
  return [title];
}

const isPage = (url: string): boolean => isInAppPath(url);

type Fault = readonly [field: string, text: string];
const faultUnless = (isGood: boolean, field: string, text: string): Fault[] =>
  isGood ? [] : [[field, text]];

/** Returns what is missing in a block's content, by the field of its body. */
function contentFaults(block: DraftBlock): Fault[] {
  const { kind, title, body } = block;
  const hasTitle = faultUnless(title.trim() !== "", "title", "还没有标题");
  switch (kind) {
    case "banner":
      return [
        ...faultUnless(body.items.length > 0, "items", "还没有横幅"),
        ...body.items.flatMap((item, at) => [
          ...faultUnless(item.title.trim() !== "", `items.${at}.title`, `第 ${at + 1} 张没有标题`),
          ...faultUnless(
            item.artworks.length > 0,
            `items.${at}.artworks`,
            `第 ${at + 1} 张没有图案`,
          ),
          ...faultUnless(
            isPage(item.link.url),
            `items.${at}.link`,
            `第 ${at + 1} 张没有可打开的页面`,
          ),
        ]),
      ];
    case "grid":
      return [
        ...faultUnless(body.items.length > 0, "items", "还没有入口"),
        ...body.items.flatMap((item, at) => [
          ...faultUnless(item.name.trim() !== "", `items.${at}.name`, `第 ${at + 1} 个没有名称`),
          ...faultUnless(
            isPage(item.link.url),
            `items.${at}.link`,
            `第 ${at + 1} 个没有可打开的页面`,
          ),
        ]),
      ];
    case "notice":
      return [
        ...faultUnless(body.items.length > 0, "items", "还没有公告"),
        ...body.items.flatMap((item, at) => [
          ...faultUnless(item.text.trim() !== "", `items.${at}.text`, `第 ${at + 1} 条没有文字`),
          ...faultUnless(
            item.link === undefined || isPage(item.link.url),
            `items.${at}.link`,
            `第 ${at + 1} 条没有可打开的页面`,
          ),
        ]),
      ];
    case "zone":
      return [...hasTitle, ...faultUnless(body.benefitIds.length > 0, "benefitIds", "还没有商品")];
    case "brands":
      return hasTitle;
    default:
      return block satisfies never;
  }
}

function blockFaults(block: DraftBlock, known: ReadonlySet<string>): HomeCheck[] {
  const { blockId, startsAt, endsAt, audience, gradeMin } = block;
  const fault = (field: string, text: string) =>
    check(`blocks.${blockId}.${field}`, false, `${blockName(block)}：${text}`);
  const isInOrder = startsAt === undefined || endsAt === undefined || startsAt < endsAt;
  const tempting = inducementText(...textsIn(block));
  const unknown = benefitsIn(block).filter((id) => !known.has(id));
  return [
    ...contentFaults(block).map(([field, text]) => fault(field, text)),
    ...(isInOrder ? [] : [fault("endsAt", "结束不晚于开始")]),
    ...(audience === "level" && gradeMin === undefined ? [fault("gradeMin", "没有选等级")] : []),
    ...(tempting === undefined ? [] : [fault("texts", tempting)]),
    ...(unknown.length === 0 ? [] : [fault("benefitIds", `没有商品 ${unknown.join("、")}`)]),
  ];
}

/** Returns the checklist of a publication. `known` are the benefits that exist. */
export function homeChecks(blocks: readonly DraftBlock[], known: ReadonlySet<string>): HomeCheck[] {
  const shown = blocks.filter(({ isOn }) => isOn);
  const faults = shown.flatMap((block) => blockFaults(block, known));
  return [
    check(
      "blocks",
      shown.length > 0,
      shown.length > 0 ? `${shown.length} 个版块` : "还没有显示的版块",
    ),
    ...(faults.length === 0 && shown.length > 0
      ? [check("texts", true, "内容齐全，文案无诱导词，时间有效")]
      : faults),
  ];
}

const DAY_MS = 86_400_000;
/** Overlaps and holes are looked for in the days to come, as the strip of the editor shows them. */
export const STRIP_DAYS = 14;

type Span = { readonly from: number; readonly to: number };
const startOf = ({ startsAt }: DraftBlock): number => startsAt ?? 0;
const endOf = ({ endsAt }: DraftBlock): number => endsAt ?? Number.MAX_SAFE_INTEGER;

/** Returns whether one person in one city may see both. */
function shareMembers(one: DraftBlock, other: DraftBlock): boolean {
  const sharesCity =
    one.regionCodes.length === 0 ||
    other.regionCodes.length === 0 ||
    one.regionCodes.some((code) => other.regionCodes.includes(code));
  const audiences = [one.audience, other.audience];
  return sharesCity && (audiences.includes("all") || one.audience === other.audience);
}

/** Blocks of these kinds are meant to be alone. Of two notices members see the first only. */
const aloneKinds: readonly DraftBlock["kind"][] = ["banner", "grid", "notice", "brands"];

function overlaps(blocks: readonly DraftBlock[], strip: Span): HomeWarning[] {
  return blocks.flatMap((one, at) =>
    blocks.slice(at + 1).flatMap((other) => {
      if (one.kind !== other.kind || !aloneKinds.includes(one.kind)) return [];
      const from = Math.max(startOf(one), startOf(other), strip.from);
      const to = Math.min(endOf(one), endOf(other), strip.to);
      if (from >= to || !shareMembers(one, other)) return [];
      const names = `${blockName(one)}和${blockName(other)}`;
      const rest = one.kind === "notice" ? "，会员只看到前一条" : "";
      return [
        {
          kind: "overlap" as const,
          blockIds: [one.blockId, other.blockId],
          from,
          to,
          text: `${names}在 ${minuteText(from)} 起同时显示${rest}`,
        },
      ];
    }),
  );
}

/** Returns the parts of the strip that no span covers. */
function gapsIn(spans: readonly Span[], strip: Span): Span[] {
  const gaps: Span[] = [];
  let covered = strip.from;
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    if (from > covered && covered < strip.to)
      gaps.push({ from: covered, to: Math.min(from, strip.to) });
    covered = Math.max(covered, to);
  }
  return covered < strip.to ? [...gaps, { from: covered, to: strip.to }] : gaps;
}

/** A home page without slides or entries looks broken; a notice and a zone may end. */
const steadyKinds: readonly DraftBlock["kind"][] = ["banner", "grid"];

function holes(blocks: readonly DraftBlock[], strip: Span): HomeWarning[] {
  return steadyKinds.flatMap((kind) => {
    const own = blocks.filter((block) => block.kind === kind);
    if (own.length === 0) return [];
    const forAll = own.filter(
      ({ audience, regionCodes }) => audience === "all" && regionCodes.length === 0,
    );
    const spans = forAll.map((block) => ({ from: startOf(block), to: endOf(block) }));
    return gapsIn(spans, strip).map(({ from, to }) => ({
      kind: "hole" as const,
      blockIds: own.map(({ blockId }) => blockId),
      from,
      to,
      text: `${kindNames[kind]}在 ${minuteText(from)} 至 ${minuteText(to)} 不是所有会员都有`,
    }));
  });
}

/** Returns the overlaps and holes of the next 14 days, from `nowMs` on. */
export function stripWarnings(blocks: readonly DraftBlock[], nowMs: number): HomeWarning[] {
  const strip = { from: nowMs, to: nowMs + STRIP_DAYS * DAY_MS };
  const shown = blocks.filter(({ isOn }) => isOn);
  return [...overlaps(shown, strip), ...holes(shown, strip)];
}
