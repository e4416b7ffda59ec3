/**
 * WeChat Pay's transfers to payees who confirm them (API v3, transfer-bills): only what WeChat
 * signed is certain.
 */
import { constants, publicEncrypt } from "node:crypto";
import type { Payout, PayoutAnswer, PayoutChannel } from "../../domain/withdrawals/port.ts";
import type { WechatPayAccount } from "./account.ts";
import { callWechatPay, type Reply } from "./call.ts";
import { billStatusUpdateOf, acceptedStatusUpdateOf } from "./transfer-status-updates.ts";

const BILLS = "/v3/fund-app/mch-transfer/transfer-bills";
const transferBillPath = (outBillNo: string): string =>
  `${BILLS}/out-bill-no/${encodeURIComponent(outBillNo)}`;

const ABSENT = ["NOT_FOUND", "RESOURCE_NOT_EXISTS"];
const unreadable = { state: "unknown", reason: "an answer that cannot be read" } as const;

type Scene = {
  readonly id: string;
  /** The reason that the payee sees. */
  readonly perception: string;
  /** The report fields that WeChat requires, under names it prescribes. */
  readonly reports: readonly { readonly info_type: string; readonly info_content: string }[];
};
/**
 * The transfer scenes whose report fields are implemented; each must be granted to the merchant
 * first.
 */
const scenes: readonly Scene[] = [
  {
    id: "1000",
    perception: "现金奖励",
    reports: [
      { info_type: "活动名称", info_content: "会员奖励活动" },
      { info_type: "奖励说明", info_content: "会员活动奖励金提现" },
    ],
  },
  {
    id: "1005",
    perception: "劳务报酬",
    reports: [
      { info_type: "岗位类型", info_content: "推广员" },
      { info_type: "报酬说明", info_content: "推广奖励金提现" },
    ],
  },
];

/** Encrypts for WeChat only; the key is the one that `Wechatpay-Serial` names. */
function encryptForPlatform(account: WechatPayAccount, text: string): string {
  const key = account.platformKeys[0]?.key;
  if (!key) throw new Error("there is no key of WeChat's to seal with");
  const padded = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha1" };
  return publicEncrypt(padded, Buffer.from(text)).toString("base64");
}

function billOf(account: WechatPayAccount, payout: Payout, scene: Scene) {
  return {
    appid: account.appId,
    out_bill_no: payout.outBillNo,
    transfer_scene_id: scene.id,
    openid: payout.openid,
    ...(payout.realName === undefined
      ? {}
      : { user_name: encryptForPlatform(account, payout.realName) }),
    transfer_amount: payout.amountFen,
    transfer_remark: "奖励金提现",
    notify_url: `${account.notifyOrigin}/callback/wechatpay/transfer`,
    user_recv_perception: scene.perception,
    transfer_scene_report_infos: scene.reports,
  };
}

function acceptedAnswer(reply: Reply, outBillNo: string, merchantId: string): PayoutAnswer {
  if (!reply.answered) return { state: "unknown", reason: reply.reason };
  const { status, body, code } = reply;
  const update = status === 200 ? acceptedStatusUpdateOf(body, merchantId) : undefined;
  if (update) return update.outBillNo === outBillNo ? { state: "known", update } : unreadable;
  return code ? { state: "refused", code, reason: `status ${status}` } : unreadable;
}

/** Throws for an unknown scene, so that the start fails and not the first withdrawal. */
export function wechatPayTransfers(
  account: WechatPayAccount,
  { scene: sceneId }: { readonly scene: string },
): PayoutChannel {
  const scene = scenes.find(({ id }) => id === sceneId);
  if (!scene) throw new Error(`payoutScene ${sceneId} has no known report fields`);
  const { appId, merchantId } = account;
  return {
    account: { appId, merchantId },
    async transfer(payout) {
      const body = billOf(account, payout, scene);
      const reply = await callWechatPay(account, { method: "POST", path: BILLS, body });
      return acceptedAnswer(reply, payout.outBillNo, merchantId);
    },
    async query(outBillNo) {
      const reply = await callWechatPay(account, {
        method: "GET",
        path: transferBillPath(outBillNo),
      });
      if (!reply.answered) return { state: "unknown", reason: reply.reason };
      const { status, body, code } = reply;
      if (status === 404 && ABSENT.includes(code)) return { state: "absent" };
      const update = status === 200 ? billStatusUpdateOf(body) : undefined;
      if (update) return update.outBillNo === outBillNo ? { state: "known", update } : unreadable;
      // A refused query gives no information about the transfer.
      return { state: "unknown", reason: code || unreadable.reason };
    },
    async cancel(outBillNo) {
      const path = `${transferBillPath(outBillNo)}/cancel`;
      const reply = await callWechatPay(account, { method: "POST", path });
      return acceptedAnswer(reply, outBillNo, merchantId);
    },
  };
}
