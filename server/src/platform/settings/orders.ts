/** Settings of orders, cards, fulfilment, dining and the catalogue. */
import { count, days, fen, money, ms, permille, type AdjustableTopic } from "./adjustable.ts";
import { DAY, HOUR, MINUTE, SECOND } from "./durations.ts";

export const ordersSettings = {
  // Orders (domain.md 3)
  unpaidOrderMs: 15 * MINUTE,
  unpaidMealMs: 10 * MINUTE,
  holdSlackMs: MINUTE,
  ordersUnpaidMax: 5,
  quoteMs: 15 * MINUTE,
  couponsPerOrderMax: 1,
  /**
   * Spending more than this of the balance in one order requires a step-up proof (domain.md 14).
   */
  balanceWithoutStepUpFen: 20_000,
  /**
   * The same limit for all orders of 24 hours together, so that many small orders cannot evade it.
   */
  balanceWithoutStepUpDayFen: 50_000,
  // Cards (features.md D11)
  cardRevealsPerDay: 20,
  // Fulfilment (domain.md 12, 19)
  supplierTimeoutMs: 8 * SECOND,
  /**
   * Seconds from one query of a supplier order to the next, while its state does not change; the
   * last one repeats.
   */
  supplierQuerySeconds: [5, 5, 10, 20, 40, 80, 120, 160] as readonly number[],
  /**
   * The most queries to a supplier (features.md N4): about one order per day, and about all orders
   * in any minute.
   */
  supplierQueriesPerDay: 10,
  supplierQueriesPerMinute: 200,
  /** How long calls to and from suppliers are stored, without their secrets. */
  supplierExchangeKeepMs: 92 * DAY,
  /**
   * The window of a supplier's health data, for routing and for its usual times (features.md N5).
   */
  supplierHealthMs: 30 * MINUTE,
  /**
   * Below this share of successful orders, in thousandths, a route comes after those of its
   * priority.
   */
  routeGoodShareMin: 800,
  /** Fewer orders or deliveries than this give no statistics. */
  supplierLessonMin: 10,
  /**
   * How long an undecided order may wait for an operator's decision, and how long a claim is valid
   * (features.md N8).
   */
  deskSlaMs: 30 * MINUTE,
  deskClaimMs: 10 * MINUTE,
  codeIssueManualMs: 5 * MINUTE,
  codeIssueCancelMs: 10 * MINUTE,
  codeIssueAlarmMs: 15 * MINUTE,
  cancelAgainMs: 60 * SECOND,
  /**
   * From one unanswered cancel to the next: the interval grows with the elapsed time, up to this.
   */
  cancelAgainMaxMs: 10 * MINUTE,
  /**
   * A supplier's circuit opens when, within the window, at least `circuitPlacingsMin` orders were
   * placed and at least `circuitBadShare` of them failed.
   */
  circuitWindowMs: 5 * MINUTE,
  circuitPlacingsMin: 10,
  circuitBadShare: 0.5,
  /** How long it stays open until one order tries again. */
  circuitOpenMs: MINUTE,
  /** With fewer free cards than this, the alert for low stock of our own cards is raised. */
  cardStockLow: 20,
  /** A prepaid balance at a supplier that lasts fewer days than this raises an alert. */
  prepaidDaysMin: 3,
  // Dining (domain.md 12)
  slotMinutes: 15,
  diningSyncMs: 10 * MINUTE,
  // Catalogue: the maximum age of cached reads; orders always query the database (performance.md,
  // G6). A rendered page may be half a second older, and two seconds are promised (decision 0185).
  catalogSeenWithinMs: 1.5 * SECOND,
};

export const ordersAdjustable: AdjustableTopic<typeof ordersSettings> = {
  topic: "订单与履约",
  settings: {
    unpaidOrderMs: ms("未付款订单保留", 5 * MINUTE, HOUR),
    unpaidMealMs: ms("未付款点餐订单保留", 3 * MINUTE, 30 * MINUTE),
    ordersUnpaidMax: count("每个会员同时未付款的订单", 1, 50),
    quoteMs: ms("报价有效期", 5 * MINUTE, HOUR),
    balanceWithoutStepUpFen: fen("单笔免验证使用余额", 0, 100_000, money),
    balanceWithoutStepUpDayFen: fen("每天免验证使用余额", 0, 500_000, {
      ...money,
      notBelow: "balanceWithoutStepUpFen",
    }),
    cardRevealsPerDay: count("每个会员每天可查看卡密", 1, 200),
    supplierQueriesPerDay: count("每张供应商订单每天最多查单", 1, 100),
    supplierQueriesPerMinute: count("每个供应商每分钟最多查单", 10, 2_000),
    routeGoodShareMin: permille("成功率低于多少时渠道排后", 0, 1_000),
    deskSlaMs: ms("人工处理的时限", 5 * MINUTE, DAY),
    deskClaimMs: ms("领取后保留多久", 5 * MINUTE, HOUR),
    circuitPlacingsMin: count("熔断：窗口内至少多少单", 3, 1_000),
    circuitOpenMs: ms("熔断保持多久", 10 * SECOND, HOUR),
    cardStockLow: count("卡密少于多少张时提醒", 1, 10_000),
    prepaidDaysMin: days("预付余额少于几天时提醒", 1, 30),
  },
};
