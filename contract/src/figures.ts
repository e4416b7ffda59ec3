/**
 * The figures of the operators' console: title, unit and definition of each, written once for the
 * server, the dashboard and the page of figures.
 */

/** `rate` is in basis points: 9831 is 98.31 %. */
export type FigureUnit = "fen" | "count" | "rate";

type Definition = {
  readonly title: string;
  readonly unit: FigureUnit;
  readonly definition: string;
  /** True where less is better, such as refunds. */
  readonly isLessBetter?: true;
};

export const figures = {
  gmv: {
    title: "成交额 GMV",
    unit: "fen",
    definition:
      "时段内支付成功的订单，按商品售价合计；兑换码支付的部分按码面值；不扣退款，不含充值。",
  },
  cash: {
    title: "实付（现金）",
    unit: "fen",
    definition: "时段内订单和补差实际收到的微信支付；不含充值，不扣退款。",
  },
  orders: {
    title: "支付订单",
    unit: "count",
    definition: "时段内支付成功的订单数，含兑换码订单。",
  },
  redeemed: {
    title: "兑换量（码）",
    unit: "count",
    definition: "时段内兑换的次数，减去时段内退回的次数。",
  },
  successRate: {
    title: "发放成功率",
    unit: "rate",
    definition: "时段内提交的商品中，已发放的 ÷ 已有结果的；结果未知的另外显示，不算成功。",
  },
  newMembers: {
    title: "新客（首单）",
    unit: "count",
    definition: "时段内第一次支付或兑换的会员数；未登录的兑换不计。",
  },
  registered: {
    title: "注册会员",
    unit: "count",
    definition: "时段内注册的会员数。",
  },
  topups: {
    title: "充值",
    unit: "fen",
    definition: "时段内入账的余额充值本金，不含赠送。",
  },
  refunds: {
    title: "退款",
    unit: "fen",
    definition: "时段内已退回的微信支付和余额，不论订单何时支付。",
    isLessBetter: true,
  },
  refundRate: {
    title: "退款率",
    unit: "rate",
    definition: "时段内支付的订单：已退回的现金和余额 ÷ 支付的现金和余额。",
    isLessBetter: true,
  },
  discounts: {
    title: "优惠抵扣",
    unit: "fen",
    definition: "时段内支付成功的订单由优惠券和积分抵扣的金额。",
    isLessBetter: true,
  },
  cost: {
    title: "供应成本",
    unit: "fen",
    definition: "时段内供应商已发放的成本，按入账时间。",
    isLessBetter: true,
  },
  margin: {
    title: "毛利",
    unit: "fen",
    definition:
      "时段内现金、余额和兑换码支付的金额，减去已退回的金额、供应成本和渠道费用；优惠券和积分抵扣不计收入。",
  },
} as const satisfies Readonly<Record<string, Definition>>;

export type FigureName = keyof typeof figures;
export const figureNames = Object.keys(figures) as readonly FigureName[];

/** What the figures can be ranked by. */
export const topKinds = ["benefit", "supplier", "tender", "batch", "coupon"] as const;
export type TopKind = (typeof topKinds)[number];
