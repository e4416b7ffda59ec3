/** The keys of the sandbox partners. The defaults are public and for the demo only. */
import type { S3Keys } from "./s3/signature.ts";
import { DEMO_WECHATPAY, type WechatPayKeys } from "./wechatpay/keys.ts";

export type PartnerKey = { keyId: string; secret: string };

export type SandboxKeys = {
  /** Our server signs requests to suppliers with this key. */
  supplier: PartnerKey;
  /**
   * The dining supplier signs callbacks to our server with this key; the other suppliers use their
   * own key ids.
   */
  supplierCallback: PartnerKey;
  /** Our server signs requests to the SMS provider with this key. */
  sms: PartnerKey;
  /** Our server signs requests to the issuer of invoices with this key. */
  invoices: PartnerKey;
  /** Our server signs requests to the moderation provider with this key. */
  moderation: PartnerKey;
  /** Our server signs links and pulls with this key; partners call back under their own key ids. */
  partner: PartnerKey;
  /** Our official account at the sandbox WeChat. */
  wechat: { appId: string; secret: string };
  /** The keys of the sandbox WeChat Pay. */
  wechatPay: WechatPayKeys;
  /** Our one bucket at the sandbox S3. */
  files: { bucket: string; keys: S3Keys };
};

export const DEMO_SUPPLIER_SECRET = "sandbox-supplier-secret-for-the-demo-only";
export const DEMO_SMS_SECRET = "sandbox-sms-secret-for-the-demo-only";

export const DEMO_INVOICE_SECRET = "sandbox-invoice-secret-for-the-demo-only";
export const DEMO_MODERATION_SECRET = "sandbox-moderation-secret-for-the-demo-only";
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
/** Returns the key id with which a supplier identifies itself when it calls our server. */
export const callbackKeyId = (supplierId: string): string => `${supplierId}-supplier`;
export const PARTNER_KEY_ID = "yunjing-partner";
export const partnerCallbackKeyId = (partnerId: string): string => `${partnerId}-partner`;
export const SMS_KEY_ID = "yunjing-sms";
export const MODERATION_KEY_ID = "yunjing-moderation";
export const INVOICE_KEY_ID = "yunjing-invoices";

/**
 * One secret serves both directions with a supplier: the path is signed too, so that a message
 * intercepted in one direction is not valid in the other.
 */
export function sandboxKeys(secrets: { supplier?: string; sms?: string } = {}): SandboxKeys {
  const supplier = secrets.supplier ?? DEMO_SUPPLIER_SECRET;
  return {
    supplier: { keyId: SUPPLIER_KEY_ID, secret: supplier },
    supplierCallback: { keyId: callbackKeyId("dining"), secret: supplier },
    sms: { keyId: SMS_KEY_ID, secret: secrets.sms ?? DEMO_SMS_SECRET },
    invoices: { keyId: INVOICE_KEY_ID, secret: DEMO_INVOICE_SECRET },
    moderation: { keyId: MODERATION_KEY_ID, secret: DEMO_MODERATION_SECRET },
    partner: { keyId: PARTNER_KEY_ID, secret: DEMO_PARTNER_SECRET },
    wechat: DEMO_WECHAT,
    wechatPay: DEMO_WECHATPAY,
    files: DEMO_FILES,
  };
}
