/** Runs one action on several orders, each decided by itself, and says how many it was done for. */
import { api, newIdempotencyKey } from "../../api/client.ts";
import { ApiFailure, isNetworkFailure } from "../../api/failure.ts";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { tell, tellFailure } from "../../parts/toast.tsx";
import { couponField } from "./order/ask.ts";
import type { OrderRow } from "./order-texts.ts";

type Outcome = { readonly done: number; readonly refused: readonly string[] };
type Typed = { readonly reason: string; readonly templateId?: string };
type One = Typed & { readonly orderNo: string; readonly idempotencyKey: string };

const prompts = {
  ask: {
    title: "向供应商查单",
    effect: "按我方单号逐笔查询，不会重复下单",
    confirm: "逐笔查单",
    run: ({ orderNo, reason, ...key }: One) => api.operatorOrders.ask({ orderNo, reason }, key),
  },
  toDesk: {
    title: "转人工",
    effect: "没有确定结果的订单转到客服处理，系统继续查询",
    confirm: "逐笔转人工",
    run: ({ orderNo, reason, ...key }: One) => api.operatorOrders.toDesk({ orderNo, reason }, key),
  },
  compensate: {
    title: "发补偿券",
    effect: "每一单的会员一张，立即到账，会员会收到通知",
    confirm: "逐笔发券",
    run: ({ orderNo, reason, templateId, ...key }: One) =>
      api.operatorOrders.compensate(
        { orderNo, kind: "coupon", reason, ...(templateId === undefined ? {} : { templateId }) },
        key,
      ),
  },
  note: {
    title: "加备注",
    effect: "只有运营人员能看到",
    confirm: "逐笔加备注",
    run: ({ orderNo, reason, ...key }: One) =>
      api.operatorOrders.note({ orderNo, text: reason }, key),
  },
} as const;

/**
 * One call for all orders, as the prompt runs it: its output counts the orders. A network failure
 * leaves the prompt open; the orders that were done have their keys, so that the next press repeats
 * nothing.
 */
function callFor(rows: readonly OrderRow[], name: keyof typeof prompts) {
  const keyed = rows.map(({ orderNo }) => ({ orderNo, idempotencyKey: newIdempotencyKey() }));
  const run = async (typed: Typed): Promise<Outcome> => {
    const refused: string[] = [];
    for (const one of keyed) {
      await prompts[name].run({ ...one, ...typed }).catch((failure: unknown) => {
        if (!(failure instanceof ApiFailure) || isNetworkFailure(failure)) throw failure;
        refused.push(one.orderNo);
      });
    }
    return { done: rows.length - refused.length, refused };
  };
  const { topic, operation, route } = api.operatorOrders[name];
  return Object.assign(run, { topic, operation, route });
}

/** Asks for a reason once and acts on each order; what was refused is named. */
export async function eachOrder(
  rows: readonly OrderRow[],
  name: keyof typeof prompts,
): Promise<void> {
  const { title, effect, confirm } = prompts[name];
  const outcome = await askReason({
    op: callFor(rows, name),
    input: {},
    title,
    effect: [`${rows.length} 单，每一单单独判断`, effect],
    confirm,
    ...(name === "compensate" ? { fields: [await couponField()], look: "coral" as const } : {}),
    done: "已逐笔处理",
  });
  if (!outcome) return;
  tell(`${outcome.done} 单已处理`);
  if (outcome.refused.length > 0) {
    tellFailure(`${outcome.refused.length} 单状态不允许，未处理：${outcome.refused.join("、")}`);
  }
}
