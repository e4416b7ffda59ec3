/**
 * The operators' search: decides by the form of the text where to look, and looks only where the
 * operator may read.
 */
import type { Input, Output } from "@yunjing/contract/operations";
import type { SearchGroup } from "@yunjing/contract/schemas/operators/search";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { type Call, memberOf } from "../../../platform/http/call.ts";
import { enforceLimit } from "../../../platform/rate-limit.ts";
import { auditRead } from "../../audit/actions.ts";
import { codeMac } from "../../exchange/model.ts";
import { searchTermOf } from "../search-terms.ts";
import type { OrderRowData } from "../store/order-columns.ts";
import {
  findBatches,
  findBenefits,
  findCampaigns,
  findCodes,
  findMembers,
  findNumbers,
  findOrders,
  findWithdrawals,
  FOUND_MAX,
  type FoundCode,
  type FoundMember,
  type FoundName,
  type MemberTerm,
} from "../store/search.ts";
import { orderRowOf } from "./order-list.ts";

type Kind = SearchGroup["kind"];
type Item = SearchGroup["items"][number];

const MINUTE_MS = 60_000;

/** The permission that each kind of result needs. */
const readWith: Readonly<Record<Kind, string>> = {
  member: "members:read",
  order: "orders:read",
  code: "codes:read",
  supplierOrder: "orders:read",
  withdrawal: "withdrawals:review",
  batch: "codes:read",
  campaign: "campaigns:edit",
  benefit: "catalog:edit",
};

const memberItem = ({ memberNo, nickname, phoneMask, status }: FoundMember): Item => ({
  id: memberNo,
  title: nickname,
  text: `${phoneMask} · 会员号 ${memberNo}`,
  state: status,
  to: `/members/${memberNo}`,
});

function orderItem(context: Context, data: OrderRowData): Item {
  const { orderNo, title, member, displayText } = orderRowOf(context, data);
  return {
    id: orderNo,
    title,
    text: `${orderNo} · ${member.phoneMask}`,
    state: displayText,
    to: `/orders/${orderNo}`,
  };
}

const codeItem = ({ codeId, last4, serial, batchName, state }: FoundCode): Item => ({
  id: codeId,
  title: `兑换码 …${last4}`,
  text: `${batchName} · 第 ${serial} 张`,
  state,
  to: `/codes/${codeId}`,
});

const nameItem =
  (place: string) =>
  ({ id, title, state }: FoundName): Item => ({ id, title, text: id, state, to: `${place}${id}` });

type Search = {
  readonly context: Context;
  readonly db: Db;
  readonly isWanted: (kind: Kind) => boolean;
};

/** Finds members, and the newest orders of those found. */
async function membersAndOrders(
  { db, isWanted }: Search,
  term: MemberTerm,
): Promise<{ readonly members: Item[]; readonly orders: OrderRowData[] }> {
  const members = await findMembers(db, term);
  const memberIds = members.map(({ memberId }) => memberId);
  const orders =
    isWanted("order") && memberIds.length > 0
      ? await findOrders(db, { by: "members", memberIds })
      : [];
  return { members: isWanted("member") ? members.map(memberItem) : [], orders };
}

const newestFirst = (one: OrderRowData, other: OrderRowData): number =>
  other.createdAt - one.createdAt;

/** Merges the orders of members and those with the digits in their contact phone. */
function newestOf(...lists: readonly (readonly OrderRowData[])[]): OrderRowData[] {
  const byNo = new Map(lists.flat().map((order) => [order.orderNo, order]));
  return [...byNo.values()].sort(newestFirst).slice(0, FOUND_MAX);
}

async function byLast4(search: Search, last4: string): Promise<SearchGroup[]> {
  const { context, db, isWanted } = search;
  const isPhone = /^\d{4}$/.test(last4);
  const found = isPhone
    ? await membersAndOrders(search, { by: "last4", last4 })
    : { members: [], orders: [] };
  const contacts =
    isPhone && isWanted("order") ? await findOrders(db, { by: "contactLast4", last4 }) : [];
  const codes = isWanted("code") ? await findCodes(db, { by: "last4", last4 }) : [];
  const orders = newestOf(found.orders, contacts).map((order) => orderItem(context, order));
  return [
    { kind: "member", items: found.members },
    { kind: "order", items: orders },
    { kind: "code", items: codes.map(codeItem) },
  ];
}

