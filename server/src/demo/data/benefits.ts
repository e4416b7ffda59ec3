/** A believable shop for the demo: brands by name only, prices and counts invented. Money in fen. */
import { invariant } from "../../platform/refusal.ts";

export type DemoBenefit = {
  readonly id: string;
  readonly brand: string;
  readonly category: string;
  readonly kind: string;
  readonly title: string;
  readonly artwork: string;
  readonly tint: string;
  readonly price: number;
  readonly market: number;
  readonly sold: number;
  readonly tags: readonly string[];
  readonly member: number | undefined;
  readonly points: number | undefined;
  /** Cities that have it; everywhere when empty. */
  readonly cities: readonly string[];
  readonly soldOut: boolean;
};

const BIG_FOUR = "110100 310100 440100 440300";

/** One benefit a line, in the order of the shop: id, then brand category kind, artwork tint, price market sold, title, more. */
const shop = `
kfc-breakfast    | kfc meal meal                 | muffin sand        |   990  2150  8213 | 烟肉芝士蛋堡配拿铁       | member 890; tags 10:00 前可取
luckin-latte     | luckin drink meal             | latte sand         |   890  2900 12840 | 生椰拿铁大杯             | member 790
video-iqiyi      | iqiyi membership topup        | video plum         |  1490  3000  8860 | 视频黄金会员月卡         | member 1290
didi-ten         | didi ride ride                | car sea            |   190  1000 18320 | 快车 10 元立减券         | tags 7 天有效
mall-thirty      | jd coupon coupon              | coupon peach       |   290  3000  6103 | 超市满 199 减 30 券
phone-fifty      | mobile phone topup            | phone sand         |  4890  5000 15320 | 话费 50 元               | tags 10 分钟到账
movie-2d         | maoyan movie movie            | film sea           |  2680  5500   918 | 2D 电影通兑票            | tags 全国影院
waimai-five      | meituan delivery ride         | scooter teal       |    90   500 22150 | 外卖满 20 减 5 红包
mug-whale        | yunjing points points_mall    | mug ice            |   990  4900   318 | 鲸鱼马克杯               | points 2600
fuel-hundred     | sinopec fuel topup            | pump teal          |  9750 10000  2740 | 加油卡 100 元
kfc-spicy-set    | kfc meal meal                 | burger peach       |  1990  3950  1286 | 香辣鸡腿堡套餐           | tags 自取
luckin-americano | luckin drink meal             | americano ice      |   690  2300  9402 | 冰美式大杯
kfc-bucket       | kfc meal meal                 | familybucket peach |  6990 11900  2047 | 全家分享桶               | tags 3–4 人
video-tencent    | tencentvideo membership topup | videocard sea      |  4490  6800  3611 | 影视会员季卡
kfc-tart         | kfc meal meal                 | eggtart gold       |  1890  3400  5320 | 葡式蛋挞 4 只装
didi-pack        | didi ride ride                | car sea            |   990  4000  4261 | 通勤打车券包 5 张
shop-ten         | seven coupon card             | stores teal        |   790  1000  4480 | 便利店 10 元代金券       | tags 无门槛
luckin-month     | luckin drink card             | coffee sand        | 12900 29900   715 | 咖啡月卡 15 杯           | tags 30 天有效
kfc-wings        | kfc meal meal                 | wings sand         |  2490  3900  1408 | 新奥尔良烤翅 6 块
phone-hundred    | mobile phone topup            | phone sand         |  9780 10000 20418 | 话费 100 元              | member 9750
movie-imax       | maoyan movie movie            | glasses plum       |  4580  9000   402 | 巨幕厅通兑票             | cities big
waimai-pack      | meituan delivery ride         | scooter teal       |  1290  3000  7630 | 外卖会员红包 6 张        | member 1090
umbrella         | yunjing points points_mall    | umbrella sea       |  1990  7900   204 | 晴雨两用伞               | points 3200
video-youku      | youku membership topup        | video plum         |  1290  3000  2472 | 视频会员月卡
kfc-wrap         | kfc meal meal                 | wrap green         |  2190  3800   986 | 老北京鸡肉卷套餐         | gone
heytea-taro      | heytea drink meal             | tea plum           |   990  1900  3402 | 芋泥波波奶茶
mcd-double       | mcdonalds meal meal           | dbl sand           |  2390  4100  2671 | 双层牛堡中套餐
gaode-ride       | amap ride ride                | mappin sea         |   150   800  6120 | 打车满 25 减 8 元券
bread-twenty     | paris coupon card             | bread sand         |  1990  3000  2312 | 烘焙 30 元代金券         | cities big
music-net        | netease membership topup      | music plum         |   890  1800  5190 | 音乐黑胶会员月卡
mcd-fries        | mcdonalds meal meal           | fries peach        |  1190  2450  7740 | 大薯条配可乐
heytea-mango     | heytea drink meal             | mango gold         |  1590  2800  2208 | 多肉芒果冰
phone-two        | unicom phone topup            | sim sea            | 19500 20000  4105 | 话费 200 元
movie-popcorn    | wanda movie card              | popcorn peach      |  1990  4500  1560 | 双人爆米花套餐
eleme-pack       | eleme delivery ride           | bag sea            |   890  2000  5204 | 吃货卡月卡 4 张红包
tote             | yunjing points points_mall    | tote green         |     0  3900   690 | 帆布手提袋               | points 1800
mcd-cone         | mcdonalds meal meal           | icecream ice       |   690  1200  9105 | 双旋甜筒两份
fuel-five        | sinopec fuel topup            | pump teal          | 48500 50000   861 | 加油卡 500 元            | tags 限 1 件
music-qq         | qqmusic membership topup      | headphones teal    |   990  1800  3021 | 音乐豪华会员月卡
mcd-nuggets      | mcdonalds meal meal           | nuggets gold       |  2990  4800  1320 | 麦香鸡块 20 块
bike-month       | hellobike ride card           | bike teal          |  1190  2500  3507 | 单车骑行月卡
cake-six         | holiland coupon card          | cake plum          | 11800 19800   521 | 六寸生日蛋糕券
heytea-cheese    | heytea drink meal             | cheesetea green    |  1290  2100  1876 | 芝士绿妍茶               | cities big
pizza-nine       | pizzahut meal meal            | pizza peach        |  4590  7900   644 | 九寸经典比萨             | cities big
book-month       | weread membership topup       | book sand          |   990  1900  1245 | 读书会员月卡
noodle-beef      | yoshinoya meal meal           | bowl teal          |  2690  3900  1190 | 招牌牛肉饭套餐
nayuki-orange    | nayuki drink meal             | juice gold         |  1390  2300  1043 | 霸气橙子大杯
data-ten         | telecom phone topup           | databag ice        |   790  1500  2380 | 流量 10GB 日包
movie-pair       | wanda movie movie             | ticket peach       |  4990 11000   733 | 双人观影券
fresh-thirty     | hema delivery card            | groceries green    |   590  3000  1432 | 生鲜满 99 减 30 券
powerbank        | yunjing points points_mall    | powerbank ice      |  4990 12900    97 | 一万毫安充电宝           | points 5000
sushi-twelve     | sushiro meal meal             | sushi ice          |  5890  8800   377 | 十二贯寿司拼盘           | cities big
metro-ten        | metro ride card               | metrocard sea      |  3590  4000   912 | 地铁十次票               | cities big
donut-six        | holiland coupon card          | donut peach        |  2990  4800   803 | 甜甜圈 6 只装
hotpot-two       | haidilao meal meal            | hotpot peach       | 17900 20000   826 | 双人火锅代金 200 元      | tags 周末可用
drive-month      | baidupan membership topup     | member ice         |  1590  3000  2066 | 网盘会员月卡             | gone
matcha-cake      | nayuki drink meal             | matcha green       |  2290  3900   588 | 抹茶拿铁配欧包
xibei-hundred    | xibei meal meal               | bowl teal          |  8200 10000  1204 | 100 元代金券，周末通用   | cities 110100
`;

