/**
 * Operators' actions on partners: links, switches, allowed hosts by two-person approval, pulling
 * now, and searches.
 */
import { ownValue } from "@yunjing/contract/own-value";
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { Refusal } from "../../../platform/refusal.ts";
import {
  decideApproval,
  type Decision,
  openApprovalsOf,
  propose,
} from "../../approvals/actions.ts";
import type { ApprovalHandler } from "../../approvals/model.ts";
import { memberNames } from "../../members/actions.ts";
import type { Link, Scheme } from "../model.ts";
import type { PartnerGateways } from "../port.ts";
import { readPullStates } from "../store/reports.ts";
import { countMatches } from "../store/counts.ts";
import {
  closeHostRow,
  type Host,
  openHost,
  storeLink,
  readHosts,
  readLinks,
  readPartners,
  switchLinkRow,
  switchPartnerRow,
} from "../store.ts";
import { allowedTarget, isValidPlace, readTarget } from "../target.ts";
import { type UpdateCounts, pullOrders } from "./reports.ts";

export const HOST_KIND = "partner_host";

const isScheme = (value: unknown): value is Scheme =>
  value === "https" || value === "weixin" || value === "alipays";

/**
 * The proposed host is validated again at the decision, because the rules for hosts may have become
 * stricter.
 */
function hostOf(payload: Readonly<Record<string, unknown>>): Host {
  const { partnerId, scheme, place } = payload;
  if (typeof partnerId !== "string" || typeof place !== "string" || !isScheme(scheme)) {
    throw new Refusal("STATE_CHANGED");
  }
  if (!isValidPlace(scheme, place)) throw new Refusal("STATE_CHANGED");
  return { partnerId, scheme, place };
}

async function requirePartner(db: Db | Tx, partnerId: string): Promise<void> {
  const known = await readPartners(db);
  if (!known.some((partner) => partner.partnerId === partnerId)) throw new Refusal("NOT_FOUND");
}

/** Proposes a host that links may lead to. Refuses NOT_FOUND, TARGET_DENIED. */
export const proposeHost = (
  context: Context,
  db: Db,
  { maker, reason, ...host }: Host & { readonly maker: string; readonly reason: string },
): Promise<string> =>
  transaction(db, async (tx) => {
    await requirePartner(tx, host.partnerId);
    if (!isValidPlace(host.scheme, host.place)) {
      throw new Refusal("TARGET_DENIED", {
        field: "place",
        reason: "不是可以填写的域名或应用编号",
      });
    }
    const subject = `${host.partnerId} ${host.scheme} ${host.place}`;
    const wanted = { kind: HOST_KIND, subject, payload: host, reason, maker } as const;
    return propose(context, tx, { ...wanted, beneficiary: null });
  });

/** Opens an approved host. */
export const hostHandler: ApprovalHandler = {
  onApproved: (context, tx, { id: approvalId, payload }) =>
    openHost(tx, { ...hostOf(payload), approvalId }, context.clock.sql()),
};

/**
 * Another person's decision on a proposed host. Refuses NOT_FOUND, STATE_CHANGED, TWO_PERSONS,
 * APPROVAL_EXPIRED.
 */
export const decideHost = (context: Context, db: Db, decision: Decision): Promise<void> =>
  decideApproval(context, db, { [HOST_KIND]: hostHandler }, decision);

/** Removes a host: from now on no link leads there. Refuses NOT_FOUND. */
export const closeHost = (context: Context, db: Db, host: Host): Promise<void> =>
  transaction(db, async (tx) => {
    if (!(await closeHostRow(tx, host, context.clock.sql()))) throw new Refusal("NOT_FOUND");
  });

type Wanted = Input<"operatorPartners", "setLink">;

const linkOf = ({ reason: _, sinceVersion: __, startsAt, endsAt, ...link }: Wanted) => ({
  ...link,
  startsAt: startsAt ?? null,
  endsAt: endsAt ?? null,
});

/**
 * Creates a link (`sinceVersion` 0) or changes the given version. Returns false when the stored
 * version differs. Refuses NOT_FOUND for an unknown partner, TARGET_DENIED when the target is not
 * on an allowed host.
 */
