/** The keys the pretend partners hold. The defaults are for the demo and known to everyone. */
import type { S3Keys } from "./s3/signature.ts";
import { DEMO_WECHATPAY, type WechatPayKeys } from "./wechatpay/keys.ts";

export type PartnerKey = { keyId: string; secret: string };

export type SandboxKeys = {
  /** With this our server signs what it asks of a supplier. */
  supplier: PartnerKey;
  /** With this the dining supplier signs what it tells our server; the others under ids of their own. */
  supplierCallback: PartnerKey;
  /** With this our server signs what it asks of the SMS provider. */
  sms: PartnerKey;
  /** With this our server signs links and pulls; partners call back under ids of their own. */
  partner: PartnerKey;
  /** Our official account at the pretend WeChat. */
  wechat: { appId: string; secret: string };
  /** What the pretend WeChat Pay holds. */
  wechatPay: WechatPayKeys;
  /** Our one bucket at the pretend S3. */
  files: { bucket: string; keys: S3Keys };
};

export const DEMO_SUPPLIER_SECRET = "sandbox-supplier-secret-for-the-demo-only";
export const DEMO_SMS_SECRET = "sandbox-sms-secret-for-the-demo-only";

export const DEMO_PARTNER_SECRET = "sandbox-partner-secret-for-the-demo-only";

export const DEMO_WECHAT = {
  appId: "wx5eaf00d0a11ce000",
  secret: "sandbox-wechat-secret-for-the-demo-only",
};

export const DEMO_FILES = {
  bucket: "yunjing-files",
  keys: {
    accessKey: "YJSANDBOX",
    secretKey: "sandbox-files-secret-for-the-demo-only",
    region: "sandbox-1",
  },
};

export const SUPPLIER_KEY_ID = "yunjing-supplier";
/** By this each supplier says who it is when it calls our server. */
export const callbackKeyId = (supplierId: string): string => `${supplierId}-supplier`;
export const PARTNER_KEY_ID = "yunjing-partner";
export const partnerCallbackKeyId = (partnerId: string): string => `${partnerId}-partner`;
export const SMS_KEY_ID = "yunjing-sms";

/**
 * One secret serves both ways of a supplier's wire: the path is signed too, so that a message
 * overheard in one direction means nothing in the other.
 */
export function sandboxKeys(secrets: { supplier?: string; sms?: string } = {}): SandboxKeys {
  const supplier = secrets.supplier ?? DEMO_SUPPLIER_SECRET;
  return {
    supplier: { keyId: SUPPLIER_KEY_ID, secret: supplier },
    supplierCallback: { keyId: callbackKeyId("dining"), secret: supplier },
    sms: { keyId: SMS_KEY_ID, secret: secrets.sms ?? DEMO_SMS_SECRET },
    partner: { keyId: PARTNER_KEY_ID, secret: DEMO_PARTNER_SECRET },
    wechat: DEMO_WECHAT,
    wechatPay: DEMO_WECHATPAY,
    files: DEMO_FILES,
  };
}
