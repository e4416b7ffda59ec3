/** The names of partners and links, and the words of partners' orders. */
import type { Tone } from "../../parts/tag.tsx";
import type { Partner } from "./link-form.tsx";

export const partnerName = (partners: readonly Partner[], partnerId: string): string =>
  partners.find((one) => one.partnerId === partnerId)?.name ?? partnerId;

export const linkTitle = (partners: readonly Partner[], linkId: string): string =>
  partners.flatMap(({ links }) => links).find((one) => one.linkId === linkId)?.title ?? linkId;

export const orderStates: Readonly<Record<string, readonly [Tone, string]>> = {
  ORDERED: ["outline", "已下单"],
  PAID: ["sea", "已付款"],
  SETTLED: ["ok", "已完成"],
  VOID: ["sand", "已取消"],
};

export const commissionStates: Readonly<Record<string, readonly [Tone, string]>> = {
  NONE: ["outline", "没有"],
  ESTIMATED: ["sea", "预估"],
  SETTLED: ["ok", "已结算"],
  VOID: ["sand", "已取消"],
};
