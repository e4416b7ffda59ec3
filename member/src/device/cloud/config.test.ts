/** Tests C01: an invalid config is reported at the start. */
import { expect, test } from "vitest";
import { cloudConfig } from "./config.ts";

const KEYS = { spaceId: "env-1", spaceAppId: "app-1", accessKey: "AK", secretKey: "SK" };
const OWN = "http://10.0.0.7:8080";

test.each([
  ["no config", undefined, "spaceId required"],
  ["no space", { ...KEYS, spaceId: undefined }, "spaceId required"],
  ["no app", { ...KEYS, spaceAppId: "" }, "spaceAppId required"],
  ["no access key", { ...KEYS, accessKey: 7 }, "accessKey required"],
  ["an inherited secret", Object.create({ ...KEYS }), "spaceId required"],
  ["an endpoint of another type", { ...KEYS, endpoint: 7 }, "endpoint must be string"],
  ["plain http", { ...KEYS, endpoint: "http://a.test" }, "endpoint must start with https://"],
  [
    "a host that only begins like ours",
    { ...KEYS, endpoint: `${OWN}0/cloud` },
    "endpoint must start with https://",
  ],
])("C01 %s is refused with its message", (_, given, message) => {
  expect(() => cloudConfig(given, OWN)).toThrow(new Error(message));
});

test("C01 a valid config is accepted, one trailing slash removed, and the page's own origin also allowed over http", () => {
  expect(cloudConfig({ ...KEYS, endpoint: "https://a.test/cloud/" }, OWN)).toEqual({
    ...KEYS,
    endpoint: "https://a.test/cloud",
    wsEndpoint: "wss://env-1.api-hz.cloudbasefunction.cn",
  });
  expect(cloudConfig(KEYS, OWN).endpoint).toBe("https://env-1.api-hz.cloudbasefunction.cn");
  const own = cloudConfig({ ...KEYS, endpoint: `${OWN}/cloud`, wsEndpoint: "ws://x/" }, OWN);
  expect(own).toMatchObject({ endpoint: `${OWN}/cloud`, wsEndpoint: "ws://x/" });
});
