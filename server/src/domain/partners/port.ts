/**
 * Port of partners: requests to them and updates from them. Amounts in fen, instants in ms since
 * 1970.
 */

/** In order from first to last; an order never moves backwards. */
export const PARTNER_STATES = ["ORDERED", "PAID", "SETTLED", "VOID"] as const;
export type PartnerState = (typeof PARTNER_STATES)[number];
export const COMMISSION_STATES = ["NONE", "ESTIMATED", "SETTLED", "VOID"] as const;
export type CommissionState = (typeof COMMISSION_STATES)[number];

/** One update of one order, with the partner's state at `updatedAt` by its own clock. */
export type PartnerOrderUpdate = {
  readonly partnerNo: string;
  /** The tracking id of the jump it came from. */
  readonly sid?: string;
  readonly state: PartnerState;
  readonly commission: CommissionState;
  readonly title: string;
  readonly amountFen: number;
  readonly commissionFen: number;
  /** The partner suspects the order; its commission may not be paid. */
  readonly isRisk: boolean;
  readonly placedAt: number;
  readonly updatedAt: number;
};

/** What a jump sends to the partner; it contains no personal data. */
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

/** A partner's request to one of our callback endpoints, as received. */
export type CallbackRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly rawBody: Uint8Array;
};
/** `refused` becomes status 401, `unreadable` 400. */
export type CallbackResult<T> =
  | { readonly kind: "read"; readonly value: T }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "unreadable" };

/** Gateway to one partner, with the keys of both sides. */
export interface PartnerGateway {
  /**
   * Returns the target with the pass and our signature; the target has already been checked
   * (`target.ts`).
   */
  sign(target: URL, pass: Pass): string;
  /** Returns one page of the orders that changed within a time window. Never throws. */
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
