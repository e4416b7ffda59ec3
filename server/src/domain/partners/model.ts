/**
 * Partners, who serve members on their own pages. Terms:
 *
 * - link: a configured entry to a partner, identified by its id; its `target` is never sent by the
 *   server as it is.
 * - host, place: where links may lead: a host name, or the id of an app within its scheme. Allowing
 *   one needs two persons.
 * - jump, click: one visit of one member; `sid` is its tracking id, `token` the pass that its
 *   partner exchanges once.
 * - report: all data from a partner about one of its orders. It is matched when its sid is a jump
 *   of that partner.
 * - commission: what the partner owes us for an order; no member ever sees it.
 */
import type { PartnerState } from "./port.ts";

export type LinkKind = "h5" | "mini" | "deeplink";
export type Scheme = "https" | "weixin" | "alipays";

/** Instants in ms. */
export type Link = {
  readonly linkId: string;
  readonly partnerId: string;
  readonly title: string;
  readonly brandName: string;
  readonly artwork: string;
  readonly tint: string;
  readonly kind: LinkKind;
  readonly target: string;
  readonly tip: string;
  /** Empty means all cities. */
  readonly cityCodes: readonly string[];
  readonly startsAt: number | null;
  readonly endsAt: number | null;
  readonly isOn: boolean;
  readonly version: number;
};

/**
 * A link with the other conditions of a jump: its partner's switch, and the currently allowed
 * places.
 */
export type OpenLink = Link & {
  readonly partnerIsOn: boolean;
  readonly places: readonly string[];
};

export const stateTexts: Readonly<Record<PartnerState, string>> = {
  ORDERED: "已下单",
  PAID: "已付款",
  SETTLED: "已结算",
  VOID: "已失效",
};
