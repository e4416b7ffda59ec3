/** How a price was calculated, line by line: of a quote and of the order that stores it. */
import Type, { type Static } from "typebox";

/** One line of a price, in display order; a deduction is negative. */
export const PriceLine = Type.Object({
  kind: Type.Union([
    Type.Literal("goods"),
    Type.Literal("level"),
    Type.Literal("promotion"),
    Type.Literal("coupon"),
    Type.Literal("points"),
    Type.Literal("balance"),
    Type.Literal("payable"),
  ]),
  text: Type.String({ description: "会员价优惠" }),
  note: Type.Optional(Type.String({ description: "黄金会员 9.5 折" })),
  amountFen: Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 }),
});
export type PriceLine = Static<typeof PriceLine>;
