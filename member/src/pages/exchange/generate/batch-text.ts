/** Texts and icons of a batch of codes: its state, its picture and its progress. */
import { ownValue } from "@yunjing/contract/own-value";
import type { Batch, BatchTarget } from "@yunjing/contract/schemas/batches";
import type { ArtworkName, ArtworkTint } from "@yunjing/contract/artwork";
import { countText, moneyText } from "../../../components/money.ts";
import type { TagTone } from "../../../components/tag.tsx";

interface StateText {
  readonly text: string;
  readonly tone: TagTone;
  /** The next step, in one sentence. */
  readonly next: string;
}

export const stateTexts: Readonly<Record<Batch["state"], StateText>> = {
  draft: { text: "草稿", tone: "plain", next: "还没有提交，兑换码尚未生成" },
  generating: { text: "生成中", tone: "sea", next: "正在生成，可以离开本页" },
  failed: { text: "生成失败", tone: "bad", next: "没有生成成功，可以重新生成" },
  ready: { text: "待审核", tone: "warn", next: "等另一人审核，通过前兑换码不能用" },
  active: { text: "已生效", tone: "ok", next: "兑换码可以使用" },
  paused: { text: "已冻结", tone: "warn", next: "整批暂停，恢复后才能兑换" },
  ended: { text: "已结束", tone: "plain", next: "这一批已经结束" },
  void: { text: "已作废", tone: "bad", next: "这一批不能再使用" },
  rejected: { text: "被驳回", tone: "bad", next: "没有通过审核，兑换码不会生效" },
};

/** Returns the text of a batch's state; an expired review has its own text. */
export const stateOf = (batch: Batch): Pick<StateText, "text" | "tone"> =>
  batch.isExpired ? { text: "审核已过期", tone: "plain" } : stateTexts[batch.state];

/** For an approved batch without active codes, the text says why none can be redeemed. */
export function stateNextText(batch: Batch): string {
  const { state, live, asleep, frozen } = batch;
  if (state !== "active" || live > 0) return stateTexts[state].next;
  if (asleep > 0) return "已通过审核，售出后按序号激活";
  return frozen > 0 ? "兑换码已冻结，恢复后才能兑换" : "没有可以兑换的码了";
}

interface TargetAppearance {
  readonly name: string;
  readonly artwork: ArtworkName;
  readonly tint: ArtworkTint;
}

const targetAppearances: Readonly<Record<BatchTarget["target"], TargetAppearance>> = {
  meal: { name: "套餐", artwork: "bucket", tint: "peach" },
  voucher: { name: "代金券", artwork: "ticket", tint: "peach" },
  benefit: { name: "权益", artwork: "gift", tint: "sea" },
  points: { name: "积分", artwork: "coins", tint: "gold" },
  balance: { name: "余额", artwork: "wallet", tint: "sea" },
  coupon: { name: "优惠券", artwork: "coupon", tint: "plum" },
  level: { name: "会员等级", artwork: "crown", tint: "gold" },
};

export const targetAppearance = (target: BatchTarget["target"]): TargetAppearance =>
  targetAppearances[target];

/** Returns the worth of one code; `undefined` when the batch does not state it. */
export function codeValueText({ valueFen, points, faceFen }: BatchTarget): string | undefined {
  if (points !== undefined) return `${countText(points)} 积分`;
  const fen = valueFen ?? faceFen;
  return fen === undefined ? undefined : moneyText(fen, "shop");
}

/**
 * Returns the whole per cent of `all`. A started share is at least 1, an unfinished one at most 99.
 */
export function percentOf(part: number, all: number): number {
  if (all <= 0 || part <= 0) return 0;
  if (part >= all) return 100;
  return Math.min(99, Math.max(1, Math.round((part / all) * 100)));
}

/** Number of codes that can still change: neither redeemed nor void. */
export const openCodeCount = (batch: Batch): number => batch.asleep + batch.live + batch.frozen;

const FIRST_POLL_MS = 600;
const POLL_MAX_MS = 8_000;

/**
 * Returns the delay in ms until the next poll of a batch that is being generated; it grows each
 * time.
 */
export const pollDelayMs = (polls: number): number =>
  Math.min(POLL_MAX_MS, Math.round(FIRST_POLL_MS * 1.5 ** Math.max(0, polls - 1)));

const codeStates: Readonly<Record<string, string>> = {
  INACTIVE: "未激活",
  ACTIVE: "可兑换",
  LOCKED: "兑换中",
  FROZEN: "已冻结",
  VOID: "已作废",
  REDEEMED: "已兑换",
};

export const codeStateText = (state: string): string => ownValue(codeStates, state) ?? state;

/** Returns "第 1–200 号", or "全部 200 个" when the range is the whole batch. */
export const rangeText = ({ from, to }: { from: number; to: number }, count: number): string =>
  from === 1 && to === count
    ? `全部 ${countText(count)} 个`
    : `第 ${countText(from)}–${countText(to)} 号`;
