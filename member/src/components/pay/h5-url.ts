/** The URL of WeChat's page for paying outside WeChat, with the address to return to. */

/** WeChat's page takes `redirect_url`: an absolute URL of this shop to which the payer returns. */
export function h5UrlWithReturn(h5Url: string, backTo: string): string {
  const address = new URL(h5Url);
  address.searchParams.set("redirect_url", new URL(backTo, location.origin).href);
  return address.href;
}
