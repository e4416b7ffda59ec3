/** A link leads only to a target on its allow list. */
import { describe, expect, test } from "vitest";
import { hostile } from "../redirects.fixture.ts";
import { badMinis, badTargets } from "./targets.fixture.ts";
import { allowedTarget, placeName, readTarget } from "@yunjing/server/domain/partners/target";

const places = ["https h5.yunda.example", `weixin wx${"0".repeat(16)}`, "alipays 2021000000000000"];
const h5 = (target: string) => allowedTarget({ kind: "h5", target }, places);

describe("M12 a target", () => {
  test.each([
    "https://h5.yunda.example/",
    "https://h5.yunda.example/open?from=yunjing&a=%E4%BA%91",
  ])("%s is followed unchanged", (target) => expect(h5(target)?.url.href).toBe(target));

  test.each([...badTargets, ...hostile].map((target) => [target.slice(0, 60), target]))(
    "%j is refused",
    (_, target) => expect(h5(target)).toBeUndefined(),
  );

  test.each(badMinis)("%s opens no mini-program", (target) => {
    expect(allowedTarget({ kind: "mini", target }, places)).toBeUndefined();
  });

  test("opens the app of its kind, named by its id", () => {
    const mini = `weixin://dl/business/?appid=wx${"0".repeat(16)}&path=pages%2Findex`;
    const pay = "alipays://platformapi/startapp?appId=2021000000000000";
    expect(allowedTarget({ kind: "mini", target: mini }, places)?.url.href).toBe(mini);
    expect(allowedTarget({ kind: "deeplink", target: pay }, places)?.url.href).toBe(pay);
    expect(allowedTarget({ kind: "h5", target: pay }, places)).toBeUndefined();
    const read = readTarget("h5", "https://h5.yunda.example/");
    expect(read && placeName(read)).toBe("h5.yunda.example");
  });
});
