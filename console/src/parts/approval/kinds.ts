/** The name, the icon and the consequence of each kind of two-person approval. */
import {
  Banknote,
  CirclePlus,
  FileKey,
  FileLock,
  Gift,
  Globe,
  KeyRound,
  type LucideIcon,
  QrCode,
  Scale,
  Send,
  ShieldX,
  SlidersHorizontal,
  TicketPercent,
  TrendingDown,
  Undo2,
  UserCog,
  UserPlus,
} from "lucide-react";
import type { ConsoleTopic } from "@yunjing/contract/operations";
import type { api, Item } from "../../api/client.ts";

export type ApprovalRow = Item<typeof api.operatorApprovals.list>;
type Kind = ApprovalRow["kind"];

export type KindText = {
  readonly label: string;
  readonly icon: LucideIcon;
  /** The words on the checker's button, without the amount. */
  readonly approve: string;
  /** What happens at once after the approval. */
  readonly effect: string;
  /** The topics whose pages show what it changes. */
  readonly topics: readonly ConsoleTopic[];
};

export const kinds: Readonly<Record<Kind, KindText>> = {
  adjust: {
    label: "调账",
    icon: Scale,
    approve: "同意并入账",
    effect: "同意后立即入账，不可撤，只能另提反向调账",
    topics: ["operatorAdjustments", "operatorMembers", "operatorBooks"],
  },
  benefit_loss: {
    label: "低于成本",
    icon: TrendingDown,
    approve: "同意发布",
    effect: "同意后草稿立即发布，低价到截止时间自动恢复",
    topics: ["operatorGoods"],
  },
  export_clear: {
    label: "明文导出",
    icon: FileLock,
    approve: "同意导出",
    effect: "同意后立即开始导出，文件含完整手机号，只有提议人能下载",
    topics: ["operatorExports"],
  },
  setting: {
    label: "设置",
    icon: SlidersHorizontal,
    approve: "同意并生效",
    effect: "同意后 5 秒内在所有服务器生效，可以回退",
    topics: ["operatorSettings"],
  },
  refund: {
    label: "退款二审",
    icon: Undo2,
    approve: "同意并退款",
    effect: "同意后立即原路退款",
    topics: ["operatorRefunds", "operatorOrders"],
  },
  withdrawal: {
    label: "提现二审",
    icon: Banknote,
    approve: "同意并打款",
    effect: "同意后立即提交到微信，不能撤回",
    topics: ["operatorWithdrawals"],
  },
  withdrawal_settle: {
    label: "提现定案",
    icon: Banknote,
    approve: "同意定案",
    effect: "同意后按提议定案，不可撤销",
    topics: ["operatorWithdrawals"],
  },
  campaign: {
    label: "优惠券活动",
    icon: TicketPercent,
    approve: "同意上线",
    effect: "同意后会员可以领取",
    topics: ["operatorCampaigns"],
  },
  invite_reward: {
    label: "邀请奖励",
    icon: Gift,
    approve: "同意发放",
    effect: "同意后立即发放",
    topics: ["operatorInvitations"],
  },
  campaign_budget: {
    label: "追加预算",
    icon: CirclePlus,
    approve: "同意追加",
    effect: "同意后立即加到活动的预算和张数上，不能减回",
    topics: ["operatorCampaigns"],
  },
  bulk_give: {
    label: "批量发券",
    icon: Send,
    approve: "同意发放",
    effect: "同意后到设定的时间开始发，提交时的名单每人一张",
    topics: ["operatorAudiences", "operatorCampaigns"],
  },
  invite_appeal: {
    label: "奖励申诉",
    icon: UserPlus,
    approve: "同意申诉",
    effect: "同意后恢复奖励，冻结期满发放",
    topics: ["operatorInvitations"],
  },
  partner_host: {
    label: "跳转主机",
    icon: Globe,
    approve: "同意开通",
    effect: "同意后链接可以跳到该主机",
    topics: ["operatorPartners"],
  },
  member_rebind: {
    label: "人工换绑",
    icon: UserCog,
    approve: "同意换绑",
    effect: "同意后立即换绑手机号",
    topics: ["operatorMembers"],
  },
  operator_grant: {
    label: "授权",
    icon: KeyRound,
    approve: "同意授权",
    effect: "同意后立即生效，对方的下一次请求就按新的权限",
    topics: ["operatorAccounts"],
  },
  code_batch: {
    label: "码批次",
    icon: QrCode,
    approve: "同意生效",
    effect: "同意后兑换码按批次设定生效",
    topics: ["operatorBatches"],
  },
  code_void: {
    label: "批次作废",
    icon: ShieldX,
    approve: "同意作废",
    effect: "同意后这些兑换码不能恢复",
    topics: ["operatorBatches", "operatorCodes"],
  },
  code_export: {
    label: "批次明文导出",
    icon: FileKey,
    approve: "同意并领取密钥",
    effect: "密钥只显示这一次，请立即交给收件人",
    topics: ["operatorBatches"],
  },
};

export const kindNames = Object.keys(kinds) as Kind[];
