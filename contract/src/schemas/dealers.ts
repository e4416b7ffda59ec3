/** Dealers of codes: their terms, their monthly use, and the monthly statement. Money in fen. */
import Type, { type Static } from "typebox";
import { Fen, Instant } from "../values.ts";

/** Monthly sums may exceed the limit of a single amount. */
export const Sum = Type.Integer({ minimum: 0 });
/** `2026-11`, China time. */
export const Month = Type.String({ pattern: "^20\\d{2}-(0[1-9]|1[0-2])$" });

/**
 * What one code costs: a share of its face value in hundredths of a per cent, or fen; exactly one
 * of the two.
 */
export const dealerPrice = {
  priceBp: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  priceFen: Type.Optional(Fen),
};
export const dealerTerms = {
  name: Type.String({ minLength: 1, maxLength: 60 }),
  ...dealerPrice,
  /** The most codes, and the most face value, that may be created for the dealer in one month. */
  codesMonth: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
  faceFenMonth: Type.Integer({ minimum: 0, maximum: 100_000_000_000 }),
  isOn: Type.Boolean(),
};

export const DealerView = Type.Object({
  memberId: Type.String(),
  ...dealerTerms,
  version: Type.Integer(),
  month: Month,
  used: Type.Object({ codes: Sum, faceFen: Sum }),
});
export type DealerView = Static<typeof DealerView>;

export const DealerStatement = Type.Object({
  month: Month,
  list: Type.Array(
    Type.Object({
      batchId: Type.String(),
      name: Type.String(),
      state: Type.String(),
      count: Type.Integer(),
      made: Type.Integer(),
      asleep: Type.Integer(),
      live: Type.Integer(),
      frozen: Type.Integer(),
      redeemed: Type.Integer(),
      void: Type.Integer(),
      expired: Type.Integer(),
      priceFen: Fen,
      owedFen: Sum,
    }),
  ),
  owedFen: Sum,
});
export type DealerStatement = Static<typeof DealerStatement>;

/** What is owed for a month, beside what of it is paid. */
export const paidStatement = {
  ...DealerStatement.properties,
  paidFen: Sum,
  /** Owed less paid; below zero when codes were voided after they were paid. */
  openFen: Type.Integer(),
};

/** A dealer's own terms, with what the page needs to compute a price before it is submitted. */
export const OwnDealer = Type.Object({
  ...DealerView.properties,
  /** What points are worth in the face value of a code: `unitFen` for each `unit` of them. */
  points: Type.Object({
    unit: Type.Integer({ minimum: 1 }),
    unitFen: Type.Integer({ minimum: 0 }),
  }),
});
export type OwnDealer = Static<typeof OwnDealer>;

/** A payment as its dealer sees it. */
export const OwnPayment = Type.Object({
  amountFen: Sum,
  slip: Type.String(),
  at: Instant,
  /** Present when it was entered wrongly and taken back; it then counts as not paid. */
  reversedAt: Type.Optional(Instant),
});

/** A month's statement as its dealer sees it. */
export const OwnStatement = Type.Object({ ...paidStatement, payments: Type.Array(OwnPayment) });
export type OwnStatement = Static<typeof OwnStatement>;

/** A payment of a dealer for one month, and how it was taken back. */
export const DealerPayment = Type.Object({
  paymentId: Type.String(),
  amountFen: Sum,
  /** The number of the bank's slip. */
  slip: Type.String(),
  reason: Type.String(),
  /** The operator who entered it. */
  by: Type.String(),
  at: Instant,
  /** Present when it was entered wrongly and taken back; it then counts as not paid. */
  reversal: Type.Optional(Type.Object({ reason: Type.String(), by: Type.String(), at: Instant })),
});
export type DealerPayment = Static<typeof DealerPayment>;
