/** Validates a transfer request as strictly as WeChat does, and decrypts the payee's name. */
import { constants, privateDecrypt } from "node:crypto";
import type { WechatPayKeys } from "./keys.ts";

/** From this amount on, WeChat requires the payee's name. */
const NAME_FROM_FEN = 200_000;
const LEAST_FEN = 10;

/** Amounts in fen. */
export type TransferRequest = {
  outBillNo: string;
  /**
   * The request with the name decrypted, to tell a repeat from another request under the same
   * number.
   */
  asked: string;
  sceneId: string;
  openid: string;
  userName: string;
  amountFen: number;
  remark: string;
  notifyUrl: string;
};

export type TransferBody = Readonly<Record<string, unknown>>;
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * Decrypts a name with the platform's private key. Returns `undefined` when it was not encrypted
 * for it.
 */
function decryptName(
  sealed: string,
  { platformPrivateKey: key }: WechatPayKeys,
): string | undefined {
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  try {
    const bytes = Buffer.from(sealed, "base64");
    return privateDecrypt({ key, padding, oaepHash: "sha1" }, bytes).toString("utf8");
  } catch {
    return undefined;
  }
}

const isReport = (value: unknown): boolean => {
  const report: TransferBody = typeof value === "object" && value !== null ? { ...value } : {};
  const content = text(report["info_content"]);
  return /^.{1,15}$/.test(text(report["info_type"])) && content.length >= 1 && content.length <= 32;
};

/** Returns the validated transfer request, or the name of the wrong parameter. */
export function parseTransferRequest(
  body: TransferBody,
  serial: string,
  keys: WechatPayKeys,
): TransferRequest | string {
  const { appid, transfer_amount: amountFen, transfer_scene_report_infos: reports } = body;
  const [outBillNo, openid] = [text(body["out_bill_no"]), text(body["openid"])];
  const [sceneId, remark] = [text(body["transfer_scene_id"]), text(body["transfer_remark"])];
  const notifyUrl = text(body["notify_url"]);
  if (appid !== keys.appId) return "appid";
  if (!/^[0-9A-Za-z]{1,32}$/.test(outBillNo)) return "out_bill_no";
  if (!/^[\w-]{6,64}$/.test(openid)) return "openid";
  if (typeof amountFen !== "number" || !Number.isInteger(amountFen) || amountFen < LEAST_FEN) {
    return "transfer_amount";
  }
  if (!["1000", "1005"].includes(sceneId)) return "transfer_scene_id";
  const isReported = Array.isArray(reports) && reports.length > 0 && reports.every(isReport);
  if (!isReported) return "transfer_scene_report_infos";
  if (remark.length < 1 || remark.length > 32) return "transfer_remark";
  if (notifyUrl && !/^https?:\/\/[^?#]+$/.test(notifyUrl)) return "notify_url";
  const sealed = text(body["user_name"]);
  const isForUs = sealed === "" || serial === keys.platformKeyId;
  const userName = sealed === "" ? "" : decryptName(sealed, keys);
  if (!isForUs || userName === undefined) return "user_name";
  if (userName === "" && amountFen >= NAME_FROM_FEN) return "user_name";
  const requestBody = JSON.stringify({ ...body, user_name: userName });
  return { outBillNo, asked: requestBody, sceneId, openid, userName, amountFen, remark, notifyUrl };
}
