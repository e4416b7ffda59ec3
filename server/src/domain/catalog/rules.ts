/**
 * The rules, steps and promises shown to a member, generated from the contract, so that text and
 * behaviour agree.
 */
import type { Limits } from "@yunjing/contract/schemas/benefit";
import type { DraftPreview } from "@yunjing/contract/schemas/operators/goods";
import type { FulfilmentContract } from "./model.ts";
import { deliveryKinds } from "./model/delivery-kinds.ts";
import { expiryDaysOf, validityTag, validityText } from "./validity.ts";

export type Rule = { readonly title: string; readonly text: string };
export type Terms = {
  readonly contract: FulfilmentContract;
  readonly limits: Limits;
  /** Names of the cities where it is available; empty for all. */
  readonly cityNames: readonly string[];
  readonly brandName: string;
};

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

/** 30 → 30 秒, 600 → 10 分钟, 7200 → 2 小时; rounded up. */
export function durationText(seconds: number): string {
  if (seconds < MINUTE_S) return `${seconds} 秒`;
  if (seconds < HOUR_S) return `${Math.ceil(seconds / MINUTE_S)} 分钟`;
  if (seconds < DAY_S) return `${Math.ceil(seconds / HOUR_S)} 小时`;
  return `${Math.ceil(seconds / DAY_S)} 天`;
}

/** Returns what is delivered after payment, and how soon. */
export function deliveryText({ delivery, slaSeconds }: FulfilmentContract): string {
  const soon = slaSeconds === 0 ? "立即" : `约 ${durationText(slaSeconds)}内`;
  return `支付后${soon}${deliveryKinds[delivery].arrivalText}`;
}

const from = (days: number | undefined): string =>
  days === undefined ? "" : `购买后 ${days} 天内`;

/** Returns what is refundable, and until when. */
export function refundText(contract: FulfilmentContract): string {
  const { refundRule, refundDays, delivery } = contract;
  switch (refundRule) {
    case "unused_auto":
      return `${from(refundDays)}未使用可随时申请退款，原路退回。`;
    case "before_code": {
      const period = refundDays === undefined ? "" : `（${from(refundDays)}）`;
      return deliveryKinds[delivery].refund.beforeCodeText(period);
    }
    case "manual":
      return `${from(refundDays)}可提交退款申请，由客服核实未使用后处理。`;
    case "never":
      return "兑换成功后不支持退款。发放失败会自动全额退回。";
  }
}

const labelsOf = ({ form }: FulfilmentContract): string =>
  form.map(({ label }) => label).join("、");

type Usage = (brand: string, contract: FulfilmentContract) => string;
const usage: Readonly<Record<FulfilmentContract["usedIn"], Usage>> = {
  account: (_, contract) => `直接充入所填的${labelsOf(contract)}，请在提交前核对。`,
  store: (brand) => `到${brand}门店点单时向店员出示券码，一码一次。`,
  online: (brand) => `在${brand}的 App 或小程序中输入券码使用，一码一次。`,
  cinema: () => "在影院自助机或柜台出示券码换票，座位以影院安排为准。",
  order: () => "在本站下单时选用，满足条件即可抵扣。",
};

function validText({ delivery, validDays }: FulfilmentContract): string | undefined {
  if (validDays === undefined) return undefined;
  return deliveryKinds[delivery].validDays === "membership"
    ? `会员时长自到账起计算，共 ${validDays} 天。`
    : validityText(validDays);
}

/** Returns all limits in one line: 每单限 2 件，每人每天限 3 件; undefined when there is none. */
export function limitText({ perOrder, perDay, perMonth, life }: Limits): string | undefined {
  const parts = [
    perOrder === undefined ? [] : `每单限 ${perOrder} 件`,
    perDay === undefined ? [] : `每人每天限 ${perDay} 件`,
    perMonth === undefined ? [] : `每人每月限 ${perMonth} 件`,
    life === undefined ? [] : `每人限购 ${life} 件`,
  ].flat();
  return parts.length === 0 ? undefined : parts.join("，");
}

/** Returns the rules in display order; leaves out entries that do not apply. */
export function rulesOf({ contract, limits, cityNames, brandName }: Terms): Rule[] {
  const places =
    cityNames.length === 0 ? "全国可用" : `仅限${cityNames.join("、")}使用，其他城市暂不支持`;
  const limit = limitText(limits);
  const valid = validText(contract);
  return [
    {
      title: "到账时间",
      text: `${deliveryText(contract)}；超时未到账将由客服跟进，失败全额退回。`,
    },
    { title: "使用方法", text: usage[contract.usedIn](brandName, contract) },
    ...(valid === undefined ? [] : [{ title: "有效期", text: valid }]),
    { title: "使用范围", text: `${places}。` },
    ...(limit === undefined ? [] : [{ title: "购买限制", text: `${limit}。` }]),
    { title: "退款规则", text: refundText(contract) },
  ];
}

/** Returns how the benefit is used, step by step. */
export function stepsOf({ contract }: Terms): string[] {
  const filled = labelsOf(contract);
  const buy = filled ? [`填写${filled}`, "确认订单并支付"] : ["确认订单并支付"];
  switch (contract.usedIn) {
    case "account":
      return [...buy, deliveryText(contract), "在订单里查看结果"];
    case "store":
      return [...buy, "在订单或卡包查看券码", "到店点单时出示"];
    case "online":
      return [...buy, "在订单或卡包查看券码", "在品牌 App 或小程序中输入使用"];
    case "cinema":
      return [...buy, "在订单或卡包查看券码", "到影院出示换票"];
    case "order":
      return [...buy, "在我的卡包查看", "下单时选用"];
  }
}

const refundPromises: Readonly<
  Record<Exclude<FulfilmentContract["refundRule"], "before_code">, string>
> = {
  unused_auto: "未用可退",
  manual: "可申请退款",
  never: "不支持退款",
};

/** Returns short promises for the tag row. */
export function promisesOf({ contract, cityNames }: Terms): string[] {
  const { slaSeconds, refundRule } = contract;
  const { fastText, refund } = deliveryKinds[contract.delivery];
  const expiryDays = expiryDaysOf(contract);
  return [
    ...(slaSeconds <= MINUTE_S ? [fastText] : []),
    refundRule === "before_code" ? refund.beforeCodePromise : refundPromises[refundRule],
    ...(expiryDays === undefined ? [] : [validityTag(expiryDays)]),
    cityNames.length === 0 ? "全国可用" : "限定城市",
  ];
}

/** Returns every text that members read because of a contract. */
export const textsOfContract = (terms: Terms): DraftPreview => ({
  deliveryText: deliveryText(terms.contract),
  promises: promisesOf(terms),
  rules: rulesOf(terms),
  steps: stepsOf(terms),
});
