/** Finds which of several words is a person's name. */

const SURNAMES = new Set(
  [
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾萧肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚",
    "沈钟姜崔谭陆范汪廖石金韦贾夏付傅方邹熊白孟秦邱侯江尹薛闫阎段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔向常汤",
    "康易乔赖文施洪季辛管关齐梅盛童祝舒柯阮毕聂焦车岑单房柴古米翁葛詹申欧耿庄左路柳殷包华纪庞樊游凌褚宁符霍温",
    "裴费鲁甘全楚辜隋冉麦司邢骆解狄祁穆苗瞿蒙仇桂涂臧卜敖冼沙阚桑门卞闵蓝简饶艾安鲍成戚窦项屈应宗丛仲芦晏劳",
  ].join(""),
);
const COMPOUND =
  /^(?:欧阳|上官|司马|司徒|诸葛|夏侯|皇甫|尉迟|长孙|慕容|令狐|端木|东方|南宫|独孤|宇文|公孙|轩辕)/u;
const TITLED = /(?:先生|女士|小姐|老师|同学|师傅|阿姨|叔叔|经理|总)$/u;
/** Words that occur only in a place, not in a name. */
const PLACE =
  /[路街道巷弄号室栋幢楼层区县镇乡村苑园厦城院校店厂座店社湾库]|大学|医院|公司|广场|中心|单元|小区|驿站|快递|代收/u;
const HAN = /^\p{Script=Han}+$/u;
const FOREIGN = /^\p{Script=Han}{1,8}(?:[·•．.]\p{Script=Han}{1,8})+$/u;
const LATIN = /^[A-Za-z][A-Za-z.'-]{1,19}$/u;

export const startsWithSurname = (word: string): boolean =>
  COMPOUND.test(word) || SURNAMES.has(word.slice(0, 1));

/** Returns how likely a word is a name; 0 means it is none. */
export function nameScore(word: string): number {
  if (FOREIGN.test(word)) return 5;
  if (LATIN.test(word)) return 2;
  if (!HAN.test(word)) return 0;
  if (TITLED.test(word) && word.length <= 6 && word.length >= 2) return 5;
  const isLong = word.length > (COMPOUND.test(word) ? 4 : 3);
  if (word.length < 2 || word.length > 5) return 0;
  if (PLACE.test(word)) return startsWithSurname(word) && !isLong ? 1 : 0;
  if (!startsWithSurname(word)) return isLong ? 1 : 2;
  return isLong ? 2 : 4;
}

/** Returns where a name begins that is appended to a detail without a space (科技园1号张三), or −1. */
export function nameAtEnd(detail: string): number {
  const lengths = COMPOUND.test(detail.slice(-4)) ? [4, 3, 2] : [3, 2];
  const length = lengths.find(
    (each) =>
      /[\d号室栋幢楼层座]$/u.test(detail.slice(0, -each)) && nameScore(detail.slice(-each)) >= 4,
  );
  return length === undefined ? -1 : detail.length - length;
}
