/** A member's addresses: recipient, phone, place; at most one is the default. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { addresses as routes } from "../routes/addresses.ts";
import { listOf, Phone, RegionCode, Token } from "../values.ts";

/** The most addresses of a member (domain.md 18). */
export const ADDRESSES_MAX = 20;
/** Pasted text may also contain an order number and a note. */
export const PASTED_MAX = 400;

/** The recipient's name on a parcel. */
const Name = Type.String({ minLength: 1, maxLength: 20, pattern: "\\S" });
/** Street, building and number, below the region. */
const Detail = Type.String({ minLength: 2, maxLength: 100, pattern: "\\S" });
const Tag = Type.String({ maxLength: 6, description: "家, 公司, or the member's own word" });
/** Province first, down to a region without children: 东莞 ends with the city. */
const RegionCodes = Type.Array(RegionCode, { minItems: 2, maxItems: 3 });

export const Address = Type.Object({
  addressId: Type.String(),
  name: Type.String(),
  phone: Type.String({ description: "masked: 138****1234" }),
  regionCodes: Type.Array(RegionCode),
  region: Type.String({ description: "广东省 深圳市 南山区; a municipality stands once" }),
  detail: Type.String(),
  tag: Type.String({ description: "empty when there is none" }),
  isDefault: Type.Boolean(),
});
export type Address = Static<typeof Address>;

/** What was recognised in a pasted text; the member fills in the rest. */
export const Recognised = Type.Object({
  name: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  /** As far as it is certain: the province alone, or down to the district. */
  regionCodes: Type.Array(RegionCode),
  region: Type.String(),
  isRegionWhole: Type.Boolean(),
  detail: Type.Optional(Type.String()),
});
export type Recognised = Static<typeof Recognised>;

const addressInput = {
  name: Name,
  phone: Phone,
  regionCodes: RegionCodes,
  detail: Detail,
};

export const addresses = shapesOf<typeof routes>()({
  list: {
    summary: "The member's addresses: the default first, then those used last",
    input: Type.Object({}),
    output: listOf(Address),
    refusals: [],
  },
  add: {
    summary: "Keeps an address; the very same one twice is one. The first becomes the default",
    input: Type.Object({
      ...addressInput,
      tag: Type.Optional(Tag),
      isDefault: Type.Optional(Type.Boolean()),
    }),
    output: Address,
    refusals: ["INPUT_INVALID", "ADDRESS_FULL"],
  },
  recognise: {
    summary: "Reads name, phone, region and detail out of a pasted text; nothing is kept",
    input: Type.Object({ text: Type.String({ minLength: 1, maxLength: PASTED_MAX }) }),
    output: Recognised,
    refusals: [],
  },
  change: {
    summary: "Changes what is given; a phone left out stays, for it is never shown again",
    input: Type.Object({
      addressId: Token,
      ...Type.Partial(Type.Object(addressInput)).properties,
      tag: Type.Optional(Tag),
      isDefault: Type.Optional(Type.Boolean()),
    }),
    output: Address,
    refusals: ["NOT_FOUND", "INPUT_INVALID"],
  },
  remove: {
    summary: "Takes an address out of the book; orders keep what they were sent to",
    input: Type.Object({ addressId: Token }),
    output: Type.Object({}),
    refusals: ["NOT_FOUND"],
  },
  makeDefault: {
    summary: "Makes an address the one default",
    input: Type.Object({ addressId: Token }),
    output: Address,
    refusals: ["NOT_FOUND"],
  },
  used: {
    summary: "Notes that the member chose it, so that it stands first next time",
    input: Type.Object({ addressId: Token }),
    output: Type.Object({}),
    refusals: ["NOT_FOUND"],
  },
});
