/** Putting a benefit before members, below cost with a second person, and taking it off sale. */
import { api } from "../../api/client.ts";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import type { Goods } from "./draft-fields.ts";

const reloads = [["operatorGoods"], ["operatorCatalog"], ["operatorApprovals"]] as const;
const named = ({ draft }: Goods): string => `「${draft.title || "未命名"}」`;

/** `sinceVersion`: the stored draft to publish; without it, what members saw last. */
export const publish = (goods: Goods, sinceVersion?: number) =>
  askReason({
    op: api.operatorCatalog.publish,
    input: { benefitId: goods.benefitId, ...(sinceVersion === undefined ? {} : { sinceVersion }) },
    title: sinceVersion === undefined ? "重新上架" : "发布商品",
    effect: [
      sinceVersion === undefined
        ? `${named(goods)}按上次发布的内容上架`
        : `${named(goods)}的草稿成为新版本`,
      "会员 2 秒内看到；已下的订单按原条件",
    ],
    confirm: sinceVersion === undefined ? "上架" : "发布",
    look: "coral",
    done: "已发布",
    reloads,
  });

export const proposeLoss = (goods: Goods, sinceVersion: number) =>
  askReason({
    op: api.operatorGoods.proposeLoss,
    input: { benefitId: goods.benefitId, sinceVersion },
    title: "低于成本，提交审批",
    effect: [`${named(goods)}由另一人同意后发布`, "到截止时间恢复原价；新规格到期停售"],
    confirm: "提交审批",
    fields: [
      {
        kind: "instant",
        name: "lossUntil",
        label: "低价截止",
        help: "最长 7 天",
        isRequired: true,
      },
    ],
    done: "已提交，等第二人",
    reloads,
  });

export const unpublish = (goods: Goods) =>
  askReason({
    op: api.operatorCatalog.unpublish,
    input: { benefitId: goods.benefitId },
    title: "下架商品",
    effect: [`${named(goods)}会员 2 秒内看不到`, "已下的订单照常履约"],
    confirm: "下架",
    look: "danger",
    done: "已下架",
    reloads,
  });
