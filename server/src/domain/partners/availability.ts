/** Whether one may go now, and if not, why: in the words of the jump page. */
import type { OpenLink } from "./model.ts";
import { allowedTarget, type Target } from "./target.ts";

export type Availability =
  | { readonly target: Target; readonly reason?: never }
  | { readonly target?: never; readonly reason: string };

export type Asked = {
  /** The city's code, when it is known. */
  readonly cityCode: string | undefined;
  readonly now: number;
  /** Whether we hold the partner's keys. */
  readonly isWired: boolean;
};

export function availabilityOf(link: OpenLink, { cityCode, now, isWired }: Asked): Availability {
  if (!link.partnerIsOn || !link.isOn || !isWired) return { reason: "服务维护中" };
  if (link.startsAt !== null && now < link.startsAt) return { reason: "活动未开始" };
  if (link.endsAt !== null && now >= link.endsAt) return { reason: "活动已结束" };
  const isHere = link.cityCodes.length === 0 || cityCode === undefined;
  if (!isHere && !link.cityCodes.includes(cityCode)) return { reason: "当前城市未开通" };
  // Looked at again at every jump: a host that was taken off the list leads nowhere from then on.
  const target = allowedTarget(link, link.places);
  return target ? { target } : { reason: "服务维护中" };
}
