/** The demo's brands, categories, home blocks and popular search words. */

type Named = readonly [code: string, name: string, artwork: string, tint: string];

export const demoBrands: readonly Named[] = [
  ["kfc", "肯德基", "bucket", "peach"],
  ["mcdonalds", "麦当劳", "fries", "sand"],
  ["luckin", "瑞幸咖啡", "coffee", "sea"],
  ["heytea", "喜茶", "tea", "plum"],
  ["didi", "滴滴出行", "car", "sea"],
  ["meituan", "美团外卖", "scooter", "teal"],
  ["maoyan", "猫眼电影", "film", "sea"],
  ["mobile", "中国移动", "phone", "sand"],
  ["iqiyi", "爱奇艺", "video", "plum"],
  ["nayuki", "奈雪的茶", "juice", "gold"],
  ["xibei", "西贝莜面", "bowl", "teal"],
  ["pizzahut", "必胜客", "pizza", "peach"],
  ["yoshinoya", "吉野家", "bowl", "teal"],
  ["sushiro", "寿司郎", "sushi", "ice"],
  ["haidilao", "海底捞", "hotpot", "peach"],
  ["amap", "高德打车", "mappin", "sea"],
  ["hellobike", "哈啰单车", "bike", "teal"],
  ["metro", "城市地铁", "metrocard", "sea"],
  ["sinopec", "中国石化", "pump", "teal"],
  ["eleme", "饿了么", "bag", "sea"],
  ["hema", "盒马", "groceries", "green"],
  ["wanda", "万达影城", "popcorn", "peach"],
  ["unicom", "中国联通", "sim", "sea"],
  ["telecom", "中国电信", "databag", "ice"],
  ["tencentvideo", "腾讯视频", "videocard", "sea"],
  ["youku", "优酷", "video", "plum"],
  ["netease", "网易云音乐", "music", "plum"],
  ["qqmusic", "QQ 音乐", "headphones", "teal"],
  ["weread", "微信读书", "book", "sand"],
  ["baidupan", "百度网盘", "member", "ice"],
  ["jd", "京东超市", "cart", "peach"],
  ["seven", "7-ELEVEn", "stores", "teal"],
  ["paris", "巴黎贝甜", "bread", "sand"],
  ["holiland", "好利来", "cake", "plum"],
  ["mango", "芒果TV", "videocard", "gold"],
  ["ctrip", "携程旅行", "plane", "sea"],
  ["tuhu", "途虎养车", "carwash", "ice"],
  ["etcp", "停简单", "parking", "ice"],
  ["yunjing", "云鲸自营", "gift", "ice"],
];

/** Other names of a brand. */
export const brandAliases: Readonly<Record<string, readonly string[]>> = {
  kfc: ["KFC"],
  mcdonalds: ["McDonald's", "麦麦", "金拱门"],
  luckin: ["Luckin", "瑞幸"],
  heytea: ["HEYTEA"],
  didi: ["滴滴"],
  meituan: ["美团"],
  maoyan: ["猫眼"],
  mobile: ["移动"],
  unicom: ["联通"],
  telecom: ["电信"],
  amap: ["高德"],
  hellobike: ["哈啰"],
  sinopec: ["中石化"],
  netease: ["网易云"],
  jd: ["京东", "JD"],
  seven: ["711"],
  ctrip: ["携程"],
  tuhu: ["途虎"],
};

/** Popular searches; the first is shown in the search field of the home page. */
export const demoHotWords: readonly (readonly [word: string, isNew: boolean])[] = [
  ["肯德基早餐", false],
  ["话费充值", false],
  ["生椰拿铁", false],
  ["视频会员", false],
  ["打车券", false],
  ["电影票", false],
  ["停车费", true],
  ["外卖红包", false],
];

