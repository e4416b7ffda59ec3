/** The two sandbox partners: their names, their goods and the style of their pages. */

export const partnerIds = ["yunda", "fanmao"] as const;
export type PartnerId = (typeof partnerIds)[number];

export type Goods = { id: string; name: string; note: string; priceFen: number };
export type Brand = {
  name: string;
  slogan: string;
  /** The question that the order form asks. */
  question: string;
  verb: string;
  colour: string;
  textColour: string;
  backgroundColour: string;
  goods: readonly Goods[];
  /** Commission for the referrer of an order, in ten-thousandths of its amount. */
  commissionShare: number;
};

export const brands: Readonly<Record<PartnerId, Brand>> = {
  yunda: {
    name: "云达出行",
    slogan: "三分钟接单，准时到达",
    question: "现在去哪里？",
    verb: "呼叫",
    colour: "#f4b400",
    textColour: "#1d2129",
    backgroundColour: "#fff8e6",
    goods: [
      { id: "quick", name: "快车 · 虹桥火车站", note: "约 12.4 公里", priceFen: 3_680 },
      { id: "share", name: "拼车 · 人民广场", note: "约 6.8 公里", priceFen: 1_590 },
      { id: "calm", name: "专车 · 浦东机场", note: "约 41 公里", priceFen: 15_800 },
    ],
    commissionShare: 300,
  },
  fanmao: {
    name: "饭猫外卖",
    slogan: "热饭到家，三十分钟",
    question: "今天吃什么？",
    verb: "下单",
    colour: "#e2574c",
    textColour: "#3a1512",
    backgroundColour: "#fff1ef",
    goods: [
      { id: "noodles", name: "番茄牛腩面套餐", note: "云南路老店 · 28 分钟", priceFen: 2_980 },
      { id: "rice", name: "双拼烧腊饭", note: "烧味工坊 · 35 分钟", priceFen: 3_450 },
      { id: "salad", name: "鸡胸肉能量碗", note: "轻食实验室 · 24 分钟", priceFen: 3_990 },
    ],
    commissionShare: 450,
  },
};
