/**
 * Addresses. Terms: an *address* is a recipient's name, phone and place; its *path* is the region
 * codes from the province down to a region with no regions below it; its *detail* is the rest of
 * the place; the *book* is all addresses of a member, of which at most one is the *default*.
 */
import type { Address } from "@yunjing/contract/schemas/addresses";
import type { Region } from "../regions/model.ts";

/** The parts of an address that are sealed together. */
export type SealedAddress = {
  readonly name: string;
  readonly phone: string;
  readonly detail: string;
};

/** Queries on the region tree that addresses need. */
export type Regions = {
  byCode(code: string): Region | undefined;
  pathOf(code: string): readonly Region[];
  children(parent?: string): readonly Region[] | undefined;
  isCompletePath(codes: readonly string[]): boolean;
  readonly cities: readonly Region[];
};

/** A stored address, decrypted. */
export type OpenedAddress = SealedAddress & {
  readonly addressId: string;
  readonly phoneMask: string;
  readonly regionCodes: readonly string[];
  readonly tag: string;
  readonly isDefault: boolean;
};

/**
 * Returns the names of a region path, each once: a municipality is province and city at the same
 * time.
 */
export function regionText(regions: Pick<Regions, "byCode">, codes: readonly string[]): string {
  const names = codes.flatMap((code) => regions.byCode(code)?.name ?? []);
  return [...new Set(names)].join(" ");
}

/** Returns an address as shown to its member, with the phone masked. */
export const addressView = (regions: Pick<Regions, "byCode">, stored: OpenedAddress): Address => ({
  addressId: stored.addressId,
  name: stored.name,
  phone: stored.phoneMask,
  regionCodes: [...stored.regionCodes],
  region: regionText(regions, stored.regionCodes),
  detail: stored.detail,
  tag: stored.tag,
  isDefault: stored.isDefault,
});
