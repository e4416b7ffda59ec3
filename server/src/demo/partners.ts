/** Seeds two partners by the operators' own actions, and has the demo member order at both. */
import { Outage } from "../platform/refusal.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import {
  decideHost,
  jump,
  partnersView,
  proposeHost,
  pullNow,
  storeCheckedLink,
  insertPartner,
} from "../domain/partners/actions.ts";
import type { PartnerGateways } from "../domain/partners/port.ts";
import type { Role } from "./people.ts";

const TIP = "订单以合作方为准，可在 我的订单-出行外卖 查看";
const MINI = "wx7a11ce0000fa44a0";
const everyLink = {
  tip: TIP,
  cityCodes: [],
  isOn: true,
  sinceVersion: 0,
  reason: "合作方已签约上线",
};
const mealMini = `weixin://dl/business/?appid=${MINI}&path=pages%2Findex%2Findex`;

const partners = [
  {
    partnerId: "yunda",
    name: "云达出行",
    hosts: [{ scheme: "https", place: "h5.yunda.example" }],
    links: [
      {
        linkId: "ride",
        title: "打车",
        brandName: "云达出行",
        artwork: "car",
        tint: "sea",
        kind: "h5",
        target: "https://h5.yunda.example/open?from=yunjing",
      },
    ],
  },
  {
    partnerId: "fanmao",
    name: "饭猫外卖",
    hosts: [
      { scheme: "https", place: "m.fanmao.example" },
      { scheme: "weixin", place: MINI },
    ],
    links: [
      {
        linkId: "delivery",
        title: "外卖",
        brandName: "饭猫外卖",
        artwork: "scooter",
        tint: "teal",
        kind: "h5",
        target: "https://m.fanmao.example/open?from=yunjing",
      },
      {
        linkId: "delivery-mini",
        title: "外卖小程序",
        brandName: "饭猫外卖",
        artwork: "scooter",
        tint: "teal",
        target: mealMini,
        kind: "mini",
      },
    ],
  },
] as const;

/** Existing partners stay unchanged. */
export async function seedPartners(
  context: Context,
  db: Db,
  { maker, checker }: Readonly<Record<Role, string>>,
): Promise<void> {
  const known = await partnersView(context, db, {});
  for (const { partnerId, name, hosts, links } of partners) {
    const before = known.find((view) => view.partnerId === partnerId);
    if (!before) await insertPartner(db, { partnerId, name }, context.clock.sql());
    for (const host of hosts) {
      if (before?.hosts.some(({ place }) => place === host.place)) continue;
      const wanted = { partnerId, ...host, maker, reason: everyLink.reason };
      const approvalId = await proposeHost(context, db, wanted);
      const decision = {
        approvalId,
        checker,
        state: "approved",
        reason: everyLink.reason,
      } as const;
      await decideHost(context, db, decision);
    }
    for (const link of links) {
      if (before?.links.some(({ linkId }) => linkId === link.linkId)) continue;
      await storeCheckedLink(context, db, { ...everyLink, ...link, partnerId, cityCodes: [] });
    }
  }
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const orders = [
  {
    linkId: "ride",
    partnerId: "yunda",
    title: "快车 · 虹桥火车站",
    amountFen: 3_680,
    state: "settled",
    agoMs: 6 * DAY_MS,
  },
  {
    linkId: "delivery",
    partnerId: "fanmao",
    title: "番茄牛腩面套餐",
    amountFen: 2_980,
    state: "paid",
    agoMs: 3 * HOUR_MS,
  },
];

/**
 * The member jumps and orders at the partner, and we pull the partner's orders, as in production.
 * Does nothing without the sandbox.
 */
export async function seedPartnerOrders(
  context: Context,
  db: Db,
  {
    memberId,
    sandboxOrigin,
    gates,
  }: {
    readonly memberId: string;
    readonly sandboxOrigin?: string | undefined;
    readonly gates?: PartnerGateways | undefined;
  },
): Promise<void> {
  if (sandboxOrigin === undefined || gates === undefined) return;
  for (const { linkId, partnerId, ...order } of orders) {
    const request = { memberId, linkId };
    const { url } = await jump(context, db, { gateways: gates, cityOf: () => undefined }, request);
    const sid = new URL(url, sandboxOrigin).searchParams.get("yj_sid");
    const answer = await fetch(new URL(`/sandbox/partner/${partnerId}/orders`, sandboxOrigin), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...order, sid }),
    });
    if (!answer.ok) throw new Outage(partnerId);
    await pullNow(context, db, gates, partnerId);
  }
}
