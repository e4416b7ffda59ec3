/** For every operation of the operators' host an input of the right shape that names nothing there is. */
import type { ConsoleTopic, Input, Name } from "@yunjing/contract/operations";

type Inputs = { readonly [T in ConsoleTopic]: { readonly [N in Name<T>]: Input<T, N> } };

const batchId = "00000000-0000-7000-8000-000000000000";
const session = "AAAAAAAAAAAAAAAAAAAAAA";
const orderNo = "20260101000000000000";
const reason = "试一试";

const none = { kind: "none" } as const;
const inviteCampaign = {
  ...{ name: "邀请", startsAt: 2, endsAt: 1, budgetFen: 100, monthCap: 50 },
  ...{ inviter: none, invitee: none },
} as const;

export const consoleInputs: Inputs = {
  operatorPassport: {
    smsSend: { phone: "13700009999", scene: "login" },
    smsLogin: { challengeId: session, phone: "13700009999", code: "123456" },
    refresh: {},
    logout: {},
    me: {},
  },
  operatorAudit: { list: {}, verify: {} },
  operatorGuesses: {
    watch: {},
    friction: { mode: "auto", reason },
    plant: { name: "诱饵", count: 1, reason },
  },
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
    decideAppeal: { rewardId: batchId, memberId: batchId, isGranted: true, reason },
    decide: { approvalId: batchId, isApproved: true, reason },
  },
  operatorLevels: {
    list: {},
    change: {
      ...{ grade: "2", sinceVersion: 999, name: "银鲸会员", growthFrom: 500, keepDays: 365 },
      ...{ pointsRate: 110, couponTemplates: [], benefits: [], reason },
    },
    give: { grade: "2", memberId: session, until: 4_000_000_000_000, ref: "gift-1", reason },
  },
  operatorMessages: {
    announcements: {},
    announce: {
      topic: "campaign",
      title: "试一试",
      text: "试一试",
      untilAt: 4_000_000_000_000,
      reason,
    },
    withdraw: { announcementId: batchId, reason },
    ofMember: { memberNo: "00000000" },
    dead: {},
    resend: { memberNo: "00000000", messageId: batchId, channel: "wechat", reason },
    figures: {},
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
    merges: {},
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
    claim: { outNo: "Y00000000", reason },
    handOver: { outNo: "Y00000000", reason },
    delivered: { outNo: "Y00000000", codes: [], reason, evidence: reason },
    failed: { outNo: "Y00000000", reason, evidence: reason },
  },
  operatorSupply: {
    suppliers: {},
    topUp: { supplierId: "topup", amountFen: 100_000, reason },
    switch: { supplierId: "topup", isOn: true, reason },
    closeCircuit: { supplierId: "topup", reason },
    stock: {},
    importCards: { product: "tart", cards: "TART-0001,PASS-0001", dryRun: true, reason },
    alerts: {},
    settlements: {},
    routes: { skuId: "card" },
    setRoute: { skuId: "nothing", supplierId: "topup", priority: 0, isOn: true, reason },
    settlement: { supplierId: "topup", day: "2026-11-20" },
    losses: {},
    settleLoss: { lossId: "00000000-0000-7000-8000-000000000000", reason },
  },
  operatorDealers: {
    list: {},
    set: {
      ...{ memberId: batchId, name: "渠道", priceBp: 8_000, codesMonth: 1, faceFenMonth: 1 },
      ...{ isOn: true, sinceVersion: 0, reason },
    },
    statement: { memberId: batchId, month: "2026-11" },
  },
  operatorPartners: {
    list: {},
    clicks: {},
    orders: {},
    setLink: {
      ...{ linkId: "nothing", partnerId: "nobody", title: "链接", brandName: "品牌" },
      ...{ artwork: "car", tint: "sea", kind: "h5", target: "https://m.nobody.example/", tip: "" },
      ...{ cityCodes: [], isOn: false, sinceVersion: 0, reason },
    },
    switchLink: { linkId: "nothing", isOn: false, reason },
    switchPartner: { partnerId: "nobody", isOn: false, reason },
    proposeHost: { partnerId: "nobody", scheme: "https", place: "m.nobody.example", reason },
    closeHost: { partnerId: "nobody", scheme: "https", place: "m.nobody.example", reason },
    approveHost: { approvalId: batchId, reason },
    rejectHost: { approvalId: batchId, reason },
    pull: { partnerId: "nobody", reason },
  },
  operatorWallet: {
    packages: {},
    setPackage: {
      ...{ packageId: "nothing", amountFen: 1, bonusFen: 0, isChosen: false, isOn: false, sort: 0 },
      reason,
    },
  },
};
