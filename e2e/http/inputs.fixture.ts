/** For every operation of the contract, an input that is valid but names no existing object. */
import type { Input, Name, Topic } from "@yunjing/contract/operations";
import { consoleInputs } from "./console-inputs.fixture.ts";

type Inputs = { readonly [T in Topic]: { readonly [N in Name<T>]: Input<T, N> } };

const batchId = "00000000-0000-7000-8000-000000000000";
const session = "AAAAAAAAAAAAAAAAAAAAAA";
const receiptToken = session;
const orderNo = "20260101000000000000";
const topUpNo = orderNo;
const storeId = "AAAAAAAA";
const target = {
  target: "points",
  title: "1 积分",
  points: 1,
  validUntil: 4_000_000_000_000,
} as const;

export const inputs: Inputs = {
  passport: {
    smsSend: { phone: "13700009999", scene: "login" },
    smsLogin: { challengeId: session, phone: "13700009999", code: "123456" },
    wechatAuthorize: { referer: "/pages/user/index" },
    wechatLogin: { code: "code", state: "state", termsVersion: "1" },
    refresh: {},
    logout: {},
  },
  identity: {
    list: {},
    wechatAuthorize: { purpose: "profile" },
    wechatReturn: { code: "code", state: "state" },
    wechatUnlink: {},
    phoneSend: { phone: "13700009998" },
    phoneBind: { challengeId: session, phone: "13700009998", code: "123456" },
    phoneChangeSend: { phone: "13700009998", stepUp: session },
    phoneChange: { challengeId: session, phone: "13700009998", code: "123456", stepUp: session },
  },
  merging: {
    preview: { challengeId: session, phone: "13700009998", code: "123456" },
    run: { challengeId: session, phone: "13700009998", code: "123456" },
  },
  tickets: {
    hours: {},
    open: { topic: "order", text: "取餐码看不到", orderNo, smsWanted: false },
    list: {},
    detail: { ticketId: batchId },
    add: { ticketId: batchId, text: "还是看不到" },
    close: { ticketId: batchId },
  },
  closing: {
    show: {},
    request: {
      forfeits: { points: 0, bonusFen: 0, rewardFen: 0, coupons: 0, cards: 0, growth: 0, grade: 1 },
    },
    withdraw: {},
  },
  member: { me: {}, acceptTerms: { termsVersion: "1" }, update: {} },
  home: {
    page: {},
    benefits: {},
    suggest: {},
    benefit: { benefitId: "nothing" },
    favour: { benefitId: "nothing", isFavourite: true },
    categories: {},
    brands: {},
    serviceContacts: {},
    help: {},
    reportLostPage: { path: "/pages/nowhere" },
  },
  invite: {
    summary: {},
    rewards: {},
    visit: { inviteCode: "nobodys0" },
    appeal: { rewardId: "00000000-0000-7000-8000-000000000000", words: "都是真实好友" },
  },
  wechat: { jsdk: { url: "http://127.0.0.1/" } },
  regions: {
    children: {},
    cities: {},
    search: { keyword: "上海" },
    nearest: { lat: 31, lng: 121 },
    hot: {},
  },
  addresses: {
    list: {},
    add: {
      name: "张三",
      phone: "13700009999",
      detail: "科技园1号",
      regionCodes: ["440000", "440300", "440305"],
    },
    recognise: { text: "张三" },
    change: { addressId: batchId },
    remove: { addressId: batchId },
    makeDefault: { addressId: batchId },
    used: { addressId: batchId },
  },
  accounts: { list: { formKind: "phone" }, remove: { savedAccountId: batchId } },
  dining: {
    cities: {},
    stores: { brand: "kfc" },
    store: { storeId },
    menu: { storeId },
    slots: { storeId },
  },
  exchange: {
    open: { code: "NOT-A-CODE-AT-ALL" },
    resume: { session },
    leave: { session },
    redeem: { session },
    orderMeal: {
      session,
      storeId,
      eatType: "dine_in",
      slot: "now",
      contactPhone: "13700009999",
      menuHash: "0123456789abcdef",
    },
  },
  buying: {
    quote: { items: [{ skuId: "nothing", quantity: 1 }] },
    place: { quoteToken: `${session}.${session}` },
    pay: { orderNo, channel: "none" },
    payment: { orderNo },
    cancel: { orderNo },
  },
  orders: {
    list: {},
    summary: {},
    detail: { orderNo },
    received: { orderNo },
    hide: { orderNo },
    receipt: { receiptToken },
    receiptReceived: { receiptToken },
    claim: { receiptToken },
  },
  push: { ticket: { name: "nothing" } },
  refunds: {
    sheet: { orderNo },
    apply: { orderNo, reason: "不想要了" },
    withdraw: { orderNo },
  },
  posters: { list: {}, picture: { posterId: "deep-sea" } },
  coupons: {
    list: {},
    detail: { id: batchId },
    reveal: { id: batchId },
    used: { id: batchId },
    templates: {},
    claim: { templateId: "nothing" },
  },
  levels: { summary: {} },
  security: {
    summary: {},
    sendCode: { purpose: "pay" },
    stepUp: { purpose: "pay", challengeId: session, code: "123456" },
    setPayPassword: { password: "271828", stepUp: session },
  },
  withdrawals: {
    sheet: {},
    create: { amountFen: 1 },
    list: {},
    detail: { withdrawalNo: orderNo },
    cancel: { withdrawalNo: orderNo },
  },
  messages: {
    list: {},
    unread: {},
    read: { ids: [batchId] },
    hide: { ids: [batchId], isHidden: true },
    consents: {},
    consent: { channel: "wechat", subject: "pickup", answer: "asked" },
  },
  points: { summary: {}, records: {}, benefits: {}, signIn: {} },
  wallet: {
    summary: {},
    records: {},
    packages: {},
    topUp: { packageId: "nothing" },
    topUps: {},
    topUpDetail: { topUpNo },
    refundSheet: { topUpNo },
    refund: { topUpNo, refundFen: 1 },
  },
  partners: { link: { linkId: "nothing" }, go: { linkId: "nothing" } },
  batches: {
    create: { name: "批次", count: 1, target },
    list: {},
    detail: { batchId },
    dealer: {},
    statement: { month: "2026-11" },
    submit: { batchId },
    codes: { batchId, last4: "0000" },
    import: { name: "批次", target, dryRun: true, file: "code\n" },
    export: { batchId },
    freeze: { batchId, reason: "不对" },
    resume: { batchId, reason: "不对" },
    activate: { batchId },
    extend: { batchId, validUntil: 4_000_000_000_000, reason: "不对" },
    void: { batchId, reason: "不对" },
  },
  ...consoleInputs,
};
