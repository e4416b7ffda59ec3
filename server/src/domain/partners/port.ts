/** What a partner is asked for, and what it tells. Amounts are fen, instants ms since 1970. */

/** From first to last; an order never goes back. */
export const PARTNER_STATES = ["ORDERED", "PAID", "SETTLED", "VOID"] as const;
export type PartnerState = (typeof PARTNER_STATES)[number];
export const COMMISSION_STATES = ["NONE", "ESTIMATED", "SETTLED", "VOID"] as const;
export type CommissionState = (typeof COMMISSION_STATES)[number];

/** One piece of news of one order, as the partner has it at `updatedAt` by its own clock. */
export type PartnerOrderUpdate = {
  readonly partnerNo: string;
  /** The tracking id of the jump it came from. */
  readonly sid?: string;
  readonly state: PartnerState;
  readonly commission: CommissionState;
  readonly title: string;
  readonly amountFen: number;
  readonly commissionFen: number;
  /** The partner doubts the order; its commission may not come. */
  readonly isRisk: boolean;
  readonly placedAt: number;
  readonly updatedAt: number;
};

/** What a jump carries to the partner; nothing in it is personal. */
export type Pass = {
  readonly sid: string;
  readonly token: string;
  readonly expiresAt: number;
};

export type PulledPage =
  | {
      readonly isAvailable: true;
      readonly updates: readonly PartnerOrderUpdate[];
      readonly next?: string;
    }
  | { readonly isAvailable: false; readonly reason: string };

/** A call to one of our doors, as it came. */
export type CallbackRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly rawBody: Uint8Array;
};
/** `refused` is answered 401, `unreadable` 400. */
export type CallbackResult<T> =
  | { readonly kind: "read"; readonly value: T }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "unreadable" };

/** One partner, with our keys to it and its keys to us. */
export interface PartnerGateway {
  /** The target with the pass and our signature; a target was checked before (`target.ts`). */
  sign(target: URL, pass: Pass): string;
  /** A page of the orders that changed within a time. Never throws. */
  pull(window: {
    readonly from: number;
    readonly to: number;
    readonly cursor?: string;
  }): Promise<PulledPage>;
  readOrders(message: CallbackRequest): CallbackResult<readonly PartnerOrderUpdate[]>;
  readExchange(
    message: CallbackRequest,
  ): CallbackResult<{ readonly sid: string; readonly token: string }>;
}

export type PartnerGateways = Readonly<Record<string, PartnerGateway>>;
