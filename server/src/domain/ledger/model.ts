/**
 * Terms and types of the double-entry ledger for money and points.
 *
 * - asset: the unit: CNY in fen, PTS in points; always whole numbers.
 * - member ledger (book): all accounts of one member; a posting never touches two members' ledgers.
 * - account: a purpose within a member ledger. *Guarded* accounts have a balance that the database
 *   keeps at zero or above; *contra* accounts, the other side of the business, have none: their
 *   totals are sums over transfers.
 * - transfer: an amount from a debit account to a credit account. It sums to zero because it has
 *   only one amount.
 * - posting (txn): transfers that happen together, once for each (member, kind, ref).
 * - kind, ref: the business reason of a posting and the row that decided it (growth.md, rule 3).
 * - party: the owner of a contra account: a supplier, a channel, a campaign.
 * - hold: an amount reserved under a lease: X → held X. It is confirmed, whole or in part, or
 *   voided, once; when its lease ends first, it is over by time, whether or not it was already
 *   released.
 * - freeze: an asset of a member that cannot be held or spent for now; credits, confirms and voids
 *   still work.
 * - version: counts an account's changes; with the balance after each, a chain that shows any
 *   tampering.
 * - trial balance: a check of the whole ledger in one snapshot; sound when every difference is
 *   zero.
 */
import type { accountWords, postingWords } from "@yunjing/contract/shared-words";

export const assets = ["CNY", "PTS"] as const;
export type Asset = (typeof assets)[number];

/** Accounts with a balance row, `CHECK (balance >= 0)`. */
export const guarded = {
  CNY: [
    "principal",
    "bonus",
    "reward_frozen",
    "reward_cash",
    "held_principal",
    "held_bonus",
    "held_reward",
  ],
  PTS: ["available", "pending", "held", "debt"],
} as const;

/** Accounts without a row. */
export const contra = {
  CNY: [
    "channel",
    "clearing",
    "revenue",
    "fee",
    "expense",
    "cost",
    "prepaid",
    "codes_sold",
    "suspense",
  ],
  PTS: ["points_issued", "points_spent", "points_expired"],
} as const;

export type Guarded<A extends Asset = Asset> = (typeof guarded)[A][number];
export type Contra<A extends Asset = Asset> = (typeof contra)[A][number];
/** An account without its words for operators does not compile. */
export type Purpose<A extends Asset = Asset> = (Guarded<A> | Contra<A>) & keyof typeof accountWords;

/** Accounts that can be held, and the account of the held amount. */
export const heldAs = {
  CNY: { principal: "held_principal", bonus: "held_bonus", reward_cash: "held_reward" },
  PTS: { available: "held" },
} as const;
export type Holdable<A extends Asset> = keyof (typeof heldAs)[A] & string;

/** A balance is credits less debits; `debt`, what the member owes us, is debits less credits. */
export const signOf = (purpose: Guarded): 1 | -1 => (purpose === "debt" ? -1 : 1);

type TransferOf<A extends Asset> = {
  readonly asset: A;
  readonly debit: Purpose<A>;
  readonly credit: Purpose<A>;
  /** Fen or points, at least 1. */
  readonly amount: number;
  readonly party?: string;
};
export type Transfer = { [A in Asset]: TransferOf<A> }[Asset];

/**
 * Each kind, and the row that determines its member and its ref, set once by a guarded update. A
 * kind without its words for operators does not compile.
 */
