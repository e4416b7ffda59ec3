/** What is set for one partner: where it is, and the keys between us. */

export type PartnerSettings = {
  readonly origin: string;
  readonly keyId: string;
  readonly secret: string;
};
/** A partner who calls us back, under a key of its own. */
export type CallbackPartnerSettings = PartnerSettings & {
  readonly callbackKeyId: string;
  readonly callbackSecret: string;
};