const amount = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

/** `member 890; tags 自取` → the words behind each name. */
function readMore(text: string): ReadonlyMap<string, string> {
  const parts = text.split(";").map((part) => part.trim());
  return new Map(parts.map((part) => [part.split(" ", 1).join(), part.replace(/^\S+ ?/, "")]));
}

function readLine(line: string): DemoBenefit {
  const [id, where = "", picture = "", figures = "", title, more = ""] = line.split(" | ");
  const [brand, category, kind] = where.split(/ +/);
  const [artwork, tint] = picture.split(/ +/);
  const [price = Number.NaN, market = Number.NaN, sold = Number.NaN] = figures
    .trim()
    .split(/ +/)
    .map(Number);
  invariant(id && brand && category && kind && artwork && tint && title, `a part lacks: ${line}`);
  const said = readMore(more);
  return {
    ...{ id: id.trim(), brand, category, kind, title: title.trim(), artwork, tint },
    ...{ price, market, sold },
    tags: said.get("tags")?.split("、") ?? [],
    member: amount(said.get("member")),
    points: amount(said.get("points")),
    cities: said.get("cities")?.replace("big", BIG_FOUR).split(" ") ?? [],
    soldOut: said.has("gone"),
  };
}

export const demoBenefits: readonly DemoBenefit[] = shop.trim().split("\n").map(readLine);
