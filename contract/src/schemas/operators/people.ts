/** What operators' lists share: a name beside each id, and the filter. */
import Type, { type Static } from "typebox";
import { Instant } from "../../values.ts";

/** The filter and the page of an operators' list; instants in ms. */
export const listFilter = {
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
  /** A number: of the object, its order, or its member. */
  keyword: Type.Optional(Type.String({ minLength: 2, maxLength: 64 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
};

/** An operator. */
export const Person = Type.Object({ id: Type.String(), name: Type.String() });
export type Person = Static<typeof Person>;

/** A member; the phone is masked. */
export const MemberName = Type.Object({
  memberNo: Type.String(),
  nickname: Type.String(),
  phone: Type.String(),
});
export type MemberName = Static<typeof MemberName>;
