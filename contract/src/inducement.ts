/**
 * Finds wording that WeChat forbids where something is shared: a reward promised for sharing, or
 * pressure to share (features.md I13, "微信外部链接内容管理规范" 2.1, 诱导分享). An operator's campaign texts are
 * checked with it before they are stored, and our own texts in a test.
 */

const SHARING =
  "(?:分享|转发|邀请|推荐|拉新?|集赞|助力|关注|发(?:送)?(?:给|到)(?:好友|朋友|朋友圈|群|微信群))";
const GAIN = "(?:得|领|拿|赚|送|抽|赢|获得?|返|享|奖|免|解锁|提现|兑换?)";
const MONEY =
  "(?:现金|红包|奖金|奖励|佣金|积分|优惠券|券|礼包|好礼|礼品|大奖|钱|[\\d一二三四五六七八九十百千万]+\\s*元|[¥￥]\\s*\\d)";

type Rule = { readonly name: string; readonly pattern: RegExp };

// The words of one promise may be separated by a little text, but not by the end of a sentence.
const upTo = (most: number): string => `[^。！？；\\n]{0,${most}}?`;

const rules: readonly Rule[] = [
  { name: "分享换利益", pattern: new RegExp(`${SHARING}${upTo(6)}${GAIN}${upTo(4)}${MONEY}`) },
  { name: "分享换利益", pattern: new RegExp(`${SHARING}(?:即|就|可|立)+${upTo(2)}${GAIN}`) },
  {
    name: "分享换利益",
    pattern: /(?:分享|转发|邀请|推荐|拉新|集赞|助力)(?:得|领|赚|送|抽|赢|有礼|有奖)/,
  },
  { name: "利益换分享", pattern: new RegExp(`${MONEY}${upTo(8)}(?:分享|转发)(?:后|才|即|就)`) },
  { name: "强迫分享", pattern: /(?:必须|请先|需要?先|不)(?:分享|转发)(?:后?才|到|给|不|就)/ },
  {
    name: "强迫分享",
    pattern: /(?:分享|转发)[^。！？；\n]{0,8}?(?:才(?:能|可以?)|后(?:才|即?可|方可)|解锁)/,
  },
  {
    name: "集赞助力",
    pattern: /集(?:满)?\s*\d*\s*个?赞|(?:好友|朋友)助力|帮[我TA他她]+(?:砍|点|加速)|砍[一1]?刀/,
  },
  {
    name: "夸大收益",
    pattern:
      /(?:躺赚|日赚|月入|稳赚|轻松赚|赚不停|无限返|永久返|裂变|(?:发展|招募|我的|你的|[一二三]级)下线|[二三]级分销|代理分成)/,
  },
  { name: "煽动转发", pattern: /(?:转疯了|速转|快转|不转|求转发?|扩散|转给所有人|是中国人就转)/ },
];

export type Inducement = { readonly rule: string; readonly phrase: string };

// Spaces and punctuation between characters are a known way to evade such a list.
const withoutSeparators = (text: string): string =>
  text.normalize("NFKC").replaceAll(/[\s\u200b-\u200f·•_*~-]/g, "");

/**
 * Returns the first forbidden phrase of a text and the rule it breaks; `undefined` when there is
 * none.
 */
export function inducementIn(text: string): Inducement | undefined {
  const read = withoutSeparators(text);
  for (const { name, pattern } of rules) {
    const found = pattern.exec(read);
    if (found) return { rule: name, phrase: found[0] };
  }
  return undefined;
}
