/** Port of the share module to WeChat: a currently valid ticket for the pages of one account. */

export type PageTickets = {
  readonly appId: string;
  /**
   * Returns the ticket used for signing; it never leaves the server. Throws Outage when there is
   * none.
   */
  jsapiTicket(): Promise<string>;
};
