/** The sections of a member's copy: each is read by the member's own operation and has few columns. */
import type { Name, Output, Topic } from "@yunjing/contract/operations";
import { setImmediate as othersTurn } from "node:timers/promises";
import type { Call } from "../../platform/http/call.ts";
import { Rendered } from "../../platform/http/rendered.ts";
import { SHANGHAI_MS } from "../../platform/shanghai.ts";
import type { OwnData } from "./port.ts";

/** A row: label to text, in the order of the columns. */
export type CopyRow = Readonly<Record<string, string>>;
export type CopySection = {
  readonly title: string;
  readonly rows: readonly CopyRow[];
  /** True when the section has more rows than a copy holds. */
  readonly isCut: boolean;
};

const PAGE = 100;
/** Rows of one section; more than any member has in practice. */
const ROWS_MAX = 20_000;

const yuan = (fen: number): string => (fen / 100).toFixed(2);
const time = (at: number | undefined): string =>
  at === undefined ? "" : new Date(at + SHANGHAI_MS).toISOString().slice(0, 19).replace("T", " ");

type Paging = { readonly page?: number; readonly cursor?: string; readonly pageSize: number };
type Page<Item> = {
  readonly list: readonly Item[];
  readonly hasMore?: boolean;
  readonly nextCursor?: string | undefined;
};

/** Reads every page of a list; by its cursor, or by the page's number where it has none. */
async function section<Item>(
  title: string,
  read: (paging: Paging) => unknown,
  columns: (row: Item) => CopyRow,
): Promise<CopySection> {
  const rows: CopyRow[] = [];
  let paging: Paging = { pageSize: PAGE };
  for (let page = 1; ; page++) {
    // The handler's answer has the shape that its contract declares.
    const found = dataOf((await read(paging)) as Page<Item> | Rendered<Page<Item>>);
    rows.push(...found.list.map(columns));
    const isLast = !found.hasMore && found.nextCursor === undefined;
    if (isLast || rows.length >= ROWS_MAX) return { title, rows, isCut: !isLast };
    const { nextCursor: cursor } = found;
    paging = { pageSize: PAGE, ...(cursor === undefined ? { page: page + 1 } : { cursor }) };
    await othersTurn();
  }
}

type Row<T extends Topic, N extends Name<T>> =
  Output<T, N> extends { readonly list: readonly (infer Item)[] } ? Item : never;

/** Returns an answer as data; some handlers answer with the JSON text that goes on the wire. */
const dataOf = <T>(answer: T | Rendered<T>): T =>
  // A rendered answer is the JSON of its own type.
  answer instanceof Rendered ? (JSON.parse(answer.json) as T) : answer;

/** Reads the sections of the call's member. */
export async function readSections(own: OwnData, call: Call): Promise<CopySection[]> {
  const me = dataOf(await own.member.me({}, call));
  const ways = dataOf(await own.identity.list({}, call));
  const profile: CopyRow = {
    会员号: me.memberNo,
    昵称: me.nickname,
    手机号: me.phone,
    生日: me.birthday ?? "",
    微信: ways.wechat.isLinked ? ways.wechat.nickname || "已绑定" : "未绑定",
    等级: `${me.level.name}（成长值 ${me.level.growth}）`,
    积分: String(me.points.available),
    余额本金: yuan(me.balance.principal),
    赠送余额: yuan(me.balance.bonus),
    可提现奖励: yuan(me.balance.reward),
    活动与优惠消息: me.wantsOffers ? "接收" : "已关闭",
    邀请码: me.inviteCode,
    同意的协议: `${me.termsVersion} ${time(me.termsAcceptedAt)}`,
    注册时间: time(me.createdAt),
  };
  const coupons = (state: "available" | "used" | "over", kind: "coupon" | "card") =>
    section<Row<"coupons", "list">>(
      kind === "coupon" ? "优惠券" : "卡券",
      (paging) => own.coupons.list({ ...paging, state, kind }, call),
      (row) => ({ 名称: row.title, 状态: row.stateText }),
    );
  const wallets: CopySection[] = [];
  for (const kind of ["coupon", "card"] as const) {
    for (const state of ["available", "used", "over"] as const)
      wallets.push(await coupons(state, kind));
  }
  const merged = (title: string): CopySection => {
    const parts = wallets.filter((one) => one.title === title);
    return {
      title,
      rows: parts.flatMap(({ rows }) => rows),
      isCut: parts.some(({ isCut }) => isCut),
    };
  };
  return [
    { title: "账户", rows: [profile], isCut: false },
    await section<Row<"addresses", "list">>(
      "收货地址",
      () => own.addresses.list({}, call),
      (row) => ({
        收货人: row.name,
        电话: row.phone,
        地区: row.region,
        详细地址: row.detail,
        标签: row.tag,
      }),
    ),
    await section<Row<"orders", "list">>(
      "订单",
      (paging) => own.orders.list({ ...paging, kind: "all" }, call),
      (row) => ({
        订单号: row.orderNo,
        名称: row.title,
        内容: row.itemsText,
        状态: row.displayText,
        下单时间: time(row.createdAt),
      }),
    ),
    await section<Row<"wallet", "records">>(
      "余额明细",
      (paging) => own.wallet.records(paging, call),
      (row) => ({
        时间: time(row.at),
        事项: row.title,
        部分: row.part ?? "",
        金额: yuan(row.change),
      }),
    ),
    await section<Row<"wallet", "topUps">>(
      "充值",
      (paging) => own.wallet.topUps(paging, call),
      (row) => ({
        充值单号: row.topUpNo,
        金额: yuan(row.amountFen),
        赠送: yuan(row.bonusFen),
        状态: row.stateText,
        时间: time(row.createdAt),
      }),
    ),
    await section<Row<"withdrawals", "list">>(
      "提现",
      (paging) => own.withdrawals.list(paging, call),
      (row) => ({
        提现单号: row.withdrawalNo,
        金额: yuan(row.amountFen),
        状态: row.stateText,
        时间: time(row.createdAt),
      }),
    ),
    await section<Row<"points", "records">>(
      "积分明细",
      (paging) => own.points.records(paging, call),
      (row) => ({ 时间: time(row.at), 事项: row.title, 积分: String(row.change) }),
    ),
    merged("优惠券"),
    merged("卡券"),
    await section<Row<"invite", "rewards">>(
      "邀请的好友",
      (paging) => own.invite.rewards(paging, call),
      (row) => ({ 好友: row.friend, 绑定时间: time(row.boundAt) }),
    ),
    await section<Row<"messages", "list">>(
      "消息",
      (paging) => own.messages.list(paging, call),
      (row) => ({ 时间: time(row.createdAt), 标题: row.title, 内容: row.text }),
    ),
    await section<Row<"tickets", "list">>(
      "工单",
      (paging) => own.tickets.list(paging, call),
      (row) => ({
        类别: row.topicText,
        问题: row.title,
        状态: row.stateText,
        时间: time(row.openedAt),
      }),
    ),
    await section<Row<"invoices", "list">>(
      "发票",
      (paging) => own.invoices.list(paging, call),
      (row) => ({
        订单号: row.orderNo ?? "",
        内容: row.orderTitle,
        金额: yuan(row.amountFen),
        状态: row.stateText,
        发票号码: row.officialNo ?? "",
        时间: time(row.requestedAt),
      }),
    ),
  ];
}
