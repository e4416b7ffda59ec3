/** Exchange sessions: what a code can be exchanged for, and the resulting order. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { exchange as routes } from "../routes/exchange.ts";
import { Fen, Instant, Nothing, Phone, Points, Token } from "../values.ts";
import { FormField, Photo } from "./benefit.ts";
import { MealChoice, MealLine } from "./dining.ts";

export const Target = Type.Union([
  Type.Literal("meal"),
  Type.Literal("voucher"),
  Type.Literal("benefit"),
  Type.Literal("points"),
  Type.Literal("balance"),
  Type.Literal("coupon"),
  Type.Literal("level"),
]);
export type Target = Static<typeof Target>;

/** One option of a code; `form` lists the fields to fill in for it. */
const Choice = Type.Object({
  skuId: Type.String(),
  title: Type.String(),
  available: Type.Boolean(),
  unavailable: Type.Optional(Type.String({ description: "why not, in the member's words" })),
  brandName: Type.Optional(Type.String()),
  artwork: Type.Optional(Type.String()),
  photo: Type.Optional(Photo),
  tint: Type.Optional(Type.String()),
  note: Type.Optional(Type.String({ description: "when it arrives, or where it is kept" })),
  needsLogin: Type.Optional(Type.Boolean()),
  form: Type.Optional(Type.Array(FormField)),
});

/**
 * What a code can be exchanged for. `needsLogin` is true where the result goes to a member's
 * wallet.
 */
export const Manifest = Type.Object({
  target: Target,
  title: Type.String(),
  validUntil: Instant,
  last4: Type.String(),
  brand: Type.Optional(Type.String()),
  brandName: Type.Optional(Type.String()),
  artwork: Type.Optional(Type.String()),
  photo: Type.Optional(Photo),
  valueFen: Type.Optional(Fen),
  /** What the code is worth to its holder, where that is known in money. */
  faceFen: Type.Optional(Fen),
  points: Type.Optional(Points),
  needsLogin: Type.Boolean(),
  usesLeft: Type.Optional(
    Type.Integer({ description: "of a code of many: how often this holder may still redeem" }),
  ),
  rules: Type.Array(Type.String()),
  choices: Type.Array(Choice),
  setMeal: Type.Optional(
    Type.Object({
      items: Type.Array(
        Type.Object({
          productId: Type.String(),
          name: Type.String(),
          quantity: Type.Integer(),
          artwork: Type.String(),
          photo: Type.Optional(Photo),
        }),
      ),
    }),
  ),
});
export type Manifest = Static<typeof Manifest>;

const Session = Type.Object({ session: Type.String(), expiresAt: Instant, manifest: Manifest });
const Path = { session: Token };

/** How to find the order: by number when logged in, otherwise by receipt token. */
const Redeemed = Type.Object({
  orderNo: Type.String(),
  receiptToken: Type.String(),
  usesLeft: Type.Optional(Type.Integer({ description: "how often this holder may go on" })),
});

/** What the member chose, beside its current state. */
export const MenuChange = Type.Object({
  menuHash: Type.String(),
  changes: Type.Array(
    Type.Object({
      productId: Type.String(),
      name: Type.String(),
      was: Type.Optional(Fen),
      now: Type.Optional(Fen),
      reason: Type.Union([
        Type.Literal("gone"),
        Type.Literal("sold_out"),
        Type.Literal("price"),
        Type.Literal("option"),
      ]),
    }),
  ),
  totalWasFen: Fen,
  totalNowFen: Fen,
});

export type MenuChange = Static<typeof MenuChange>;

export const exchange = shapesOf<typeof routes>()({
  open: {
    summary: "Open a session on a code; the same login or the old session resumes the running one",
    input: Type.Object({
      code: Type.String({ minLength: 1, maxLength: 128 }),
      session: Type.Optional(Token),
      /** The answer to the challenge of a PROOF_NEEDED refusal (proof.ts). */
      proof: Type.Optional(
        Type.Object({
          challenge: Type.String({ minLength: 1, maxLength: 200 }),
          answer: Type.String({ minLength: 1, maxLength: 2048 }),
        }),
      ),
    }),
    output: Session,
    refusals: [
      "CODE_INVALID",
      "CODE_TYPO",
      "CODE_BUSY",
      "CODE_HAD",
      "CODE_LOCKED",
      "PROOF_NEEDED",
      "RISK_REFUSED",
    ],
  },
  resume: {
    summary: "The running session and what its code can become",
    input: Type.Object(Path),
    output: Session,
    refusals: ["SESSION_OVER"],
  },
  leave: {
    summary: "Give the code back before anything was ordered",
    input: Type.Object(Path),
    output: Nothing,
    refusals: ["SESSION_OVER"],
  },
  redeem: {
    summary: "Turn the code into what it stands for: points, balance, or one of its choices",
    input: Type.Object({
      ...Path,
      skuId: Type.Optional(Type.String({ maxLength: 64 })),
      input: Type.Optional(
        Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 140 })),
      ),
      contactPhone: Type.Optional(Phone),
    }),
    output: Redeemed,
    refusals: [
      "SESSION_OVER",
      "CODE_HAD",
      "LOGIN_NEEDED",
      "INPUT_INVALID",
      "CLAIM_OVER",
      "SOLD_OUT",
      "LEVEL_HELD",
    ],
  },
  orderMeal: {
    summary: "Turn a meal or voucher code into a meal order at a store and a time",
    input: Type.Object({
      ...Path,
      ...MealChoice,
      lines: Type.Optional(Type.Array(MealLine, { minItems: 1, maxItems: 20 })),
    }),
    output: Type.Object({
      orderNo: Type.String(),
      receiptToken: Type.String(),
      /** Above zero, the order waits for payment and the code stays held (`buying.pay`). */
      differenceFen: Fen,
    }),
    refusals: [
      "SESSION_OVER",
      "CODE_HAD",
      "STORE_CLOSED",
      "STORE_PAUSED",
      "SLOT_INVALID",
      "MENU_CHANGED",
      "LINES_INVALID",
      "LOGIN_NEEDED",
      "UNPAID_MANY",
      "INPUT_INVALID",
    ],
  },
});
