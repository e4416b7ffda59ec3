/** The form of a member's number, and what a form says while no member is chosen. */
import type { FieldValue } from "./check-field.ts";

export const UNCHOSEN = "请先查找并选择会员";

export const isMemberNo = (value: FieldValue): boolean =>
  typeof value === "string" && /^[1-9]\d{8}$/.test(value);
