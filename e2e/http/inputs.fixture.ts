/** For every operation of the contract an input of the right shape that names nothing there is. */
import type { Input, Name, Topic } from "@yunjing/contract/operations";

type Inputs = { readonly [T in Topic]: { readonly [N in Name<T>]: Input<T, N> } };

const batchId = "00000000-0000-7000-8000-000000000000";
const session = "AAAAAAAAAAAAAAAAAAAAAA";
const receiptToken = session;
const orderNo = "20260101000000000000";
const topUpNo = orderNo;
const storeId = "AAAAAAAA";
const reason = "试一试";
const target = {
  target: "points",
  title: "1 积分",
  points: 1,
  validUntil: 4_000_000_000_000,
} as const;

const none = { kind: "none" } as const;
const inviteCampaign = {
  ...{ name: "邀请", startsAt: 2, endsAt: 1, budgetFen: 100, monthCap: 50 },
  ...{ inviter: none, invitee: none },
} as const;

export const inputs: Inputs = {
  passport: {
    smsSend: { phone: "13700009999", scene: "login" },
    smsLogin: { challengeId: session, phone: "13700009999", code: "123456" },
    refresh: {},
    logout: {},
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
    reportLostPage: { path: "/pages/nowhere" },
  },
  invite: { summary: {}, rewards: {}, visit: { inviteCode: "nobodys0" } },
  wechat: { jsdk: { url: "http://127.0.0.1/" } },
  regions: { children: {}, cities: {}, search: { keyword: "上海" }, hot: {} },
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
      ...{ session, storeId, eatType: "dine_in", slot: "now" },
      ...{ contactPhone: "13700009999", menuHash: "0123456789abcdef" },
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
  refunds: {
    sheet: { orderNo },
    apply: { orderNo, reason: "不想要了" },
    withdraw: { orderNo },
  },
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
  batches: {
    create: { name: "批次", count: 1, target },
    list: {},
    detail: { batchId },
    submit: { batchId },
    codes: { batchId, last4: "0000" },
    import: { name: "批次", target, dryRun: true, file: "code\n" },
    approve: { batchId },
    reject: { batchId, reason: "不对" },
  },
  operatorPassport: {
    smsSend: { phone: "13700009999", scene: "login" },
    smsLogin: { challengeId: session, phone: "13700009999", code: "123456" },
    refresh: {},
    logout: {},
    me: {},
  },
  operatorAudit: { list: {} },
  operatorBills: {
    list: {},
    differences: { source: "wechatpay", day: "2026-11-19" },
    ask: { outTradeNo: "P0000000", reason },
    refetch: { source: "wechatpay", day: "2020-01-01", reason },
  },
  operatorCatalog: {
    offers: {},
    publish: { benefitId: "nothing", reason },
    unpublish: { benefitId: "nothing", reason },
    setPrice: {
      ...{ skuId: "nothing", sinceVersion: 1, marketFen: 2, priceFen: 1, costFen: 1, levels: {} },
      reason,
    },
    changeStock: { skuId: "nothing", delta: 1, reason },
    switchSku: { skuId: "nothing", isOn: true, reason },
    scheduleBlock: {
      ...{ blockId: "nothing", kind: "notice", title: "", body: {}, audience: "all" },
      ...{ regionCodes: [], sort: 0 },
    },
  },
  operatorCampaigns: {
    list: {},
    create: {
      ...{ templateId: "no-rules", title: "没有规则", look: "plain", scopeText: "", tips: [] },
      ...{ useAt: {}, rules: { type: "amount" }, validity: { mode: "claim", days: 1 } },
      ...{ audience: {}, perMember: 1, isListed: true, sort: 0 },
    },
    submit: { templateId: "nothing", reason },
    approve: { templateId: "nothing", reason },
    reject: { templateId: "nothing", reason },
    pause: { templateId: "nothing", reason },
    resume: { templateId: "nothing", reason },
    stop: { templateId: "nothing", how: "keep", reason },
    give: { templateId: "nothing", memberIds: [session], ref: "gift-1", reason },
  },
  operatorPoints: {
    rules: {},
    changeRule: { ruleId: "nickname", sinceVersion: 1, isOn: true, points: [1, 2], reason },
  },
  operatorRefunds: {
    list: {},
    approve: { refundNo: "R0000000", reason },
    reject: { refundNo: "R0000000", reason },
    retry: { refundNo: "R0000000", reason },
  },
  operatorLevels: {
    list: {},
    change: {
      ...{ grade: "2", sinceVersion: 999, name: "银鲸会员", growthFrom: 500, keepDays: 365 },
      ...{ pointsRate: 110, couponTemplates: [], benefits: [], reason },
    },
    give: { grade: "2", memberId: session, until: 4_000_000_000_000, ref: "gift-1", reason },
  },
  operatorInvitations: {
    campaigns: {},
    create: { ...inviteCampaign, reason },
    change: { ...inviteCampaign, campaignId: batchId, isOn: true, sinceVersion: 1, reason },
    bindings: {},
    transfer: { bindingId: batchId, memberId: batchId, inviterId: batchId, reason },
    reject: { bindingId: batchId, memberId: batchId, reason },
    held: {},
    approveReward: { rewardId: batchId, memberId: batchId, reason },
    rejectReward: { rewardId: batchId, memberId: batchId, reason },
    decide: { approvalId: batchId, isApproved: true, reason },
  },
  operatorWithdrawals: {
    list: {},
    unknown: {},
    approveMany: { withdrawalNos: [orderNo], reason },
    approve: { withdrawalNo: orderNo, reason },
    reject: { withdrawalNo: orderNo, reason },
    retry: { withdrawalNo: orderNo, reason },
    recall: { withdrawalNo: orderNo, reason },
    settlements: {},
    settle: { withdrawalNo: orderNo, found: "paid", reason },
    approveSettlement: { approvalId: batchId, reason },
    rejectSettlement: { approvalId: batchId, reason },
  },
  operatorBooks: {
    balance: {},
    runs: {},
    cases: {},
    case: { caseId: batchId },
    propose: { caseId: batchId, memberId: batchId, account: "available", amount: 1, reason },
    dismiss: { caseId: batchId, reason },
    freezes: {},
    freeze: { memberId: batchId, asset: "CNY", reason },
    thaw: { memberId: batchId, asset: "CNY", reason },
  },
  operatorAdjustments: {
    list: {},
    propose: { memberId: batchId, account: "available", amount: 1, reason },
    approve: { approvalId: batchId, reason },
    reject: { approvalId: batchId, reason },
  },
  operatorDesk: {
    list: {},
    delivered: { outNo: "Y00000000", codes: [], reason },
    failed: { outNo: "Y00000000", reason },
  },
  operatorSupply: {
    suppliers: {},
    topUp: { supplierId: "topup", amountFen: 100_000, reason },
    switch: { supplierId: "topup", isOn: true, reason },
    closeCircuit: { supplierId: "topup", reason },
    stock: {},
    importCards: { product: "tart", cards: "TART-0001,PASS-0001", dryRun: true, reason },
    alerts: {},
    losses: {},
    settleLoss: { lossId: "00000000-0000-7000-8000-000000000000", reason },
  },
  operatorWallet: {
    packages: {},
    setPackage: {
      ...{ packageId: "nothing", amountFen: 1, bonusFen: 0, isChosen: false, isOn: false, sort: 0 },
      reason,
    },
  },
};
