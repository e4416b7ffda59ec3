/** The prompts of what an operator does with one member. */
import { api, type OutputOf } from "../../api/client.ts";
import { askReason } from "../../parts/prompt/ask-reason.ts";

export type Member = OutputOf<typeof api.operatorMembers.detail>;

export const restrict = ({ memberNo }: Member, status: "RESTRICTED" | "FROZEN") =>
  askReason({
    op: api.operatorMembers.restrict,
    input: { memberNo, status },
    title: status === "FROZEN" ? "冻结账户" : "限制账户",
    effect:
      status === "FROZEN"
        ? ["会员不能登录，所有设备立即下线", "资产不变，可以随时解除"]
        : ["会员不能提现，其他不变"],
    confirm: status === "FROZEN" ? "冻结账户" : "限制账户",
    look: "danger",
  });

export const lift = ({ memberNo }: Member) =>
  askReason({
    op: api.operatorMembers.lift,
    input: { memberNo },
    title: "解除限制",
    effect: ["账户恢复正常"],
    confirm: "解除限制",
  });

export const endSessions = ({ memberNo }: Member) =>
  askReason({
    op: api.operatorMembers.endSessions,
    input: { memberNo },
    title: "全部下线",
    effect: ["会员在所有设备上退出登录，需要重新登录"],
    confirm: "全部下线",
    look: "danger",
  });

export const rebind = ({ memberNo, phoneMask }: Member) =>
  askReason({
    op: api.operatorMembers.rebind,
    input: { memberNo },
    title: "提议人工换绑",
    effect: [`现手机号 ${phoneMask}`, "另一位同意后生效：全部下线，旧手机号会收到短信"],
    fields: [{ kind: "text", name: "phone", label: "新手机号", isRequired: true }],
    reasonHelp: "写明怎样核实了身份",
    confirm: "提交给第二人",
    done: "已提交，等第二人",
  });

export const freezeAsset = ({ memberId }: Member, asset: "CNY" | "PTS", isFrozen: boolean) =>
  askReason({
    op: isFrozen ? api.operatorBooks.thaw : api.operatorBooks.freeze,
    input: { memberId, asset },
    title: `${isFrozen ? "解冻" : "冻结"}${asset === "CNY" ? "余额" : "积分"}`,
    effect: [isFrozen ? "可以重新使用" : "不能使用；入账、退款和占用的结束照常"],
    confirm: isFrozen ? "解冻" : "冻结",
    look: isFrozen ? "solid" : "danger",
    reloads: [["operatorMembers"]],
  });

export const adjust = ({ memberNo, nickname }: Member) =>
  askReason({
    op: api.operatorAdjustments.propose,
    input: { memberNo },
    title: `提议给${nickname}调账`,
    effect: ["另一位同意后入账"],
    fields: [
      {
        kind: "choice",
        name: "account",
        label: "账户",
        isRequired: true,
        choices: [
          ["principal", "余额本金"],
          ["bonus", "余额赠送"],
          ["reward_cash", "奖励金"],
        ],
      },
      { kind: "money", name: "amount", label: "变动金额", isRequired: true, help: "减少写负数" },
    ],
    confirm: "提交给第二人",
    done: "已提交，等第二人",
    reloads: [["operatorMembers"]],
  });

export const addNote = ({ memberNo }: Member) =>
  askReason({
    op: api.operatorMembers.note,
    input: { memberNo },
    title: "添加备注",
    effect: ["运营可见，会员看不到；添加后不能修改"],
    reasonField: "text",
    confirm: "添加备注",
  });

export const setTags = ({ memberNo, tags }: Member) =>
  askReason({
    op: api.operatorMembers.setTags,
    input: { memberNo },
    title: "修改标签",
    effect: [tags.length === 0 ? "现在没有标签" : `现在：${tags.join("、")}`],
    fields: [
      { kind: "lines", name: "tags", label: "标签", help: "每行一个，最多 10 个；会替换现在的" },
    ],
    reasonField: false,
    confirm: "保存标签",
  });

export const revokeCoupon = (memberNo: string, couponId: string, title: string) =>
  askReason({
    op: api.operatorMembers.revokeCoupon,
    input: { memberNo, couponId },
    title: "作废优惠券",
    effect: [`「${title}」不能再使用，不可恢复`],
    confirm: "作废优惠券",
    look: "danger",
  });

export const extendCoupon = (memberNo: string, couponId: string, title: string) =>
  askReason({
    op: api.operatorMembers.extendCoupon,
    input: { memberNo, couponId },
    title: "延长优惠券",
    effect: [`「${title}」的有效期延长`],
    fields: [{ kind: "instant", name: "validUntil", label: "有效至", isRequired: true }],
    confirm: "延长",
  });
