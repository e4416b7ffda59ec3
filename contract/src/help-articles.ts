/**
 * Help articles that members read until an operator publishes others, true for the current product.
 * When a rule changes, change its answer too.
 */
import type { HelpArticle } from "./schemas/content.ts";

const codeQuestions: readonly Omit<HelpArticle, "topic" | "words">[] = [
  {
    id: "code-use",
    text: "兑换码怎么用？",
    answer: [
      "打开兑换页，输入 18 位兑换码，点查询就能看到它能换什么。餐品券可以不登录直接兑换；积分和余额要登录后才能到账。",
      "兑换码按 4-4-4-4-2 分段，可以整段粘贴，大小写都行。",
    ],
    link: { text: "去兑换", url: "/pages/exchange/manifest" },
  },
  {
    id: "code-typo",
    text: "提示「兑换码输入有误」怎么办？",
    answer: [
      "兑换码自带校验，这个提示说明有一位输错了，不会计入错误次数。请对照原码再看一遍，最省事的办法是复制粘贴。",
    ],
  },
  {
    id: "code-invalid",
    text: "提示「兑换码无效或已使用」怎么办？",
    answer: [
      "这个码不存在、已经用过、过期或被作废时，都显示同一句话。如果是你自己用掉的，可以在订单列表里找到那一单。",
      "输错太多次会暂停一小时，之后可以再试。",
    ],
    link: { text: "看订单", url: "/pages/user/orders" },
  },
  {
    id: "code-hold",
    text: "兑换到一半离开了，码还在吗？",
    answer: [
      "在。打开后我们为你保留 15 分钟，回到兑换页可以接着选。超过 15 分钟没有提交，兑换码自动放开，可以重新输入。",
    ],
  },
];

const pickupQuestions: readonly Omit<HelpArticle, "topic" | "words">[] = [
  {
    id: "pickup-code",
    text: "取餐码在哪里看？",
    answer: [
      "提交后等待页会自动换成取餐码，通常不到 1 分钟，离开页面也不影响。之后在「订单列表」最上面就能看到。",
      "看过的取餐码会存在手机上，没有网络也能打开。",
    ],
    link: { text: "看订单列表", url: "/pages/user/ordtype" },
  },
  {
    id: "pickup-slow",
    text: "一直显示「出码中」怎么办？",
    answer: [
      "我们会反复向门店确认结果。超过 5 分钟转客服处理；超过 10 分钟仍没有结果，会向门店申请取消，取消成功后兑换码自动退回。",
      "请不要重复兑换，同一个码不会出两份餐。",
    ],
  },
  {
    id: "pickup-late",
    text: "错过取餐时间怎么办？",
    answer: [
      "请直接联系门店，大多数门店会为你保留或重做。取餐时段过去 4 小时后，订单会自动变成已完成，取餐码仍能在订单详情里看到。",
    ],
  },
  {
    id: "pickup-change",
    text: "下单后能换门店或餐品吗？",
    answer: ["不能。提交后门店立刻开始备餐，请在确认页核对门店、时段和餐品。"],
  },
];

const refundQuestions: readonly Omit<HelpArticle, "topic" | "words">[] = [
  {
    id: "refund-extra",
    text: "超出餐券面值的部分怎么付？",
    answer: [
      "在线支付还没有开通，所以目前只能选不超过面值的餐品。低于面值的部分不找零，下单前会写明。",
    ],
  },
  {
    id: "refund-code",
    text: "出码失败，兑换码会退吗？",
    answer: [
      "会。门店明确拒绝或取消后，兑换码马上退回，订单显示「已退回」，在订单详情里点「重新使用兑换码」就能再选一次。",
      "同一个码最多退回 3 次，之后由客服处理。",
    ],
  },
  {
    id: "refund-used",
    text: "已经出码的餐品能退吗？",
    answer: ["取餐码发出后不能自动退。餐品有问题请先联系门店，门店无法解决时再找我们。"],
  },
];

const pointsQuestions: readonly Omit<HelpArticle, "topic" | "words">[] = [
  {
    id: "points-get",
    text: "积分怎么得到？",
    answer: [
      "每天签到、完成任务和实付现金下单都能得积分，规则在积分兑换页可以看到。",
      "下单得到的积分在订单完成 7 天后到账，到账前显示为待入账。积分兑换码登录后兑换，马上可用。",
    ],
    link: { text: "去兑换", url: "/pages/exchange/manifest" },
  },
  {
    id: "points-end",
    text: "积分会过期吗？",
    answer: [
      "会。每一笔积分从到账起满 12 个月，在那个月的最后一天过期，用的时候先用最早到期的。30 天内要过期的数量会单独显示。",
    ],
  },
  {
    id: "points-use",
    text: "积分能换什么？",
    answer: ["积分商城还没有开放，积分会留在账户里，开放后可以直接使用。"],
  },
];

const accountQuestions: readonly Omit<HelpArticle, "topic" | "words">[] = [
  {
    id: "account-sms",
    text: "收不到验证码怎么办？",
    answer: [
      "验证码 5 分钟内有效，60 秒后可以重发。请看一下手机的垃圾短信，并确认手机号没有输错。",
      "同一条验证码最多试 5 次，试完请重新获取。",
    ],
  },
  {
    id: "account-phone",
    text: "怎么更换手机号？",
    answer: [
      "先用现在的手机号收验证码，再用新手机号收验证码。30 天内只能更换一次，更换后其他设备会退出登录。",
      "为保护资金，更换后 24 小时内暂停需要验证的提现和余额支付。原手机号收不到短信时，请拨打本页下方的客服电话。",
    ],
    link: { text: "去设置", url: "/pages/user/settings" },
  },
  {
    id: "account-stay",
    text: "登录能保持多久？",
    answer: ["30 天内打开过就一直保持，最长 90 天。手机丢了，可以在另一台设备上退出所有设备。"],
    link: { text: "去设置", url: "/pages/user/settings" },
  },
  {
    id: "account-claim",
    text: "没登录时兑换的订单，怎么收进我的账号？",
    answer: [
      "打开当时的取餐链接，点「登录后可收进我的订单」，登录后点「收进」。一个订单只能收进一个账号。",
    ],
  },
  {
    id: "account-cancel",
    text: "怎么注销账号？",
    answer: [
      "在设置里申请。先处理完未完成的订单、退款、充值和提现，用完或退回余额本金，再逐项确认将失去的内容。",
      "提交后有 7 天冷静期，其间随时可以撤回；到期后账号注销，不能恢复。",
    ],
    link: { text: "去注销", url: "/pages/user/closing" },
  },
];

const withTopic = (
  topic: string,
  articles: readonly Omit<HelpArticle, "topic" | "words">[],
): HelpArticle[] => articles.map((article) => ({ ...article, topic, words: [] }));

export const builtInHelp: readonly HelpArticle[] = [
  ...withTopic("兑换码", codeQuestions),
  ...withTopic("取餐", pickupQuestions),
  ...withTopic("支付退款", refundQuestions),
  ...withTopic("积分", pointsQuestions),
  ...withTopic("账号", accountQuestions),
];