export const postingKinds = {
  code_redeem: "the code's row: ref is code_id:n, n the redemption its guarded update took",
  code_return: "the code's row: ref is code_id:n of the redemption taken back",
  hold: "the hold's row",
  hold_confirm: "the hold's row",
  hold_void: "the hold's row",
  supplier_cost: "the supplier order's row",
  points_earn: "the order's row",
  points_expire: "the lot's row",
  points_activate: "the lot's row",
  points_return: "the refund's row: ref is refund_no",
  points_clawback: "the refund's row: ref is refund_no",
  points_sign: "the day signed in: ref is the day",
  points_task: "the task: ref is its id, of the first order with the order's id",
  wallet_return: "the refund's row: ref is refund_no",
  topup: "the top-up's row: ref is its id",
  topup_bonus: "the top-up's row: ref is its id",
  topup_refund: "the refund's row: ref is its refund_no",
  bonus_revoke: "the refund's row: ref is its refund_no",
  bonus_expire: "the lot's row: ref is its id",
  order_paid: "the order's row: ref is its id",
  order_fulfilled: "the item's row: ref is its id",
  refund: "the refund's row: ref is refund_no",
  refund_paid: "the refund's row: ref is refund_no",
  wxpay_credit: "the number's claim (trade_no): ref is the channel's transaction id",
  wxpay_accept: "the attempt's row: ref is its id",
  wxpay_return: "the return's row: ref is its refund_no",
  invite_reward: "the reward's row: ref is its id, id:granted when an appeal brought it back",
  invite_settle: "the reward's row: ref is its id",
  invite_points: "the reward's row: ref is its id",
  invite_cut: "the reward's row: ref is id:n, n what is left of it, id:n:granted after an appeal",
  invite_back: "the reward's row: ref is id:n, n what is left of it",
  points_back: "the row that gave them: ref is id:n, n what is left of it",
  merge_out: "the merge's row: ref is the id of the member that ended, and the step's number",
  merge_in: "the merge's row: ref as of merge_out",
  merge_repay: "the merge's row: ref as of merge_out",
  account_close: "the closing's row: ref is its id, and the step's number",
  adjust: "the approval's row",
} as const satisfies Readonly<Record<keyof typeof postingWords, string>>;
export type PostingKind = keyof typeof postingKinds;

/** Who acts on which member's ledger, and the title in the member's statement. */
export type PostingHeader = {
  readonly memberId: string;
  /** `member:…`, `operator:…` or `system`. */
  readonly actor: string;
  readonly title?: string;
};
/** The reason of a posting; one posting for each. */
export type PostingKey = { readonly kind: PostingKind; readonly ref: string };

export type Posted = { readonly outcome: "posted" | "replay"; readonly txnId: string };

type HoldOf<A extends Asset> = { readonly asset: A; readonly purpose: Holdable<A> };
/** The id comes from the caller, so that a repeat is harmless. */
export type Hold = PostingHeader &
  { [A in Asset]: HoldOf<A> }[Asset] & {
    readonly holdId: string;
    readonly orderId?: string;
    readonly amount: number;
    readonly expiresAt: Date;
  };
/** Where a held amount goes. */
export type HoldTarget = {
  readonly credit: Purpose;
  readonly amount: number;
  readonly party?: string;
};

/** A frozen asset of a member; `actor` is `system` when a reconciliation case caused it. */
export type Freeze = {
  readonly memberId: string;
  readonly asset: Asset;
  readonly reason: string;
  readonly actor: string;
};

export type Balances = Record<Guarded, number>;
export const noBalances = (): Balances => ({
  principal: 0,
  bonus: 0,
  reward_frozen: 0,
  reward_cash: 0,
  held_principal: 0,
  held_bonus: 0,
  held_reward: 0,
  available: 0,
  pending: 0,
  held: 0,
  debt: 0,
});

export type AccountFault = {
  readonly memberId: string;
  readonly asset: Asset;
  readonly purpose: string;
  /** The balance in the account's row, and the sum of its transfers. */
  readonly stored: number;
  readonly summed: number;
  /**
   * The account's change count, the number of its transfers, and the number of those that do not
   * follow the previous one.
   */
  readonly version: number;
  readonly lines: number;
  readonly breaks: number;
};
export type HoldFault = {
  readonly memberId: string;
  readonly purpose: string;
  readonly held: number;
  readonly open: number;
};
export type AssetTotal = {
  readonly asset: Asset;
  readonly members: number;
  readonly contra: number;
  /** Sum over member and contra accounts: zero, or value was created or lost. */
  readonly difference: number;
};
export type TrialBalance = {
  readonly isSound: boolean;
  readonly totals: readonly AssetTotal[];
  readonly accountFaults: readonly AccountFault[];
  readonly holdFaults: readonly HoldFault[];
  /** Postings without a transfer. */
  readonly emptyTxns: number;
  /** Number of postings of each kind. */
  readonly txns: Readonly<Record<string, number>>;
};
