/** The filters of the order list: by kind and by state. */
import type { Input } from "@yunjing/contract/operations";
import type { IconDrawing } from "../../../components/icon-drawing.ts";
import { refresh } from "../../../components/icons.ts";
import { card, meal, undo } from "../../../components/page-icons.ts";

type Listing = Input<"orders", "list">;
export type Kind = NonNullable<Listing["kind"]>;
export type State = NonNullable<Listing["state"]>;

export const orderKinds = [
  { id: "all", name: "全部", artwork: "bag", tint: "sea" },
  { id: "meal", name: "点餐", artwork: "bucket", tint: "peach" },
  { id: "card", name: "卡券", artwork: "ticket", tint: "green" },
  { id: "topup", name: "直充", artwork: "phone", tint: "sand" },
  { id: "movie", name: "电影", artwork: "film", tint: "sea" },
  { id: "ride", name: "出行外卖", artwork: "scooter", tint: "teal" },
  { id: "points_mall", name: "积分兑换", artwork: "coins", tint: "gold" },
  { id: "code", name: "兑换码", artwork: "codebox", tint: "green" },
] as const satisfies readonly { id: Kind; name: string; artwork: string; tint: string }[];

export const orderStates: readonly { id: State; name: string; icon: IconDrawing }[] = [
  { id: "wait_pay", name: "待支付", icon: card },
  { id: "processing", name: "处理中", icon: refresh },
  { id: "ready", name: "待取餐/使用", icon: meal },
  { id: "after_sale", name: "退款售后", icon: undo },
];

/** Returns the path of the order list with the filter. */
export function listPath(filter: { kind?: Kind; state?: State }): string {
  const query = new URLSearchParams(filter).toString();
  return query ? `/pages/user/orders?${query}` : "/pages/user/orders";
}

export const detailPath = (orderNo: string): string =>
  `/pages/exchange/ordetail?orderNo=${encodeURIComponent(orderNo)}`;
