/** Persons as operators read them: a name beside each id. */
import Type, { type Static } from "typebox";

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
