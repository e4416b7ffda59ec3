/** Decides whether a member may jump now; if not, returns the reason as shown on the jump page. */
import type { OpenLink } from "./model.ts";
import { allowedTarget, type Target } from "./target.ts";

export type Availability =
  | { readonly target: Target; readonly reason?: never }
  | { readonly target?: never; readonly reason: string };

export type AvailabilityQuery = {
  /** The city's code, if known. */
  readonly cityCode: string | undefined;
  readonly now: number;
  /** Whether the partner's keys are configured. */
  readonly hasGateway: boolean;
};

export function availabilityOf(
  link: OpenLink,
  { cityCode, now, hasGateway }: AvailabilityQuery,
): Availability {
  if (!link.partnerIsOn || !link.isOn || !hasGateway) return { reason: "服务维护中" };
  if (link.startsAt !== null && now < link.startsAt) return { reason: "活动未开始" };
  if (link.endsAt !== null && now >= link.endsAt) return { reason: "活动已结束" };
  const isHere = link.cityCodes.length === 0 || cityCode === undefined;
  if (!isHere && !link.cityCodes.includes(cityCode)) return { reason: "当前城市未开通" };
  // Checked again at every jump, so that removing a host from the list takes effect at once.
  const target = allowedTarget(link, link.places);
  return target ? { target } : { reason: "服务维护中" };
}
