/**
 * Decides from the form of a search text where the operators' search looks: a code, an order, a
 * withdrawal, a phone, a member, four last symbols, or any other number or name.
 */
import { parseCode } from "@yunjing/contract/exchange-code";
import { MOBILE } from "@yunjing/contract/phone";

/** The place where a search text can match. Several are possible for one text. */
export type SearchTarget =
  | "code"
  | "orderNo"
  | "withdrawalNo"
  | "phone"
  | "memberNo"
  | "last4"
  | "other";

const ORDER_NO_DIGITS = 19;
const WITHDRAWAL_NO = /^9\d{17}$/;
const MEMBER_NO = /^\d{9}$/;
const LAST_4_PHONE = /^\d{4}$/;
const LAST_4_CODE = /^[0-9A-Za-z]{4}$/;

export type SearchTerm = {
  readonly target: SearchTarget;
  /** The text as it is compared: without separators, and codes in upper case. */
  readonly text: string;
};

/** Returns where to look for a search text; `phone` and `orderNo` exclude every other place. */
export function searchTermOf(typed: string): SearchTerm {
  const text = typed.trim();
  const bare = text.replace(/[\s-]/g, "");
  if (MOBILE.test(bare)) return { target: "phone", text: bare };
  if (/^\d+$/.test(bare) && bare.length === ORDER_NO_DIGITS) {
    return { target: "orderNo", text: bare };
  }
  if (WITHDRAWAL_NO.test(bare)) return { target: "withdrawalNo", text: bare };
  if (MEMBER_NO.test(bare)) return { target: "memberNo", text: bare };
  if (LAST_4_PHONE.test(bare) || LAST_4_CODE.test(bare)) {
    return { target: "last4", text: bare.toUpperCase() };
  }
  const code = parseCode(text);
  return code.form === "own" ? { target: "code", text: code.code } : { target: "other", text };
}
