/** The settings of one partner: its origin, and the shared keys. */

export type PartnerSettings = {
  readonly origin: string;
  readonly keyId: string;
  readonly secret: string;
};
/** A partner who calls us back, with a separate key. */
export type CallbackPartnerSettings = PartnerSettings & {
  readonly callbackKeyId: string;
  readonly callbackSecret: string;
};
