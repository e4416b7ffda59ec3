/**
 * Saved accounts. Terms: an *account* is what was filled in for a benefit's form, as a whole (a phone, a QQ number); its
 * *kind* is the kind of form it serves (`formKindOf`); the *shelf* is all accounts of one kind a member has kept.
 */
import type { FormInput } from "@yunjing/contract/benefit-form";

/** A form of more words than this has no shelf, and what is filled in for it is not kept. */
export const KIND_LENGTH_MAX = 200;

/** An account about to be kept: what was filled in, tidied, and how it is shown. */
export type AccountToSave = {
  readonly kind: string;
  readonly input: FormInput;
  readonly mask: string;
};

/** An account that was kept, opened. */
export type OpenedAccount = { readonly kind: string; readonly input: FormInput };

/** Where an account is sealed to. */
export const sealContextOf = (id: string): string => `saved_account:sealed:${id}`;

/** The same account in the same words, whatever the order of its fields. */
export const canonical = (memberId: string, { kind, input }: OpenedAccount): string =>
  JSON.stringify([
    memberId,
    kind,
    Object.entries(input).toSorted(([left], [right]) => (left < right ? -1 : 1)),
  ]);
