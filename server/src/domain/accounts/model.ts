/**
 * Saved accounts. Terms: an *account* is the complete input of a benefit's form (a phone, a QQ
 * number); its *kind* is the kind of form it serves (`formKindOf`); the table `account_shelf` has
 * one row for each member and kind.
 */
import type { FormInput } from "@yunjing/contract/benefit-form";

/** Maximum length of a form kind in characters. Accounts with a longer kind are not saved. */
export const KIND_LENGTH_MAX = 200;

/** An account to be saved: the normalised input and its masked text. */
export type AccountToSave = {
  readonly kind: string;
  readonly input: FormInput;
  readonly mask: string;
};

/** A saved account, decrypted. */
export type OpenedAccount = { readonly kind: string; readonly input: FormInput };

/** The context that a sealed account is bound to. */
export const sealContextOf = (id: string): string => `saved_account:sealed:${id}`;

/** Returns the same text for the same account, whatever the order of its fields. */
export const canonical = (memberId: string, { kind, input }: OpenedAccount): string =>
  JSON.stringify([
    memberId,
    kind,
    Object.entries(input).toSorted(([left], [right]) => (left < right ? -1 : 1)),
  ]);
