/** Spellings of a region: its full name, and the short forms that are safe to recognise. */

/**
 * Ethnic groups in the names of autonomous regions, longest first so that no name is cut in two.
 */
const PEOPLES = [
  "柯尔克孜",
  "维吾尔",
  "哈萨克",
  "达斡尔",
  "鄂伦春",
  "鄂温克",
  "塔吉克",
  "仫佬",
  "撒拉",
  "毛南",
  "锡伯",
  "仡佬",
  "拉祜",
  "傈僳",
  "纳西",
  "土家",
  "哈尼",
  "布依",
  "布朗",
  "保安",
  "裕固",
  "东乡",
  "蒙古",
  "朝鲜",
  "普米",
  "独龙",
  "景颇",
  "门巴",
  "珞巴",
  "德昂",
  "阿昌",
  "基诺",
  "高山",
  "赫哲",
  "各",
  "汉",
  "壮",
  "满",
  "回",
  "苗",
  "彝",
  "藏",
  "侗",
  "瑶",
  "白",
  "傣",
  "黎",
  "畲",
  "水",
  "土",
  "羌",
  "佤",
  "怒",
  "京",
].toSorted((left, right) => right.length - left.length);

const people = new RegExp(`(?:${PEOPLES.join("|")})族?$`, "u");
const KINDS = /(?:特别行政区|自治[区州县旗]|地区|林区|矿区|特区|新区|[省市盟区县旗])$/u;

/**
 * Returns 红河 for 红河哈尼族彝族自治州 and 上海 for 上海市; the name itself when the rest would not be readable.
 */
export function shortNameOf(name: string): string {
  let short = name.replace(KINDS, "");
  const isOfPeoples = /自治/u.test(name);
  while (isOfPeoples) {
    const shorter = short.replace(people, "");
    if (shorter === short || shorter.length < 2) break;
    short = shorter;
  }
  return short.length < 2 ? name : short;
}

/**
 * Returns every spelling of a region, the longest first; `short` is safe only in a context that
 * rules out other meanings.
 */
export function formsOf(name: string): {
  readonly full: readonly string[];
  readonly short: string;
} {
  const short = shortNameOf(name);
  const kind = /(?:自治([州县旗区])|(地区|盟|林区))$/u.exec(name)?.[1];
  const full = new Set([name]);
  if (kind !== undefined && short !== name) full.add(short + kind);
  // 甘孜藏族自治州 was formerly 甘孜地区, and people still use such names; a league became a city without a
  // change of name.
  if (/(?:特别行政区)$/u.test(name)) full.add(`${short}特区`);
  return { full: [...full].toSorted((a, b) => b.length - a.length), short };
}
