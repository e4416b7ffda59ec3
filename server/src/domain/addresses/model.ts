/**
 * Addresses. Terms: an *address* says who, by which phone, and where; its *chain* is the codes from the province down to
 * a region with nothing below; its *detail* is all that comes after; the *book* is all addresses of a member, of which
 * at most one is the *default*.
 */
import type { Address } from "@yunjing/contract/schemas/addresses";
import type { Region } from "../regions/model.ts";

/** What is sealed of an address, together. */
export type SealedAddress = {
  readonly name: string;
  readonly phone: string;
  readonly detail: string;
};

/** What is asked of the regions; the tree answers it. */
export type Regions = {
  byCode(code: string): Region | undefined;
  pathOf(code: string): readonly Region[];
  children(parent?: string): readonly Region[] | undefined;
  isCompletePath(codes: readonly string[]): boolean;
  readonly cities: readonly Region[];
};

/** An address as it lies in the book. */
export type OpenedAddress = SealedAddress & {
  readonly addressId: string;
  readonly phoneMask: string;
  readonly regionCodes: readonly string[];
  readonly tag: string;
  readonly isDefault: boolean;
};

/** The names of a chain, each once: a municipality is province and city at the same time. */
export function regionText(regions: Pick<Regions, "byCode">, codes: readonly string[]): string {
  const names = codes.flatMap((code) => regions.byCode(code)?.name ?? []);
  return [...new Set(names)].join(" ");
}

/** An address as its member reads it; the phone stays masked. */
export const addressView = (regions: Pick<Regions, "byCode">, kept: OpenedAddress): Address => ({
  addressId: kept.addressId,
  name: kept.name,
  phone: kept.phoneMask,
  regionCodes: [...kept.regionCodes],
  region: regionText(regions, kept.regionCodes),
  detail: kept.detail,
  tag: kept.tag,
  isDefault: kept.isDefault,
});
