/** Tokenizer for JQL texts; each match takes time linear in the length of the text. */
import { ownValue } from "@yunjing/contract/own-value";
import { syntaxFault } from "./fault.ts";
import { limits } from "./limits.ts";

export type Expression = { readonly source: string; readonly flags: string };
export type Token =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "text" | "word" | "sign"; readonly value: string }
  | { readonly kind: "expression"; readonly value: Expression };

export type Cursor = {
  /** Returns the next token and moves past it. Throws SYNTAX_ERROR at the end. */
  take(): Token;
  /** Moves past a word or sign if it is next, and returns whether it was. */
  skip(sign: string): boolean;
  /** Moves past this word or sign. Throws SYNTAX_ERROR unless it is next. */
  expect(sign: string): void;
  takeExpression(): Expression | undefined;
  isAtEnd(): boolean;
};

const TOKEN = new RegExp(
  [
    String.raw`\s*(?:`,
    String.raw`(?<number>-?\d{1,16}(?:\.\d{1,6})?)(?![\w.])`,
    String.raw`|'(?<single>(?:[^'\\\n]|\\.)*)'|"(?<double>(?:[^"\\\n]|\\.)*)"`,
    String.raw`|/(?<source>(?:[^/\\\n]|\\.)+)/(?<flags>[a-z]*)`,
    String.raw`|(?<word>\$env\.\w+|[A-Za-z_$][\w$]*)`,
    String.raw`|(?<sign>==|!=|>=|<=|&&|\|\||[<>()[\],!.])`,
    ")",
  ].join(""),
  "uy",
);

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/** Unescapes a text. Throws SYNTAX_ERROR for an unsupported escape. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\(.)/gu, (_, sign: string) => {
    const escaped = ownValue(ESCAPES, sign);
    if (/[\w]/u.test(sign) && escaped === undefined) throw syntaxFault("文本里有不支持的转义");
    return escaped ?? sign;
  });

function tokenOf(groups: Readonly<Record<string, string | undefined>>): Token {
  const { number, single, double, source, flags = "", word, sign } = groups;
  if (number !== undefined) return { kind: "number", value: Number(number) };
  const text = single ?? double;
  if (text !== undefined) return { kind: "text", value: unescaped(text) };
  if (source !== undefined) return { kind: "expression", value: { source, flags } };
  if (word !== undefined) return { kind: "word", value: word };
  return { kind: "sign", value: sign ?? "" };
}

function tokensOf(text: string): Token[] {
  if (text.length > limits.jqlLengthMax)
    throw syntaxFault(`where 不能超过 ${limits.jqlLengthMax} 字`);
  const whole = text.trimEnd();
  const tokens: Token[] = [];
  let at = 0;
  while (at < whole.length) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(whole);
    if (!found?.groups) throw syntaxFault(`where 第 ${at + 1} 个字符附近有不支持的内容`);
    tokens.push(tokenOf(found.groups));
    at = TOKEN.lastIndex;
  }
  return tokens;
}

/**
 * Returns a cursor over the tokens. Throws SYNTAX_ERROR for a text that is too long or contains an
 * invalid token.
 */
export function createCursor(text: string): Cursor {
  const tokens = tokensOf(text);
  let at = 0;
  const next = (): Token | undefined => tokens[at];
  const skip = (sign: string): boolean => {
    const token = next();
    const isHere = (token?.kind === "sign" || token?.kind === "word") && token.value === sign;
    if (isHere) at += 1;
    return isHere;
  };
  return {
    take: () => {
      const token = next();
      if (!token) throw syntaxFault("where 不完整");
      at += 1;
      return token;
    },
    skip,
    expect: (sign) => {
      if (!skip(sign)) throw syntaxFault(`where 缺少 ${sign}`);
    },
    takeExpression: () => {
      const token = next();
      if (token?.kind !== "expression") return undefined;
      at += 1;
      return token.value;
    },
    isAtEnd: () => at >= tokens.length,
  };
}
