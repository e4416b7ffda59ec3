/** Login state of the sandbox WeChat: its people, and the codes and tokens issued for them. */
import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";

/**
 * A code is valid for five minutes and works once; its token is valid for two hours (WeChat, web
 * authorization).
 */
const CODE_MS = 300_000;
const TOKEN_SECONDS = 7_200;

export type Scope = "snsapi_base" | "snsapi_userinfo";
export type Person = {
  readonly id: string;
  readonly nickname: string;
  readonly openid: string;
  readonly unionid: string;
  /** The background colour of the drawn avatar. */
  readonly tint: string;
};

/**
 * `snapshot` only previews pages; the openid that WeChat then returns belongs to no real person.
 */
export const SNAPSHOT = "snapshot";
const known: Readonly<Record<string, { nickname: string; tint: string }>> = {
  lin: { nickname: "林小满", tint: "#2f8f6b" },
  zhou: { nickname: "周周不吃香菜", tint: "#c9653b" },
  mei: { nickname: "阿美Mei", tint: "#7a5cc2" },
  tao: { nickname: "陶老师", tint: "#2c6cae" },
  [SNAPSHOT]: { nickname: "快照页访客", tint: "#8a949c" },
};

/**
 * The people that the pages offer; any other id of letters, digits and dashes is also a valid
 * person.
 */
export const offered: readonly string[] = Object.keys(known);

const digest = (text: string): string => createHash("sha256").update(text).digest("base64url");

/**
 * Returns the person with this id, always the same for one account, or `undefined` when the id is
 * malformed.
 */
export function personOf(appId: string, id: string): Person | undefined {
  if (!/^[a-z0-9-]{1,40}$/.test(id)) return undefined;
  const { nickname, tint } = (Object.hasOwn(known, id) ? known[id] : undefined) ?? {
    nickname: `微信用户${id.slice(-4)}`,
    tint: "#5b6b78",
  };
  const openid = `o${digest(`${appId}:${id}`)}`.slice(0, 28);
  return { id, nickname, tint, openid, unionid: `u${digest(`union:${id}`)}`.slice(0, 28) };
}

type Code = {
  readonly person: Person;
  readonly scope: Scope;
  readonly until: number;
  isUsed: boolean;
};
type Token = { readonly person: Person; readonly scope: Scope; readonly until: number };

export function createOAuth({
  account,
  clock,
}: {
  account: { appId: string; secret: string };
  clock: Clock;
}) {
  const codes = new Map<string, Code>();
  const tokens = new Map<string, Token>();
  const calls = { exchanged: 0, profiles: 0 };
  const nowMs = () => clock.now().getTime();

  return {
    account,
    calls,
    giveCode(person: Person, scope: Scope): string {
      const code = randomBytes(16).toString("hex");
      codes.set(code, { person, scope, until: nowMs() + CODE_MS, isUsed: false });
      return code;
    },
    /**
     * Exchanges a code for a token. Returns the token with its person and scope, or WeChat's
     * errcode.
     */
    trade(code: string): number | { token: string; person: Person; scope: Scope } {
      const found = codes.get(code);
      if (!found) return 40029;
      if (found.isUsed) return 40163;
      if (found.until <= nowMs()) return 42003;
      found.isUsed = true;
      const { person, scope } = found;
      const token = randomBytes(48).toString("base64url");
      tokens.set(token, { person, scope, until: nowMs() + TOKEN_SECONDS * 1_000 });
      return { token, person, scope };
    },
    /** Returns the profile that the token gives access to, or WeChat's errcode. */
    profile(token: string, openid: string): number | Person {
      const found = tokens.get(token);
      if (!found) return 40001;
      if (found.until <= nowMs()) return 42001;
      if (found.person.openid !== openid) return 40003;
      return found.scope === "snsapi_userinfo" ? found.person : 48001;
    },
    tokenSeconds: TOKEN_SECONDS,
  };
}
export type OAuth = ReturnType<typeof createOAuth>;
