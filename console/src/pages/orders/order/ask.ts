/** The prompts of one order's actions; each says what will happen before it asks for the reason. */
import { api, apiQuery } from "../../../api/client.ts";
import type { FieldSpec } from "../../../parts/form/field.tsx";
import { askReason } from "../../../parts/prompt/ask-reason.ts";
import { type OrderDetail, undecidedOf } from "./order-detail.ts";

const LISTED_MAX = 100;

const numberOf = ({ order }: OrderDetail) => ({ orderNo: order.orderNo });
const reloads = (detail: OrderDetail) => [
  apiQuery(api.operatorOrders.detail, numberOf(detail)).queryKey,
  ["operatorOrders", "list"],
];

export const askSupplier = (detail: OrderDetail) =>
  askReason({
    op: api.operatorOrders.ask,
    input: numberOf(detail),
    title: "立即查单",
    effect: ["按我方单号向供应商查询，不会重复下单", "有确定结果时，订单立即更新"],
    confirm: "立即查单",
    done: "已向供应商查询",
    reloads: reloads(detail),
  });

export const cancelAtSupplier = (detail: OrderDetail) =>
  askReason({
    op: api.operatorOrders.cancelAtSupplier,
    input: numberOf(detail),
    title: "请求取消",
    effect: [
      "按我方单号请求供应商取消",
      "对方确认取消后才会退款或换供应商；没有答复时系统继续请求",
    ],
    confirm: "请求供应商取消",
    look: "danger",
    reloads: reloads(detail),
  });

export const moveToManual = (detail: OrderDetail) =>
  askReason({
    op: api.operatorOrders.toDesk,
    input: numberOf(detail),
    title: "转人工",
    effect: ["订单进入客服处理，开始计时", "系统继续查询供应商"],
    confirm: "转人工",
    reloads: reloads(detail),
  });

export const closeUnpaid = (detail: OrderDetail) =>
  askReason({
    op: api.operatorOrders.close,
    input: numberOf(detail),
    title: "取消未付订单",
    effect: ["释放占用的库存、余额、积分和优惠券", "会员不能再支付这一单"],
    confirm: "取消订单",
    look: "danger",
    reloads: reloads(detail),
  });

export const resendMessages = (detail: OrderDetail) =>
  askReason({
    op: api.operatorOrders.resend,
    input: numberOf(detail),
    title: "重发通知",
    effect: ["把发送失败的通知再发一次"],
    confirm: "重发",
    reloads: reloads(detail),
  });

export const addNote = (detail: OrderDetail) =>
  askReason({
    op: api.operatorOrders.note,
    input: numberOf(detail),
    title: "备注",
    effect: ["只有运营人员能看到"],
    confirm: "保存备注",
    reasonField: "text",
    done: "已备注",
    reloads: reloads(detail),
  });

export const reroute = (detail: OrderDetail) => {
  const failed = detail.supplierOrders.findLast(({ state }) => state === "FAILED");
  const suppliers = new Map(
    detail.supplierOrders.map(({ supplierId, supplierName }) => [supplierId, supplierName]),
  );
  return askReason({
    op: api.operatorOrders.reroute,
    input: { ...numberOf(detail), outNo: failed?.outNo ?? "" },
    title: "换供应商",
    effect: ["原供应商已确定失败", "用新的单号重新下单，会再产生一次成本"],
    confirm: "重新下单",
    look: "coral",
    fields: [
      {
        name: "supplierId",
        label: "供应商",
        kind: "choice",
        choices: [...suppliers],
        isRequired: true,
      },
    ],
    reloads: reloads(detail),
  });
};

/** The field of the coupon: chosen from the running campaigns. */
export async function couponField(): Promise<FieldSpec> {
  const running = { state: "active", pageSize: LISTED_MAX } as const;
  const { list } = await api.operatorCampaigns.list(running);
  return {
    kind: "choice",
    name: "templateId",
    label: "优惠券",
    isRequired: true,
    choices: list.map(({ templateId, title }) => [templateId, title]),
  };
}

export const giveCoupon = async (detail: OrderDetail) =>
  askReason({
    op: api.operatorOrders.compensate,
    input: { ...numberOf(detail), kind: "coupon" },
    title: "发补偿券",
    effect: [`发给会员 ${detail.member?.nickname ?? ""}，立即到账`, "会员会收到通知"],
    confirm: "发放补偿券",
    look: "coral",
    fields: [await couponField()],
    reloads: reloads(detail),
  });

export const givePoints = (detail: OrderDetail) =>
  askReason({
    op: api.operatorOrders.compensate,
    input: { ...numberOf(detail), kind: "points" },
    title: "补偿积分",
    effect: [`提议给会员 ${detail.member?.nickname ?? ""} 加积分`, "另一位同意后才到账"],
    confirm: "提交申请",
    fields: [{ name: "points", label: "积分", kind: "points", isRequired: true }],
    isProposed: true,
    done: "已提交，等第二人",
    reloads: reloads(detail),
  });

export const claimOrder = (detail: OrderDetail) =>
  askReason({
    op: api.operatorDesk.claim,
    input: { outNo: undecidedOf(detail)?.outNo ?? "" },
    title: "领取处理",
    effect: ["领取后 10 分钟内由您处理，其他同事不能定案"],
    confirm: "领取",
    reasonField: false,
    done: "已领取",
    reloads: [...reloads(detail), ["operatorDesk"]],
  });
