/** The Chinese names of the operations on campaigns and audiences. */
import type { ConsoleTopic, Name } from "@yunjing/contract/operations";

/** A name for every operation of some topics. */
export type OperationLabels<Topics extends ConsoleTopic> = {
  readonly [T in Topics]: Readonly<Record<Name<T>, string>>;
};

export const campaignLabels: OperationLabels<"operatorCampaigns" | "operatorAudiences"> = {
  operatorCampaigns: {
    list: "查看优惠券活动",
    counts: "查看各状态的活动数",
    effects: "查看活动的让利与毛利",
    create: "新建优惠券活动",
    simulate: "试算优惠券活动",
    detail: "查看优惠券活动详情",
    change: "修改优惠券活动草稿",
    copy: "复制优惠券活动",
    submit: "提交优惠券活动",
    pause: "暂停领取",
    resume: "恢复领取",
    stop: "停掉活动",
    give: "发放补偿",
    members: "查看活动的会员",
    proposeBudget: "提议追加活动预算",
  },
  operatorAudiences: {
    segments: "查看人群",
    createSegment: "新建人群",
    countSegment: "计算人群人数",
    changeSegment: "修改人群",
    deleteSegment: "删除人群",
    lists: "查看会员名单",
    createList: "上传会员名单",
    forecast: "预估批量发券",
    giveSegment: "批量发券",
    sendMessage: "批量发消息",
    sends: "查看批量发放",
    send: "查看批量发放详情",
    sendMembers: "查看批量发放的会员",
    pause: "暂停批量发放",
    resume: "继续批量发放",
    cancel: "取消批量发放",
    templates: "查看消息模板",
    setTemplate: "保存消息模板",
  },
};
