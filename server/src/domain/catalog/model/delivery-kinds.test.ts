/** The delivery kinds: every record is complete, and the kinds are told apart by their facts. */
import { deliveryFacts } from "@yunjing/contract/delivery-kinds";
import { expect, test } from "vitest";
import {
  deliveriesThat,
  deliveryKindOf,
  deliveryKinds,
  deliveryOfOrderKind,
} from "./delivery-kinds.ts";

test("every delivery kind of the contract has its record, and no text is empty", () => {
  expect(Object.keys(deliveryKinds)).toEqual(Object.keys(deliveryFacts));
  for (const [name, kind] of Object.entries(deliveryKinds)) {
    expect(kind, name).toMatchObject(deliveryFacts[name as keyof typeof deliveryFacts]);
    const { arrivalText, fastText, message, refund, choiceText } = kind;
    const texts = [arrivalText, fastText, message.title, message.text, refund.endedText];
    expect(
      texts.every((text) => text.length > 0),
      name,
    ).toBe(true);
    expect(choiceText !== "", name).toBe(kind.isSoldInShop);
  }
});

test("no two kinds share an order kind, whose texts they decide", () => {
  const orderKinds = Object.values(deliveryKinds).map(({ orderKind }) => orderKind);
  expect(new Set(orderKinds).size).toBe(orderKinds.length);
  expect(deliveryOfOrderKind("coupon")).toBe(deliveryKinds.coupons);
  expect(deliveryOfOrderKind("points")).toBeUndefined();
});

test("a stored kind is found by its name, and only by an own one", () => {
  expect(deliveryKindOf("movie")).toBe(deliveryKinds.movie);
  expect([null, undefined, "", "toString", "parcel"].map(deliveryKindOf)).toEqual(
    Array.from({ length: 5 }),
  );
  expect(deliveriesThat(({ keptAs }) => keptAs === "order_code")).toEqual(["movie", "meal"]);
});

test("only what a supplier delivers for later use is used later", () => {
  expect(deliveriesThat(({ isUsedLater }) => isUsedLater)).toEqual(["card", "movie", "meal"]);
});
