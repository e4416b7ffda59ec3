/**
 * Addresses as a collection: read and written by the addresses module's actions, in the shapes of
 * the host API.
 */
import { addresses as shapes } from "@yunjing/contract/schemas/addresses";
import Type, { type Static, type TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import {
  addAddress,
  changeAddress,
  listAddresses,
  removeAddress,
} from "../../domain/addresses/actions.ts";
import { isStorable } from "../../platform/storable.ts";
import type { DatabaseParts, Row, CollectionWrites } from "./collection.ts";
import { CommandFault } from "./fault.ts";

const addInput = Compile(Type.Object(shapes.add.input.properties, { additionalProperties: false }));
const { addressId: _addressId, ...changeable } = shapes.change.input.properties;
const changeInput = Compile(Type.Object(changeable, { additionalProperties: false }));

/** Throws VALIDATION_ERROR for unknown fields and for values that the host API rejects. */
function validateRow<Shape extends TSchema>(
  shape: Validator<Record<never, never>, Shape>,
  row: Row,
): Static<Shape> {
  if (!shape.Check(row) || !isStorable(row)) {
    const [wrong] = shape.Errors(row);
    const where = wrong?.instancePath.replace(/^\//, "");
    throw new CommandFault(
      "VALIDATION_ERROR",
      where ? `字段 ${where} 不符合要求` : "内容不符合要求",
    );
  }
  return row;
}

/** Returns the member's addresses in the order of the address book; phones are masked. */
export async function listOwnAddresses(
  { context, db, regions }: DatabaseParts,
  memberId: string,
): Promise<Row[]> {
  const addresses = await listAddresses(context, db, regions, memberId);
  return addresses.map(({ addressId, ...address }, sort) => ({
    _id: addressId,
    user_id: memberId,
    ...address,
    sort,
  }));
}

export const addressWrites: CollectionWrites = {
  add: async ({ context, db, regions }, memberId, row) => {
    const { addressId } = await addAddress(context, db, regions, {
      ...validateRow(addInput, row),
      memberId,
    });
    return addressId;
  },
  update: async ({ context, db, regions }, memberId, { id, changes }) => {
    await changeAddress(context, db, regions, {
      ...validateRow(changeInput, changes),
      memberId,
      addressId: id,
    });
  },
  remove: ({ context, db }, memberId, id) =>
    removeAddress(context, db, { memberId, addressId: id }),
};
