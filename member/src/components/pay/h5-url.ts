/** Where WeChat's own page for paying outside WeChat is opened, and where it leads back to. */

/** WeChat's page takes `redirect_url`: a whole address of this shop, to which the payer returns. */
export function h5UrlWithReturn(h5Url: string, backTo: string): string {
  const address = new URL(h5Url);
  address.searchParams.set("redirect_url", new URL(backTo, location.origin).href);
  return address.href;
}
