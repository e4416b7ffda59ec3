/** Derives a region's short name, and its pinyin in local pronunciation. */

/**
 * Returns the pinyin of a word, one syllable per character, without tones; ü is written v as on a
 * keyboard.
 */
export type PinyinReader = (word: string) => string[];

const ethnicGroups = [
  "朝鲜族|土家族|苗族|藏族|羌族|彝族|布依族|侗族|哈尼族|壮族|傣族|白族|景颇族|傈僳族|回族|维吾尔|蒙古族?",
  "柯尔克孜|哈萨克|黎族",
].join("|");
const nameSuffixes = new RegExp(
  `(?:(?:${ethnicGroups})*自治[区州县]|特别行政区|地区|林区|[省市盟县])$`,
  "u",
);

/** Returns the common short name of a province or a city: "上海市" → "上海", "红河哈尼族彝族自治州" → "红河". */
export const shortNameOf = (name: string): string => {
  if (name.startsWith("内蒙古")) return "内蒙古";
  const short = name.replace(nameSuffixes, "");
  return short.length < 2 ? name : short;
};

/** Characters with a fixed reading in place names, whatever the dictionary returns. */
const characters: Readonly<Record<string, string>> = { 都: "du", 什: "shi", 陂: "pi", 棱: "ling" };

/** Names whose local reading differs from the dictionary. */
const names: Readonly<Record<string, string>> = {
  丹棱县: "dan leng xian",
  喀什: "ka shi",
  喀什市: "ka shi shi",
  大城县: "dai cheng xian",
  大城乡: "da cheng xiang",
  乐亭县: "lao ting xian",
  乐陵市: "lao ling shi",
  乐清市: "yue qing shi",
  民乐县: "min le xian",
  闵行区: "min hang qu",
  蚌山区: "beng shan qu",
  单县: "shan xian",
  歙县: "she xian",
  浚县: "xun xian",
  蔚县: "yu xian",
  尉犁县: "yu li xian",
  涡阳县: "guo yang xian",
  泌阳县: "bi yang xian",
  繁峙县: "fan shi xian",
  六合区: "lu he qu",
  曾都区: "zeng du qu",
  筠连县: "jun lian xian",
  洪洞县: "hong tong xian",
  宕昌县: "tan chang xian",
  调兵山市: "diao bing shan shi",
  吴堡县: "wu bu xian",
  红寺堡区: "hong si bu qu",
  八宿县: "ba su xian",
  珲春市: "hun chun shi",
  大箐山县: "da qing shan xian",
  茄萣区: "jia ding qu",
};

/** 大埔 is dabu in Guangdong and Hong Kong, and dapu in Chiayi. */
const namesOfProvince: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "44": { 大埔县: "da bu xian" },
  "81": { 大埔区: "da bu qu" },
};

/**
 * Returns the pinyin of a name, one syllable per character, separated by spaces; brackets are left
 * out.
 */
export const pinyinOf = (name: string, code: string, read: PinyinReader): string => {
  const known = namesOfProvince[code.slice(0, 2)]?.[name] ?? names[name];
  if (known !== undefined) return known;
  const syllables = read(name);
  return [...name]
    .map((character, at) => characters[character] ?? syllables[at] ?? "")
    .filter((syllable) => /^[a-z]+$/u.test(syllable))
    .join(" ");
};
