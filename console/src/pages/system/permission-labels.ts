/** The permissions in Chinese, in the order and the groups of the matrix. */
import { ownValue } from "@yunjing/contract/own-value";

export const permissionGroups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  交易: {
    "orders:read": "看订单",
    "orders:handle": "客服处理",
    "orders:refund": "退款",
    "tickets:handle": "处理工单",
  },
  商品与页面: {
    "catalog:read": "看商品",
    "catalog:edit": "改商品、价、库存",
    "catalog:publish": "同意上架、发布首页",
    "content:edit": "改协议与帮助",
    "dining:manage": "管门店与菜单",
  },
  会员: {
    "members:read": "看会员",
    "members:edit": "改会员资料、限制账户",
    "members:reveal": "看完整手机号",
    "moderation:handle": "审核昵称与图片",
    "levels:edit": "改等级",
    "points:edit": "改积分规则",
    "wallet:edit": "改充值套餐",
    "messages:send": "发公告",
  },
  营销: {
    "campaigns:edit": "写活动",
    "campaigns:approve": "批活动",
    "campaigns:give": "发券补偿",
    "invitations:edit": "改邀请活动",
    "invitations:review": "邀请审核",
  },
  兑换码: {
    "codes:read": "看码与批次",
    "codes:make": "生码",
    "exchange:approve": "批码批次",
    "dealers:manage": "管经销商",
  },
  供应: {
    "supply:read": "看供应商",
    "supply:manage": "管供应商",
    "supply:money": "供应商资金",
    "stock:import": "导入卡密",
  },
  资金: {
    "ledger:read": "看账",
    "ledger:adjust": "提调账",
    "ledger:approve": "批调账",
    "ledger:freeze": "冻结资产",
    "withdrawals:review": "提现审核",
    "invoices:handle": "开发票",
  },
  风控: { "risk:read": "看风控", "risk:edit": "改规则与名单" },
  开放平台: { "partners:manage": "管合作方" },
  系统: {
    "stats:read": "看数据",
    "exports:make": "导出",
    "exports:clear": "明文导出",
    "audit:read": "看审计",
    "settings:read": "看设置",
    "settings:edit": "改设置",
    "settings:approve": "批设置",
    "jobs:read": "看任务",
    "jobs:manage": "管任务与死信",
    "files:manage": "管图片",
    "operators:manage": "运营与角色",
  },
};

const labels: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(permissionGroups),
);

/** Returns the Chinese name of a permission; the permission itself when it has none. */
export const permissionLabel = (permission: string): string =>
  ownValue(labels, permission) ?? permission;

/** Pairs of permissions of which one proposes and the other approves. */
export const bothHands: readonly (readonly [propose: string, approve: string])[] = [
  ["ledger:adjust", "ledger:approve"],
  ["campaigns:edit", "campaigns:approve"],
  ["codes:make", "exchange:approve"],
  ["settings:edit", "settings:approve"],
];
