/** Sample answers of the operations that first views read. */
import type { FirstViewAnswer, FirstViewRead } from "@yunjing/contract/first-view";
import type { Output } from "@yunjing/contract/operations";
import type { BenefitCard, HomeBlock } from "@yunjing/contract/schemas/home";

const card: BenefitCard = {
  benefitId: "b1",
  kind: "direct",
  title: "<b>话费</b>充值",
  brand: "中国移动",
  picture: { artwork: "phone", tint: "sea" },
  tags: ["自动到账"],
  priceFen: 2990,
  marketPriceFen: 3000,
  exchangedCount: 12,
  state: "on",
};
const link = { url: "/pages/benefit/search?all=1" };
const picture = { artwork: "phone", tint: "sea" };

const blocks: readonly HomeBlock[] = [
  {
    kind: "banner",
    id: "banner",
    items: [
      { id: "1", title: "早餐", subtitle: "六点起", tint: "sea", artworks: ["bucket"], link },
      { id: "2", title: "观影", subtitle: "周末", tint: "gold", artworks: ["film"], link },
    ],
  },
  { kind: "grid", id: "grid", items: [{ id: "1", name: "话费", picture, link }] },
  { kind: "notice", id: "notice", items: [{ id: "1", text: "元旦照常" }] },
  {
    kind: "zone",
    id: "zone",
    title: "限时价",
    endsAt: Date.UTC(2026, 11, 1),
    total: 1,
    items: [card],
  },
  {
    kind: "brands",
    id: "brands",
    title: "品牌",
    items: [{ code: "kfc", name: "肯德基", count: 3, picture, link }],
  },
];

/** By operation; their type is checked where they are written. */
const data: Readonly<Record<string, unknown>> = {
  agreement: {
    version: 3,
    startsAt: Date.UTC(2026, 10, 1),
    text: { title: "隐私政策", intro: "", sections: [{ title: "一", text: ["<b>我们</b>"] }] },
  } satisfies Output<"home", "agreement">,
  serviceContacts: {
    hours: "9:00–18:00",
    company: "云鲸",
  } satisfies Output<"home", "serviceContacts">,
  help: {
    list: [
      { id: "1", topic: "兑换", text: "兑换码无效怎么办？", answer: ["先核对位数。"], words: [] },
    ],
  } satisfies Output<"home", "help">,
  page: {
    regionCode: "310100",
    cityName: "上海",
    hotWord: "肯德基",
    blocks: [...blocks],
  } satisfies Output<"home", "page">,
  benefits: { list: [card], page: 1, pageSize: 20, hasMore: false } satisfies Output<
    "home",
    "benefits"
  >,
  categories: { list: [{ code: "food", name: "餐饮", picture, count: 3 }] } satisfies Output<
    "home",
    "categories"
  >,
  brands: { list: [{ code: "kfc", name: "肯德基", picture, count: 3 }] } satisfies Output<
    "home",
    "brands"
  >,
  suggest: {
    hot: [{ word: "话费", isNew: true }],
    list: [],
  } satisfies Output<"home", "suggest">,
  benefit: {
    ...card,
    brandCode: "kfc",
    category: { code: "food", name: "餐饮" },
    gallery: [],
    skus: [
      {
        skuId: "s1",
        spec: "30 元",
        marketFen: 3000,
        priceFen: 2990,
        levelPrices: [],
        unitFen: 2990,
        stock: "enough",
        quantityMin: 1,
        quantityMax: 5,
        isOn: true,
      },
    ],
    form: [],
    delivery: "card",
    deliveryText: "支付后约 1 分钟出码",
    refundRule: "unused_auto",
    promises: ["未使用可退"],
    rules: [{ title: "有效期", text: "30 天" }],
    steps: ["到店出示"],
    limits: {},
    usedIn: "store",
    region: {
      code: "310100",
      cityName: "上海",
      isHere: true,
      isEverywhere: false,
      cityNames: ["上海"],
    },
    share: { title: "话费", description: "九折", picturePath: "/pictures/p/share.jpg" },
  } satisfies Output<"home", "benefit">,
  templates: {
    list: [
      {
        templateId: "t1",
        title: "满 30 减 5",
        face: { type: "amount", valueFen: 500, below: "满 30 可用" },
        look: "plain",
        scopeText: "全场可用",
        tips: [],
        useAt: {},
        validityText: "领取后 7 天内有效",
        state: "claimable",
        claimed: 0,
        perMember: 1,
      },
    ],
    page: 1,
    pageSize: 20,
    hasMore: false,
  } satisfies Output<"coupons", "templates">,
  stores: { list: [], page: 1, pageSize: 3, hasMore: false } satisfies Output<"dining", "stores">,
  shareTexts: {
    title: "云鲸会员",
    description: "吃喝出行",
  } satisfies Output<"home", "shareTexts">,
};

/** Returns a sample answer to a read. */
export const sampleAnswer = (read: FirstViewRead): FirstViewAnswer => {
  if (!(read.operation in data)) throw new Error(`no sample of ${read.operation}`);
  return { ...read, data: data[read.operation] };
};
