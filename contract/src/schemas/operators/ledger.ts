/**
 * The ledger as operators read it: postings, the statement of an account, and balances at an
 * instant. CNY in fen, PTS in points, instants in ms.
 */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorLedger as routes } from "../../routes/operators/ledger.ts";
import { Instant } from "../../values.ts";
import { MemberName } from "./people.ts";

const text = Type.String();
const Signed = Type.Integer();
const Sum = Type.Integer({ minimum: 0 });
const Asset = Type.Union([Type.Literal("CNY"), Type.Literal("PTS")]);

/**
 * An account: its purpose for all owners together (`clearing`, `principal`), or with the owner: the
 * number of a member (`principal.100000001`) or the party of a contra account (`prepaid.topup`).
 */
export const AccountId = Type.String({
  pattern: "^[a-z_]{2,20}(\\.[0-9A-Za-z_:-]{1,64})?$",
  maxLength: 85,
});
const MemberNo = Type.String({ pattern: "^\\d{9}$" });
/** Inclusive, in whole milliseconds. */
const span = { from: Type.Optional(Instant), to: Type.Optional(Instant) };
const page = {
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
};

/** What a posting belongs to; absent where it belongs to none. */
const subject = {
  orderNo: Type.Optional(text),
  refundNo: Type.Optional(text),
  withdrawalNo: Type.Optional(text),
};

const LedgerTransfer = Type.Object({
  asset: Asset,
  debit: text,
  debitText: text,
  credit: text,
  creditText: text,
  amount: Sum,
  /** The owner of the contra account: a supplier, a channel, a campaign. */
  party: Type.Optional(text),
});

export const LedgerTransaction = Type.Object({
  txnId: text,
  at: Instant,
  kind: text,
  kindText: text,
  title: text,
  /** The number or id of the row that decided the posting. */
  ref: text,
  actorText: text,
  /** The posting that this one reverses. */
  reverses: Type.Optional(text),
  member: Type.Optional(MemberName),
  ...subject,
  transfers: Type.Array(LedgerTransfer),
});
export type LedgerTransaction = Static<typeof LedgerTransaction>;

const LedgerAccount = Type.Object({
  account: AccountId,
  accountText: text,
  asset: Asset,
  /** True for the accounts of members, false for those of the business. */
  isMembers: Type.Boolean(),
  member: Type.Optional(MemberName),
  party: Type.Optional(text),
});

export const StatementLine = Type.Object({
  txnId: text,
  seq: Type.Integer(),
  at: Instant,
  kind: text,
  kindText: text,
  title: text,
  ref: text,
  /** The account on the other side. */
  otherText: text,
  /** What the line adds to the account's balance. */
  change: Signed,
  /** The balance after it; of a member's account only. */
  after: Type.Optional(Signed),
  memberNo: Type.Optional(text),
  ...subject,
});
export type StatementLine = Static<typeof StatementLine>;

/**
 * A balance is credits less debits; of `debt`, what members owe, debits less credits. `net` is
 * credits less debits for every account, so it sums to zero over all.
 */
const AccountBalance = Type.Object({
  ...LedgerAccount.properties,
  debits: Sum,
  credits: Sum,
  balance: Signed,
  net: Signed,
});

export const operatorLedger = shapesOf<typeof routes>()({
  transactions: {
    summary:
      "Postings with their entries, newest first; without a member or a reference at most 31 days at once",
    input: Type.Object({
      /**
       * The number of an order, refund, withdrawal or payment, or a posting's own `ref` of any
       * kind. A `ref` that more than two members have, such as a day, needs the member.
       */
      ref: Type.Optional(Type.String({ pattern: "^[0-9A-Za-z_:-]{4,80}$", maxLength: 80 })),
      memberNo: Type.Optional(MemberNo),
      account: Type.Optional(AccountId),
      kind: Type.Optional(Type.String({ pattern: "^[a-z_]{2,30}$" })),
      ...span,
      ...page,
    }),
    output: Type.Object({
      list: Type.Array(LedgerTransaction),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: ["INPUT_INVALID", "NOT_FOUND"],
  },
  statement: {
    summary:
      "One account over a span: opening balance, lines, closing balance; closing is opening plus lines",
    input: Type.Object({ account: AccountId, ...span, ...page }),
    output: Type.Object({
      account: LedgerAccount,
      from: Instant,
      to: Instant,
      opening: Signed,
      /** What the lines of the whole span add and take; both at least 0. */
      added: Sum,
      taken: Sum,
      closing: Signed,
      list: Type.Array(StatementLine),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: ["INPUT_INVALID", "NOT_FOUND"],
  },
  balanceAt: {
    summary: "The balance of one account, or of every account, at the end of an instant",
    input: Type.Object({ account: Type.Optional(AccountId), at: Type.Optional(Instant) }),
    output: Type.Object({
      at: Instant,
      list: Type.Array(AccountBalance),
      /** Of every account together, by asset: zero, or value was created or lost. */
      totals: Type.Array(Type.Object({ asset: Asset, difference: Signed })),
    }),
    refusals: ["INPUT_INVALID", "NOT_FOUND"],
  },
});
