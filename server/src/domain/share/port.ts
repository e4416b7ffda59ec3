/** What the share room needs of WeChat: a ticket that is good now, for pages of one account. */

export type PageTickets = {
  readonly appId: string;
  /** The ticket pages are signed with; it never leaves the server. Throws Outage when there is none. */
  jsapiTicket(): Promise<string>;
};
