/** Tests M01: the platform label. */
import { expect, test } from "vitest";
import { platformOf } from "./platform.ts";

test("M01 WeChat's browser is mp-weixin-web, every other one is web", () => {
  const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15";
  expect(platformOf(`${iphone} MicroMessenger/8.0.50(0x1800322f) NetType/WIFI`)).toBe(
    "mp-weixin-web",
  );
  expect(platformOf(iphone)).toBe("web");
  expect(platformOf("")).toBe("web");
});
