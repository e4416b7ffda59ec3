/** The form state of a new batch: validation and request input. */
import type { Batch, BatchTarget } from "@yunjing/contract/schemas/batches";
import { checkSymbols, formatCode } from "@yunjing/contract/exchange-code";
import { formatDate } from "../../../device/time.ts";
import { parseYuan, yuanInputText } from "../../../components/yuan.ts";
import type { PricedBatch } from "./dealer-text.ts";
import { type ChosenBenefit, sentChoices, TITLE_MAX, titleOfChoices } from "./choices.ts";

export type DraftTarget = BatchTarget["target"];

/** All values as typed. */
export interface Draft {
  readonly target: DraftTarget;
  readonly brand: string;
  readonly setMealId: string;
  readonly templateId: string;
  /** For a benefit: the options the holder chooses one of. */
  readonly choices: readonly ChosenBenefit[];
  /** For a level: which level, and for how many days. */
  readonly grade: string;
  readonly days: string;
  /** In yuan: the worth of a voucher, of a balance or of a set meal. */
  readonly yuan: string;
  readonly points: string;
  readonly title: string;
  readonly name: string;
  readonly count: string;
  /** How often one code can be redeemed, in total and by one member. */
  readonly usesPerCode: string;
  readonly perMember: string;
  /** `YYYY-MM-DD`, in Shanghai; codes are valid until the end of that day. */
  readonly until: string;
  readonly activation: Batch["activation"];
  readonly note: string;
}

export type DraftField = keyof Draft;
export type DraftErrors = Partial<Readonly<Record<DraftField, string>>>;

/** The props of a form field that edits the draft. */
export interface DraftProps {
  readonly draft: Draft;
  readonly errors: DraftErrors;
  readonly onChange: (changes: Partial<Draft>) => void;
}

/** Brands whose stores accept codes (the dining suppliers of the catalogue). */
export const brands = [
  { id: "kfc", text: "肯德基" },
  { id: "mcdonalds", text: "麦当劳" },
  { id: "luckin", text: "瑞幸咖啡" },
  { id: "heytea", text: "喜茶" },
] as const;

/** The contract's maximum for one batch. */
export const COUNT_MAX = 100_000;
/** The contract's maximum for one code. */
const USES_MAX = 10_000;
const DAYS_MAX = 3_660;
const FIGURE_MAX = 1_000_000_000;
const DAY_MS = 86_400_000;

/** Returns `YYYY-MM-DD`, `days` days after `now`, in Shanghai. */
export const dayAfter = (days: number, now: number): string => formatDate(now + days * DAY_MS);

export const emptyDraft = (now: number): Draft => ({
  target: "points",
  brand: "kfc",
  setMealId: "",
  templateId: "",
  yuan: "",
  points: "",
  usesPerCode: "1",
  perMember: "1",
  choices: [],
  grade: "",
  days: "30",
  title: "",
  name: "",
  count: "",
  until: dayAfter(365, now),
  activation: "now",
  note: "",
});

/** Returns the last instant of a day in Shanghai, in ms; `undefined` for an invalid date. */
export function endOfDay(day: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const end = Date.parse(`${day}T23:59:59.999+08:00`);
  // 30 February is parsed as a day in March, which is not what was typed.
  return Number.isNaN(end) || formatDate(end) !== day ? undefined : end;
}

const wholeNumberOf = (typed: string): number | undefined =>
  /^\d{1,10}$/.test(typed) ? Number(typed) : undefined;

const brandName = ({ brand }: Draft): string => brands.find(({ id }) => id === brand)?.text ?? "";

/** Returns the title shown to the holder when no title was typed. */
export function suggestedTitle(draft: Draft): string {
  const fen = parseYuan(draft.yuan);
  const yuan = fen === undefined || fen === 0 ? "" : yuanInputText(fen);
  const points = wholeNumberOf(draft.points) ?? 0;
  if (draft.target === "points") return points === 0 ? "" : `${points} 积分`;
  if (draft.target === "balance") return yuan && `${yuan} 元余额`;
  if (draft.target === "voucher") return yuan && `${brandName(draft)} ${yuan} 元代金券`;
  if (draft.target === "benefit") return titleOfChoices(draft.choices);
  return "";
}

export const titleOf = (draft: Draft): string => draft.title || suggestedTitle(draft);
export const nameOf = (draft: Draft): string => draft.name || titleOf(draft);

function worthError({ target, yuan, points }: Draft): DraftErrors {
  const fen = parseYuan(yuan) ?? 0;
  const figure = wholeNumberOf(points) ?? 0;
  if (target === "points") {
    return figure > 0 && figure <= FIGURE_MAX ? {} : { points: "请填写 1 以上的整数" };
  }
  if (target === "voucher" || target === "balance") {
    return fen > 0 ? {} : { yuan: "请填写大于 0 的金额" };
  }
  return yuan === "" || fen > 0 ? {} : { yuan: "请填写大于 0 的金额，或留空" };
}

