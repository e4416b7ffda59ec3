/**
 * The quote token between quoting and placing: sealed, so that it shows no costs, immutable, and
 * bound to its member.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Context } from "../../platform/context.ts";
import { DERIVED_TOKEN_BYTES } from "../../platform/secrets.ts";
import type { OrderKind } from "@yunjing/contract/schemas/orders";
import type { PriceLine } from "@yunjing/contract/schemas/price-lines";
import type { Route } from "../fulfilment/port.ts";
import type { Allocation } from "./allocate.ts";
import type { ItemSnapshot } from "./model.ts";
import type { Price } from "./price.ts";

export type QuotedItem = Allocation & {
  readonly skuId: string;
  readonly unitFen: number;
  readonly costFen: number;
  readonly snapshot: ItemSnapshot;
  readonly faceFen?: number;
  readonly routes: readonly Route[];
  /** Only members of at least this grade may buy it. */
  readonly gradeMin?: number;
  /** The kind of form that `input` belongs to; absent without a form. */
  readonly formKind?: string;
  /** By the names of the form's fields, normalised. */
  readonly input: Readonly<Record<string, string>>;
  readonly inputMask: readonly { readonly label: string; readonly text: string }[];
};

export type QuotedCoupon = {
  readonly couponId: string;
  readonly templateId: string;
  readonly offFen: number;
};

/** Everything needed to place the order; money in fen, instants in ms. */
export type Quoted = Omit<Price, "items" | "pointsUsable"> & {
  readonly quoteId: string;
  readonly expiresAt: number;
  readonly kind: OrderKind;
  readonly title: string;
  readonly brandCode?: string;
  readonly brandName?: string;
  readonly artwork: string;
  /** The city that it was quoted for. */
  readonly cityCode?: string;
  readonly itemsText: string;
  readonly quantity: number;
  readonly coupons: readonly QuotedCoupon[];
  readonly items: readonly QuotedItem[];
  readonly priceLines: readonly PriceLine[];
  readonly rules: readonly string[];
};

const quoteSealContext = (memberId: string): string => `quote:${memberId}`;
const markOf = ({ secrets }: Context, memberId: string, sealed: string): string =>
  secrets.deriveToken("quote", `${memberId}:${sealed}`);

/** A shorter text is sealed as it is: compressing it takes longer than everything else of a quote. */
const COMPRESSED_FROM = 4_000;

/** Compressed texts are base64, which never begins as JSON does. */
const pack = (text: string): string =>
  text.length < COMPRESSED_FROM ? text : deflateRawSync(text).toString("base64");
const unpack = (packed: string): string =>
  packed.startsWith("{") ? packed : inflateRawSync(Buffer.from(packed, "base64")).toString();

/** Returns the token that `place` takes; at most 20,000 characters also for twenty items. */
export function sealQuote(context: Context, memberId: string, quoted: Quoted): string {
  const packed = pack(JSON.stringify(quoted));
  const sealed = context.secrets.seal(packed, quoteSealContext(memberId)).toString("base64url");
  return `${sealed}.${markOf(context, memberId, sealed)}`;
}

/** Opens a token of this member; `undefined` for another member's token or a forged one. */
export function openQuote(context: Context, memberId: string, token: string): Quoted | undefined {
  const [sealed = "", mark = ""] = token.split(".");
  // The MAC is checked first: a valid MAC proves that the text was sealed here for this member and
  // can be opened.
  const text = `${memberId}:${sealed}`;
  if (!context.secrets.isMac("quote", text, mark, DERIVED_TOKEN_BYTES)) return undefined;
  const packed = context.secrets.open(Buffer.from(sealed, "base64url"), quoteSealContext(memberId));
  return JSON.parse(unpack(packed));
}
