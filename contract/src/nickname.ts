/** The rules of a nickname: its length, the characters it may have, and words that would pass for the platform. */

/** Visible characters of a nickname, at most. */
export const NICKNAME_MAX = 20;
/** Unicode characters of a nickname, at most: a letter under many accents is long, however few letters are seen. */
const CODE_POINTS_MAX = 40;

/** Why a text is no nickname. */
export type NicknameFault = "empty" | "long" | "signs" | "reserved";

/** What a member reads about each fault; also the `{reason}` of the refusal NICKNAME_DENIED. */
export const nicknameFaultWords: Readonly<Record<NicknameFault, string>> = {
  empty: "不能为空",
  long: `最多 ${NICKNAME_MAX} 个字`,
  signs: "包含不能显示的字符",
  reserved: "不能使用与平台或客服相近的名称",
};

/**
 * Characters that are not seen: controls, bidirectional marks, zero-width characters, private and unassigned ones (`\p{C}`
 * with lone surrogates), line and paragraph separators, and letters or marks that are drawn as nothing.
 */
const INVISIBLE =
  /\p{C}|\p{Zl}|\p{Zp}|\u034f|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180f]|\u2800|\u3164|\uffa0|[\ufe00-\ufe0e]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Words by which a name passes for the platform, its staff or its service desk; compared without case and signs. */
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

/** A nickname as it is stored: composed, without surrounding spaces, any run of spaces as one. */
export const normalizeNickname = (typed: string): string =>
  typed
    .normalize("NFC")
    .replace(/\p{Zs}+/gu, " ")
    .trim();

/**
 * The visible characters of a text, one by one: a base with its marks. What would join several bases into one is among
 * the unseen characters, so this needs no segmentation by locale, which older browsers do not have.
 */
const visibleCharacters = (text: string): string[] =>
  text.match(/[^\p{M}\p{Emoji_Modifier}][\p{M}\p{Emoji_Modifier}]*/gu) ?? [];

const lettersOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Why a tidied text is no nickname; undefined for a good one. */
export function nicknameFault(tidied: string): NicknameFault | undefined {
  if (INVISIBLE.test(tidied)) return "signs";
  if (!VISIBLE.test(tidied)) return "empty";
  const isLong = visibleCharacters(tidied).length > NICKNAME_MAX;
  if (isLong || [...tidied].length > CODE_POINTS_MAX) return "long";
  const letters = lettersOf(tidied);
  return RESERVED.some((word) => letters.includes(word)) ? "reserved" : undefined;
}

/**
 * The nickname that comes nearest to a name given elsewhere, as WeChat's: characters that are not seen are left out, and
 * it is cut to the length. Undefined when no nickname remains.
 */
export function nicknameFrom(foreign: string): string | undefined {
  const seen = [...foreign].filter((character) => !INVISIBLE.test(character)).join("");
  const cut = visibleCharacters(normalizeNickname(seen)).slice(0, NICKNAME_MAX).join("").trim();
  return nicknameFault(cut) === undefined ? cut : undefined;
}
