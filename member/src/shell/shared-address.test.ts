/** Which address WeChat's menu shares for a page (U08). */
import { expect, test } from "vitest";
import { parseRouteLocation } from "./route-location.ts";
import { sharedAddress } from "./shared-address.ts";

test.each([
  ["/pages/benefit/detail?id=latte&from=chat", "/pages/benefit/detail?id=latte"],
  ["/pages/benefit/detail?id=a%26b%20c", "/pages/benefit/detail?id=a%26b+c"],
  ["/pages/benefit/detail", "/pages/benefit/detail"],
  ["/pages/coupon/center?category=drink", "/pages/coupon/center?category=drink"],
  ["/pages/exchange/manifest?code=2345678923456789AB#code=1", "/pages/exchange/manifest"],
  ["/pages/exchange/ordetail?r=secret", "/pages/exchange/ordetail"],
  ["/pages/user/ticket?id=1", "/"],
  ["/pages/passport/login?referer=%2Fpages%2Fuser%2Fticket", "/"],
])("U08 %s is shared as %s", (opened, shared) => {
  const location = parseRouteLocation(opened);
  expect(location && sharedAddress(location)).toBe(shared);
});
