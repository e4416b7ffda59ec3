/**
 * Validates nicknames: the length, the permitted characters, and reserved words that imitate the
 * platform.
 */

/** The most visible characters of a nickname. */
export const NICKNAME_MAX = 20;
/** The most Unicode code points of a nickname: one visible character may have many accents. */
const CODE_POINTS_MAX = 40;

/** The reason why a text is not a valid nickname. */
export type NicknameFault = "empty" | "long" | "signs" | "reserved";

/**
 * The text that a member reads for each fault; also the `{reason}` of the refusal NICKNAME_DENIED.
 */
export const nicknameFaultTexts: Readonly<Record<NicknameFault, string>> = {
  empty: "不能为空",
  long: `最多 ${NICKNAME_MAX} 个字`,
  signs: "包含不能显示的字符",
  reserved: "不能使用与平台或客服相近的名称",
};

/**
 * Invisible characters: controls, bidirectional marks, zero-width characters, private and
 * unassigned ones (`\p{C}` with lone surrogates), line and paragraph separators, and letters or
 * marks that render as nothing.
 */
const INVISIBLE =
  /\p{C}|\p{Zl}|\p{Zp}|\u034f|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180f]|\u2800|\u3164|\uffa0|[\ufe00-\ufe0e]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Words that imitate the platform, its staff or its customer service; compared without case and
 * signs.
 */
const RESERVED = [
  "云鲸",
  "雲鯨",
  "yunjing",
  "官方",
  "客服",
  "客户服务",
  "客戶服務",
  "管理员",
  "管理員",
  "工作人员",
  "系统消息",
  "系统通知",
  "admin",
  "official",
] as const;

/**
 * Normalises a nickname for storage: Unicode composed, trimmed, each run of spaces replaced by one.
 */
export const normalizeNickname = (typed: string): string =>
  typed
    .normalize("NFC")
    .replace(/\p{Zs}+/gu, " ")
    .trim();

/**
 * Splits a text into visible characters: each base with its marks. Joiners that would merge several
 * bases are invisible characters, so this needs no locale segmentation, which older browsers lack.
 */
const visibleCharacters = (text: string): string[] =>
  text.match(/[^\p{M}\p{Emoji_Modifier}][\p{M}\p{Emoji_Modifier}]*/gu) ?? [];

const normalizedLetters = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Returns why a normalised text is not a valid nickname; `undefined` for a valid one. */
export function nicknameFault(nickname: string): NicknameFault | undefined {
  if (INVISIBLE.test(nickname)) return "signs";
  if (!VISIBLE.test(nickname)) return "empty";
  const isLong = visibleCharacters(nickname).length > NICKNAME_MAX;
  if (isLong || [...nickname].length > CODE_POINTS_MAX) return "long";
  const letters = normalizedLetters(nickname);
  return RESERVED.some((reserved) => letters.includes(reserved)) ? "reserved" : undefined;
}

/**
 * Returns the closest valid nickname for a name from elsewhere, such as WeChat: invisible
 * characters are removed and the text is cut to the length limit. `undefined` when no valid
 * nickname remains.
 */
export function nicknameFrom(foreign: string): string | undefined {
  const seen = [...foreign].filter((character) => !INVISIBLE.test(character)).join("");
  const cut = visibleCharacters(normalizeNickname(seen)).slice(0, NICKNAME_MAX).join("").trim();
  return nicknameFault(cut) === undefined ? cut : undefined;
}
