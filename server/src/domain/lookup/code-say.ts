/** The sentence that customer service may tell a member about a code, for every state and refusal. */
import type { OperatorCodeState } from "@yunjing/contract/schemas/operators/codes";
import { shanghaiDay, shanghaiMinute } from "../../platform/shanghai.ts";

/** What the sentence depends on. Instants in ms, money in fen. */
export type CodeFacts = {
  readonly state: OperatorCodeState;
  readonly batchState: string;
  readonly title: string;
  readonly now: number;
  readonly validFrom: number;
  readonly validUntil: number;
  readonly lockUntil: number | null;
  readonly waitsForPay: boolean;
  readonly differenceFen: number | null;
  readonly usesPerCode: number;
  readonly usesLeft: number;
  readonly givenBack: number;
  /** The display state of the newest order in Chinese. */
  readonly orderText: string | undefined;
};

const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;

/** Returns the minute of an instant in ms, with the year when it is not the year of `now`. */
function minuteOf(at: number, now: number): string {
  const year = shanghaiDay(at).slice(0, 4);
  return `${year === shanghaiDay(now).slice(0, 4) ? "" : `${year}年`}${shanghaiMinute(at)}`;
}

function sayLocked({ waitsForPay, differenceFen, lockUntil }: CodeFacts): string {
  const until = lockUntil === null ? "" : shanghaiMinute(lockUntil);
  if (waitsForPay) {
    return `你的订单还差 ${yuan(differenceFen ?? 0)} 未付，请在 ${until} 前付款；不付款的话，兑换码会自动退回，可以重新使用。`;
  }
  return `兑换码正在兑换页面中使用，${until} 后会自动放开；如果不是你本人在操作，请马上告诉我们。`;
}

function sayActive(facts: CodeFacts): string {
  const { batchState, validFrom, validUntil, now, usesPerCode, usesLeft, givenBack, title } = facts;
  if (batchState === "paused") return "这批兑换码正在核查，暂时不能使用，恢复后我们会通知你。";
  if (batchState === "ready" || batchState === "generating") {
    return "这张兑换码还没有开始发放，请向发码方确认。";
  }
  if (validFrom > now) return `兑换码从 ${minuteOf(validFrom, now)} 起可以使用，请到时再兑换。`;
  const end = minuteOf(validUntil, now);
  if (usesPerCode > 1) return `兑换码可以使用，还剩 ${usesLeft} 次，请在 ${end} 前兑换。`;
  if (givenBack > 0) return `上次没有成功，兑换码已退回，请在 ${end} 前重新兑换「${title}」。`;
  return `兑换码可以使用，请在 ${end} 前兑换「${title}」。`;
}

/** Returns the sentence for the state of a code. */
export function sayOf(facts: CodeFacts): string {
  switch (facts.state) {
    case "INACTIVE":
      return "这张兑换码还没有激活，请让售出方激活后再使用。";
    case "ACTIVE":
      return sayActive(facts);
    case "LOCKED":
      return sayLocked(facts);
    case "REDEEMED":
      return facts.orderText === undefined
        ? `兑换码已经兑换过「${facts.title}」，不能再次使用。`
        : `兑换码已经兑换过「${facts.title}」，订单状态：${facts.orderText}。`;
    case "EXPIRED":
      return `兑换码已于 ${minuteOf(facts.validUntil, facts.now)} 过期，不能再使用。`;
    case "FROZEN":
      return "这张兑换码正在核查，暂时不能使用，核查结束后我们会联系你。";
    case "VOID":
      return "这张兑换码已经作废，不能使用，请联系发码方处理。";
  }
}

/** What a look-up without a result means. */
export type MissKind = "typo" | "unknown" | "last4" | "order" | "receipt";

/** Returns the sentence for a look-up that found nothing. */
export function sayNotFound(kind: MissKind): string {
  switch (kind) {
    case "typo":
      return "兑换码有输错的字符，请对照原码再核对一遍（没有字母 I、L、O、U）。";
    case "unknown":
      return "我们没有这张兑换码，请确认是否从正规渠道取得，或把完整的码发给我们核对。";
    case "last4":
      return "没有以这四位结尾的兑换码，请再核对尾号，或提供完整的码。";
    case "order":
      return "这张订单没有使用兑换码。";
    case "receipt":
      return "收据链接无效或已过期，请重新打开收据，或提供订单号。";
  }
}
