/** The pretend WeChat's memory of logins: who is there, and which codes and tokens were given out for whom. */
import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";

/** A code lives so long and works once; its token lives two hours (WeChat, web authorization). */
const CODE_MS = 300_000;
const TOKEN_SECONDS = 7_200;

export type Scope = "snsapi_base" | "snsapi_userinfo";
export type Person = {
  readonly id: string;
  readonly nickname: string;
  readonly openid: string;
  readonly unionid: string;
  /** The colour of the drawn avatar. */
  readonly tint: string;
};

/** `snapshot` only previews pages: WeChat tells an openid of nobody then. */
export const SNAPSHOT = "snapshot";
const known: Readonly<Record<string, { nickname: string; tint: string }>> = {
  lin: { nickname: "林小满", tint: "#2f8f6b" },
  zhou: { nickname: "周周不吃香菜", tint: "#c9653b" },
  mei: { nickname: "阿美Mei", tint: "#7a5cc2" },
  tao: { nickname: "陶老师", tint: "#2c6cae" },
  [SNAPSHOT]: { nickname: "快照页访客", tint: "#8a949c" },
};

/** Anybody of a name of letters, digits and dashes is there; these are the ones that the pages offer. */
export const offered: readonly string[] = Object.keys(known);

const digest = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** A person of this id, always the same for one account; undefined where the id is no name. */
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
    /** What a code is traded for, or the number of WeChat's error. */
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
    /** Whose profile a token opens, or the number of WeChat's error. */
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