function choiceErrors(draft: Draft): DraftErrors {
  if (draft.target === "benefit") {
    return draft.choices.length > 0 ? {} : { choices: "请添加至少一项权益" };
  }
  if (draft.target !== "level") return {};
  const days = wholeNumberOf(draft.days) ?? 0;
  return {
    ...(draft.grade === "" ? { grade: "请选择等级" } : {}),
    ...(days >= 1 && days <= DAYS_MAX ? {} : { days: "请填写 1 到 3,660 之间的整数" }),
  };
}

/** Returns the errors of the code target; shared by new batches and imports. */
export function targetErrors(draft: Draft, now: number): DraftErrors {
  const end = endOfDay(draft.until);
  const title = titleOf(draft);
  return {
    ...worthError(draft),
    ...choiceErrors(draft),
    ...(draft.target === "meal" && draft.setMealId === "" ? { setMealId: "请填写套餐编号" } : {}),
    ...(draft.target === "coupon" && draft.templateId === ""
      ? { templateId: "请选择或填写券模板" }
      : {}),
    ...(title === "" && ["meal", "coupon", "level"].includes(draft.target)
      ? { title: "请填写持码人看到的名称" }
      : {}),
    ...(title.length > TITLE_MAX ? { title: `最多 ${TITLE_MAX} 个字` } : {}),
    ...(end === undefined ? { until: "请按 2026-12-31 的样子填写" } : {}),
    ...(end !== undefined && end <= now ? { until: "有效期要晚于现在" } : {}),
  };
}

function usesErrors(draft: Draft): DraftErrors {
  const uses = wholeNumberOf(draft.usesPerCode) ?? 0;
  const each = wholeNumberOf(draft.perMember) ?? 0;
  const isUses = uses >= 1 && uses <= USES_MAX;
  return {
    ...(isUses ? {} : { usesPerCode: "请填写 1 到 10,000 之间的整数" }),
    ...(each >= 1 && (!isUses || each <= uses)
      ? {}
      : { perMember: "请填写 1 到可用次数之间的整数" }),
  };
}

/** Returns the errors of a new batch by field; empty when it can be sent. */
export function draftErrors(draft: Draft, now: number): DraftErrors {
  const count = wholeNumberOf(draft.count) ?? 0;
  const isCounted = count >= 1 && count <= COUNT_MAX;
  return {
    ...targetErrors(draft, now),
    ...(isCounted ? {} : { count: "请填写 1 到 100,000 之间的整数" }),
    ...usesErrors(draft),
  };
}

/** Returns the target of the codes from a draft without errors. */
export function targetOf(draft: Draft): BatchTarget {
  const { target, brand, setMealId, templateId } = draft;
  const fen = parseYuan(draft.yuan) ?? 0;
  const whole = { target, title: titleOf(draft), validUntil: endOfDay(draft.until) ?? 0 };
  if (target === "points") return { ...whole, points: Number(draft.points) };
  if (target === "balance") return { ...whole, valueFen: fen };
  if (target === "voucher") return { ...whole, brand, valueFen: fen };
  const face = fen > 0 ? { faceFen: fen } : {};
  if (target === "benefit") return { ...whole, choices: sentChoices(draft.choices), ...face };
  if (target === "level")
    return { ...whole, grade: Number(draft.grade), days: Number(draft.days), ...face };
  if (target === "meal")
    return { ...whole, brand, setMealId, ...(fen > 0 ? { faceFen: fen } : {}) };
  return { ...whole, templateId, ...(fen > 0 ? { valueFen: fen } : {}) };
}

/** Returns the request input from a draft without errors. */
export const inputOf = (draft: Draft) => ({
  name: nameOf(draft),
  target: targetOf(draft),
  count: Number(draft.count),
  activation: draft.activation,
  note: draft.note,
  usesPerCode: Number(draft.usesPerCode),
  perMember: Number(draft.perMember),
});

/** Returns what the price of an unfinished draft depends on; what is not typed yet counts nothing. */
export const pricedOf = (draft: Draft): PricedBatch => ({
  target: targetOf(draft),
  count: wholeNumberOf(draft.count) ?? 0,
  usesPerCode: wholeNumberOf(draft.usesPerCode) ?? 1,
});

/** The same of codes that are imported; each can be redeemed once. */
export const importedOf = (draft: Draft, count: number): PricedBatch => ({
  target: targetOf(draft),
  count,
  usesPerCode: 1,
});

/** A sample code in valid format, shown in place of the batch's real codes. */
const SAMPLE = "7K2M9QWX4TB8HN3D";
export const sampleCode = formatCode(SAMPLE + checkSymbols(SAMPLE));