async function byNumberOrName({ db, isWanted }: Search, text: string): Promise<SearchGroup[]> {
  const names = async (kind: Kind, place: string, find: typeof findBatches) => ({
    kind,
    items: isWanted(kind) ? (await find(db, text)).map(nameItem(place)) : [],
  });
  const numbers = isWanted("supplierOrder") ? await findNumbers(db, text) : [];
  return [
    {
      kind: "supplierOrder",
      items: numbers.map(({ number, orderNo, title, state }) => ({
        id: number,
        title,
        text: `${number} · 订单 ${orderNo}`,
        state,
        to: `/orders/${orderNo}`,
      })),
    },
    await names("batch", "/batches/", findBatches),
    await names("campaign", "/campaigns?open=", findCampaigns),
    await names("benefit", "/orders?benefitId=", findBenefits),
  ];
}

/** Returns the groups that match a text, also empty ones. */
async function lookUp(search: Search, typed: string): Promise<SearchGroup[]> {
  const { context, db, isWanted } = search;
  const { target, text } = searchTermOf(typed);
  switch (target) {
    case "orderNo": {
      const orders = isWanted("order")
        ? await findOrders(db, { by: "orderNo", orderNo: text })
        : [];
      return [{ kind: "order", items: orders.map((order) => orderItem(context, order)) }];
    }
    case "withdrawalNo": {
      const found = isWanted("withdrawal") ? await findWithdrawals(db, text) : [];
      const items = found.map(({ withdrawalNo, state, amountFen }) => ({
        id: withdrawalNo,
        title: `提现 ¥${(amountFen / 100).toFixed(2)}`,
        text: withdrawalNo,
        state,
        to: `/withdrawals?open=${withdrawalNo}`,
      }));
      return [{ kind: "withdrawal", items }];
    }
    case "phone":
    case "memberNo": {
      const term: MemberTerm =
        target === "phone"
          ? { by: "phoneHash", hash: context.secrets.mac("phone-lookup", text) }
          : { by: "memberNo", memberNo: text };
      const { members, orders } = await membersAndOrders(search, term);
      return [
        { kind: "member", items: members },
        { kind: "order", items: orders.map((order) => orderItem(context, order)) },
      ];
    }
    case "last4":
      return byLast4(search, text);
    case "code": {
      const mac = codeMac(context, text);
      const codes = isWanted("code") ? await findCodes(db, { by: "mac", mac }) : [];
      return [{ kind: "code", items: codes.map(codeItem) }];
    }
    case "other":
      return byNumberOrName(search, text);
  }
}

/**
 * Searches by a text, at most `searchesPerMinute` times in a minute. The audit records what was
 * found by number, and not the text. Refuses RATE_LIMITED.
 */
export async function searchForOperator(
  context: Context,
  db: Db,
  { q, kind, call }: Input<"operatorSearch", "search"> & { readonly call: Call },
): Promise<Output<"operatorSearch", "search">> {
  const operator = memberOf(call);
  await enforceLimit(db, {
    subject: `operator-search:${operator.memberId}`,
    windowMs: MINUTE_MS,
    now: context.clock.now(),
    most: context.settings.searchesPerMinute,
  });
  const isWanted = (one: Kind): boolean =>
    (kind === undefined || kind === one) &&
    (operator.roles.includes("admin") || operator.permissions.includes(readWith[one]));
  const found = await lookUp({ context, db, isWanted }, q);
  const groups = found.filter(({ items }) => items.length > 0);
  if (groups.length > 0) {
    await auditRead(context, db, {
      operatorId: operator.memberId,
      requestId: call.requestId,
      address: call.address,
      operation: "operatorSearch.search",
      subject: Object.fromEntries(
        groups.map((group) => [group.kind, group.items.map(({ id }) => id)]),
      ),
    });
  }
  return { groups };
}
