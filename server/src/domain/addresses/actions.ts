/** Actions for addresses; each works only on the addresses of the calling member. */
import { ADDRESSES_MAX, type Address } from "@yunjing/contract/schemas/addresses";
import type { Input } from "@yunjing/contract/operations";
import type { Context } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { invariant, Refusal } from "../../platform/refusal.ts";
import { maskPhone } from "../members/model.ts";
import { normalizeWhitespace } from "../../platform/normalize-whitespace.ts";
import { type OpenedAddress, type Regions, addressView, type SealedAddress } from "./model.ts";
import {
  deleteAll,
  type AddressRow,
  callAdd,
  callChange,
  callDefault,
  markDeleted,
  type AddressRecord,
  findRow,
  listRows,
  touchRow,
} from "./store.ts";

const sealContextOf = (addressId: string): string => `address:sealed:${addressId}`;

/** Accepts only what `entryOf` has sealed. */
const isSealedAddress = (value: unknown): value is SealedAddress =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  "phone" in value &&
  "detail" in value;

function openAddress({ secrets }: Context, row: AddressRow): OpenedAddress {
  const written: unknown = JSON.parse(secrets.open(row.sealed, sealContextOf(row.id)));
  invariant(isSealedAddress(written), "a sealed address holds name, phone and detail");
  return {
    ...written,
    addressId: row.id,
    phoneMask: row.phone_mask,
    regionCodes: row.region_codes,
    tag: row.tag,
    isDefault: row.is_default,
  };
}

type Wanted = SealedAddress & { readonly regionCodes: readonly string[]; readonly tag: string };

/**
 * Returns the row to store. Refuses INPUT_INVALID {field, text} for region codes that form no valid
 * path.
 */
function addressRecordOf(
  { secrets, clock }: Context,
  regions: Regions,
  wanted: Wanted,
  mark: Pick<AddressRecord, "memberId" | "id" | "isDefault">,
): AddressRecord {
  const { phone, regionCodes } = wanted;
  if (!regions.isCompletePath(regionCodes)) {
    throw new Refusal("INPUT_INVALID", { field: "regionCodes", text: "请选择完整的所在地区" });
  }
  const [name, detail, tag] = [wanted.name, wanted.detail, wanted.tag].map(normalizeWhitespace);
  if (!name || !detail) {
    throw new Refusal("INPUT_INVALID", { field: name ? "detail" : "name", text: "请填写完整" });
  }
  const written: SealedAddress = { name, phone, detail };
  const content = JSON.stringify([mark.memberId, written, regionCodes]);
  return {
    ...mark,
    sealed: secrets.seal(JSON.stringify(written), sealContextOf(mark.id)),
    phoneMask: maskPhone(phone),
    regionCodes,
    tag: tag ?? "",
    hash: secrets.mac("address-lookup", content),
    now: clock.sql(),
  };
}

export async function listAddresses(
  context: Context,
  db: Db,
  regions: Regions,
  memberId: string,
): Promise<Address[]> {
  const rows = await listRows(db, memberId);
  return rows.map((row) => addressView(regions, openAddress(context, row)));
}

async function read(
  context: Context,
  db: Db,
  regions: Regions,
  own: { readonly memberId: string; readonly addressId: string },
): Promise<Address> {
  const row = await findRow(db, own.memberId, own.addressId);
  if (!row) throw new Refusal("NOT_FOUND");
  return addressView(regions, openAddress(context, row));
}

/** Refuses INPUT_INVALID {field, text} and ADDRESS_FULL {most}. */
export async function addAddress(
  context: Context,
  db: Db,
  regions: Regions,
  { memberId, ...input }: Input<"addresses", "add"> & { readonly memberId: string },
): Promise<Address> {
  const mark = { memberId, id: context.ids.next(), isDefault: input.isDefault ?? false };
  const entry = addressRecordOf(context, regions, { tag: "", ...input }, mark);
  const addressId = await callAdd(db, { ...entry, most: ADDRESSES_MAX });
  if (addressId === null) throw new Refusal("ADDRESS_FULL", { most: ADDRESSES_MAX });
  return read(context, db, regions, { memberId, addressId });
}

/**
 * Refuses NOT_FOUND and INPUT_INVALID {field, text}. Of two concurrent changes the later one wins.
 */
export async function changeAddress(
  context: Context,
  db: Db,
  regions: Regions,
  {
    memberId,
    addressId,
    isDefault,
    ...changes
  }: Input<"addresses", "change"> & {
    readonly memberId: string;
  },
): Promise<Address> {
  const row = await findRow(db, memberId, addressId);
  if (!row) throw new Refusal("NOT_FOUND");
  const wanted = { ...openAddress(context, row), ...changes };
  const mark = { memberId, id: row.id, isDefault: isDefault ?? null };
  const isFound = await callChange(db, addressRecordOf(context, regions, wanted, mark));
  if (!isFound) throw new Refusal("NOT_FOUND");
  return read(context, db, regions, { memberId, addressId });
}

type Own = { readonly memberId: string; readonly addressId: string };

/** Refuses NOT_FOUND, also for another member's address. */
export async function removeAddress({ clock }: Context, db: Db, own: Own): Promise<void> {
  if (!(await markDeleted(db, { ...own, now: clock.sql() }))) throw new Refusal("NOT_FOUND");
}

/** Records that the address was used. Refuses NOT_FOUND. */
export async function markUsed({ clock }: Context, db: Db, own: Own): Promise<void> {
  if (!(await touchRow(db, { ...own, now: clock.sql() }))) throw new Refusal("NOT_FOUND");
}

/** Refuses NOT_FOUND. */
export async function makeDefault(
  context: Context,
  db: Db,
  regions: Regions,
  own: Own,
): Promise<Address> {
  const row = await findRow(db, own.memberId, own.addressId);
  if (!row) throw new Refusal("NOT_FOUND");
  const isFound = await callDefault(db, { ...own, now: context.clock.sql() });
  if (!isFound) throw new Refusal("NOT_FOUND");
  return addressView(regions, { ...openAddress(context, row), isDefault: true });
}

/** Deletes all addresses of a closed account. */
export const eraseAddresses = (tx: Tx, memberId: string): Promise<void> => deleteAll(tx, memberId);
