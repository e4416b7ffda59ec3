/** How the demo's benefits are delivered, used and refunded. */
import type { FormField } from "@yunjing/contract/schemas/benefit";
import type { FulfilmentContract } from "../../domain/catalog/model.ts";

/** The form of a top-up has one field of this name: the account that the supplier tops up. */
const ACCOUNT = "account";

const phone = (label: string): FormField => ({
  name: ACCOUNT,
  label,
  kind: "phone",
  placeholder: `请输入${label}`,
  pattern: "1[3-9]\\d{9}",
  lengthMax: 11,
  wrongText: "请输入正确的 11 位手机号",
});
const video: FormField = {
  name: ACCOUNT,
  label: "会员账号",
  kind: "account",
  placeholder: "绑定的手机号或邮箱",
  pattern: "1[3-9]\\d{9}|[\\w.+-]{1,40}@[\\w-]{1,30}(?:\\.[\\w-]{1,20}){1,3}",
  lengthMax: 60,
  wrongText: "请输入会员账号绑定的手机号或邮箱",
};
const qq: FormField = {
  name: ACCOUNT,
  label: "QQ 号",
  kind: "digits",
  placeholder: "请输入 QQ 号",
  pattern: "[1-9]\\d{4,10}",
  lengthMax: 11,
  wrongText: "QQ 号为 5–11 位数字",
};
const fuelCard: FormField = {
  name: ACCOUNT,
  label: "加油卡号",
  kind: "digits",
  placeholder: "卡面 19 位号码",
  pattern: "100011\\d{13}",
  lengthMax: 19,
  wrongText: "加油卡号以 100011 开头，共 19 位",
};
const plate: FormField = {
  name: ACCOUNT,
  label: "车牌号",
  kind: "account",
  placeholder: "如 沪A12345",
  pattern: "[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-Z][A-Z0-9]{5,6}",
  lengthMax: 8,
  wrongText: "请输入正确的车牌号，字母用大写",
};

type Terms = Partial<FulfilmentContract> & Pick<FulfilmentContract, "delivery" | "usedIn">;

const made = (contractId: string, terms: Terms): FulfilmentContract => ({
  contractId,
  form: [],
  slaSeconds: 60,
  refundRule: "before_code",
  refundDays: undefined,
  validDays: undefined,
  lateMoney: "revive",
  ...terms,
});

const topup = (contractId: string, field: FormField, slaSeconds: number) =>
  made(contractId, { delivery: "topup", usedIn: "account", form: [field], slaSeconds });
const card = (contractId: string, usedIn: "store" | "online", days: number) =>
  made(contractId, { delivery: "card", usedIn, validDays: days, refundDays: days });
/** The days are those of the coupon templates that the benefit grants. */
const coupons = (contractId: string, days: number) =>
  made(contractId, {
    delivery: "coupons",
    usedIn: "order",
    slaSeconds: 0,
    refundRule: "never",
    validDays: days,
  });

export const demoContracts: readonly FulfilmentContract[] = [
  topup("phone-topup", phone("充值手机号"), 600),
  topup("app-topup", phone("会员手机号"), 300),
  topup("video-topup", video, 300),
  topup("qq-topup", qq, 300),
  topup("fuel-topup", fuelCard, 1_800),
  topup("parking-topup", plate, 120),
  card("store-7", "store", 7),
  card("store-30", "store", 30),
  card("store-90", "store", 90),
  card("online-7", "online", 7),
  card("online-30", "online", 30),
  card("online-90", "online", 90),
  made("goods-180", {
    delivery: "card",
    usedIn: "store",
    validDays: 180,
    refundRule: "manual",
    refundDays: 30,
  }),
  made("movie-90", {
    delivery: "movie",
    usedIn: "cinema",
    validDays: 90,
    refundDays: 90,
    // Seats that were not paid in time may already be sold to another customer.
    lateMoney: "refund",
  }),
  coupons("coupons-1", 1),
  coupons("coupons-14", 14),
  coupons("coupons-30", 30),
  coupons("coupons-60", 60),
];
