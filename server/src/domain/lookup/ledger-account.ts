/** Accounts of the ledger by the id that operators see: `clearing`, `prepaid.topup`, `principal.100000001`. */
import {
  type Asset,
  assets,
  contra,
  guarded,
  type Guarded,
  type Purpose,
} from "../ledger/model.ts";

/** An account as the operators' id names it. */
export type NamedAccount = {
  readonly account: string;
  readonly asset: Asset;
  readonly purpose: Purpose;
  /** The number of the member, of a member's account. */
  readonly memberNo?: string;
  /** The owner of a contra account. */
  readonly party?: string;
};

/** Every account of all owners together. */
export const allAccounts: readonly (NamedAccount & { readonly account: Purpose })[] =
  assets.flatMap((asset) =>
    [...guarded[asset], ...contra[asset]].map((purpose) => ({ account: purpose, asset, purpose })),
  );

const assetOf = (purpose: string): Asset | undefined =>
  allAccounts.find(({ account }) => account === purpose)?.asset;

/** Returns whether members own the accounts of this purpose. */
export const isMembers = (purpose: Purpose): purpose is Guarded =>
  [...guarded.CNY, ...guarded.PTS].some((name) => name === purpose);

const MEMBER_NO = /^\d{9}$/;

/** Returns the account of an id, or undefined for an id that names none. */
export function accountOf(account: string): NamedAccount | undefined {
  const [, name = "", owner] = /^([a-z_]+)(?:\.(.+))?$/.exec(account) ?? [];
  const asset = assetOf(name);
  if (asset === undefined) return undefined;
  const purpose = name as Purpose;
  if (owner === undefined) return { account, asset, purpose };
  if (!isMembers(purpose)) return { account, asset, purpose, party: owner };
  return MEMBER_NO.test(owner) ? { account, asset, purpose, memberNo: owner } : undefined;
}