export const demoCategories: readonly Named[] = [
  ["meal", "点餐", "bucket", "peach"],
  ["ride", "打车", "car", "sea"],
  ["delivery", "外卖", "scooter", "teal"],
  ["movie", "电影", "film", "sea"],
  ["phone", "话费充值", "phone", "sand"],
  ["membership", "会员卡", "video", "plum"],
  ["coupon", "优惠券", "ticket", "peach"],
  ["fuel", "加油", "pump", "teal"],
  ["drink", "咖啡茶饮", "coffee", "sand"],
  ["points", "云鲸好物", "coins", "gold"],
];

const search = (category: string) => ({ url: `/pages/benefit/search?category=${category}` });
/** Rides and deliveries are ordered at partners; our own related benefits are found by category. */
const jump = (linkId: string) => ({ url: `/pages/biz/go?linkId=${linkId}` });
const tileLink = (id: string) => (id === "ride" || id === "delivery" ? jump(id) : search(id));
const byCategory = demoCategories
  .filter(([code]) => code !== "drink" && code !== "points")
  .map(([id, name, artwork, tint]) => ({
    id,
    name,
    picture: { artwork, tint },
    link: tileLink(id),
  }));

const grid = [
  ...byCategory,
  {
    id: "points",
    name: "积分兑换",
    picture: { artwork: "coins", tint: "gold" },
    link: { url: "/pages/user/score" },
  },
  {
    id: "code",
    name: "兑换码",
    picture: { artwork: "codebox", tint: "green" },
    link: { url: "/pages/exchange/manifest" },
  },
];

const banners = [
  {
    id: "breakfast",
    title: "吃过早餐再赶路",
    subtitle: "门店 10:00 前可取",
    benefitId: "kfc-breakfast",
    tint: "sand",
    artworks: ["muffin", "coffee"],
    link: search("meal"),
  },
  {
    id: "commute",
    title: "通勤打车省一半",
    subtitle: "5 张立减券，全国可用",
    benefitId: "didi-pack",
    priceNote: "一包",
    tint: "sea",
    artworks: ["car"],
    link: search("ride"),
  },
  {
    id: "movie",
    title: "周末看一场电影",
    subtitle: "2D 通兑票，全国影院",
    benefitId: "movie-2d",
    tint: "plum",
    artworks: ["film", "popcorn"],
    link: search("movie"),
  },
  {
    id: "code",
    title: "手里有兑换码？",
    subtitle: "输入兑换码，选店选餐到店取",
    tint: "green",
    artworks: ["codebox", "bag"],
    link: { url: "/pages/exchange/manifest" },
  },
];

export type DemoBlock = {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly body: object;
  readonly audience?: "new" | "level";
  readonly gradeMin?: number;
  readonly cities?: readonly string[];
};

export const demoBlocks: readonly DemoBlock[] = [
  { id: "10-banner", kind: "banner", title: "", body: { items: banners } },
  { id: "20-grid", kind: "grid", title: "", body: { items: grid } },
  {
    id: "30-notice",
    kind: "notice",
    title: "",
    body: {
      items: [
        {
          id: "slots",
          text: "到店自取：选门店、选餐，付款后出取餐码",
          link: { url: "/pages/exchange/kfc?buy=1" },
        },
      ],
    },
  },
  {
    id: "40-limited",
    kind: "zone",
    title: "限时价",
    body: {
      endsDailyAtHour: 22,
      benefitIds: [
        "kfc-spicy-set",
        "heytea-taro",
        "movie-2d",
        "bread-twenty",
        "luckin-latte",
        "waimai-pack",
      ],
    },
  },
  { id: "50-brands", kind: "brands", title: "热门品牌", body: { most: 8 } },
  {
    id: "60-newcomer",
    kind: "zone",
    title: "新人礼",
    audience: "new",
    body: { benefitIds: ["didi-ten", "waimai-five", "mcd-cone", "phone-mobile", "video-iqiyi"] },
  },
  {
    id: "70-gold",
    kind: "zone",
    title: "金鲸专享价",
    audience: "level",
    gradeMin: 3,
    body: {
      benefitIds: ["kfc-bucket", "video-tencent", "fuel-hundred", "luckin-month", "cake-six"],
    },
  },
];