export const storeCheckedLink = (context: Context, db: Db, wanted: Wanted): Promise<boolean> =>
  transaction(db, async (tx) => {
    const { partnerId, kind, target, sinceVersion } = wanted;
    await requirePartner(tx, partnerId);
    if (!readTarget(kind, target)) {
      throw new Refusal("TARGET_DENIED", { field: "target", reason: "地址的写法不符合要求" });
    }
    const places = (await readHosts(tx))
      .filter((host) => host.partnerId === partnerId && host.isOn)
      .map(({ scheme, place }) => `${scheme} ${place}`);
    if (!allowedTarget({ kind, target }, places)) {
      throw new Refusal("TARGET_DENIED", {
        field: "target",
        reason: "该域名还没有通过审核，请先提议主机",
      });
    }
    return storeLink(tx, linkOf(wanted), sinceVersion, context.clock.sql());
  });

/**
 * Like `storeCheckedLink`, for an operator. Returns the new version. Also refuses STATE_CHANGED.
 */
export async function setLink(context: Context, db: Db, wanted: Wanted): Promise<number> {
  if (await storeCheckedLink(context, db, wanted)) return wanted.sinceVersion + 1;
  const isNew = wanted.sinceVersion === 0;
  const taken = { field: "linkId", text: "这个链接编号已经用过，请换一个" };
  throw new Refusal("STATE_CHANGED", isNew ? taken : undefined);
}

/** Refuses NOT_FOUND. */
export const switchLink = (
  context: Context,
  db: Db,
  wanted: { readonly linkId: string; readonly isOn: boolean },
): Promise<void> =>
  transaction(db, async (tx) => {
    if (!(await switchLinkRow(tx, wanted, context.clock.sql()))) throw new Refusal("NOT_FOUND");
  });

/** Refuses NOT_FOUND. */
export const switchPartner = (
  context: Context,
  db: Db,
  wanted: { readonly partnerId: string; readonly isOn: boolean },
): Promise<void> =>
  transaction(db, async (tx) => {
    if (!(await switchPartnerRow(tx, wanted, context.clock.sql()))) throw new Refusal("NOT_FOUND");
  });

/**
 * Pulls a partner's order updates now. Refuses NOT_FOUND for a partner whose keys are not
 * configured.
 */
export async function pullNow(
  context: Context,
  db: Db,
  gates: PartnerGateways,
  partnerId: string,
): Promise<UpdateCounts> {
  const gate = ownValue(gates, partnerId);
  if (!gate) throw new Refusal("NOT_FOUND");
  await requirePartner(db, partnerId);
  return pullOrders(context, db, { partnerId, gate });
}

type View = Output<"operatorPartners", "list">["list"][number];

const viewOfLink = ({ startsAt, endsAt, cityCodes, ...link }: Link): View["links"][number] => ({
  ...link,
  cityCodes: [...cityCodes],
  ...(startsAt === null ? {} : { startsAt }),
  ...(endsAt === null ? {} : { endsAt }),
});

/** Returns every partner with its links, hosts and figures. */
export async function partnersView(
  context: Context,
  db: Db,
  gates: PartnerGateways,
): Promise<View[]> {
  const [partners, links, hosts, matches, pulls, waiting] = await Promise.all([
    readPartners(db),
    readLinks(db),
    readHosts(db),
    countMatches(db),
    readPullStates(db),
    openApprovalsOf(context, db, { kind: HOST_KIND }),
  ]);
  const names = await memberNames(
    db,
    waiting.map(({ maker }) => maker),
  );
  const proposals = waiting.map(({ id: approvalId, payload, reason, maker, expiresAt, state }) => ({
    ...hostOf(payload),
    approvalId,
    reason,
    maker,
    makerName: names(maker).nickname,
    expiresAt,
    isExpired: state === "expired",
  }));
  return partners.map(({ partnerId, name, isOn }) => {
    const isIts = (one: { readonly partnerId: string }) => one.partnerId === partnerId;
    const { matched = 0, unmatched = 0 } = matches.find(isIts) ?? {};
    const pull = pulls.find(isIts);
    return {
      partnerId,
      name,
      isOn,
      isWired: Object.hasOwn(gates, partnerId),
      hosts: hosts
        .filter(isIts)
        .map(({ scheme, place, isOn: on }) => ({ scheme, place, isOn: on })),
      waiting: proposals.filter(isIts).map(({ partnerId: _, ...rest }) => rest),
      links: links.filter(isIts).map(viewOfLink),
      orders: { matched, unmatched },
      ...(pull ? { pulledTo: pull.pulledTo } : {}),
      ...(pull?.failure ? { pullFailure: pull.failure } : {}),
    };
  });
}
