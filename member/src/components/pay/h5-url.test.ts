/** Tests that a payer outside WeChat returns to the order or top-up. */
import { expect, test } from "vitest";
import { h5UrlWithReturn } from "./h5-url.ts";

test("the URL of WeChat's page retains its own parameters and gets the return address", () => {
  const h5Url = "https://wx.tenpay.example/checkmweb?prepay_id=wx2011&package=1";
  const address = new URL(h5UrlWithReturn(h5Url, "/pages/user/topup?no=8001&pay=1"));
  expect(address.searchParams.get("prepay_id")).toBe("wx2011");
  expect(address.searchParams.get("package")).toBe("1");
  const back = new URL(address.searchParams.get("redirect_url") ?? "");
  expect(back.origin).toBe(location.origin);
  expect(back.pathname + back.search).toBe("/pages/user/topup?no=8001&pay=1");
});
