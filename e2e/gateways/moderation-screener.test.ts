/** The moderation provider over signed HTTP: its verdicts, and what counts as no answer. */
import { moderationScreener } from "@yunjing/server/gateways/moderation/screener";
import { expect, test } from "vitest";
import { keys, startSandbox } from "./gateways.fixture.ts";

const text = (words: string) => ({ kind: "text", text: words }) as const;

test("texts pass, wait for a person or are rejected; silence and a wrong key are unknown", async () => {
  const { supplier } = await startSandbox();
  const { screen } = moderationScreener({ ...supplier, key: keys.moderation });
  expect(await screen("1", text("小鲸鱼"))).toEqual({ state: "pass" });
  expect(await screen("2", text("可疑的名字"))).toMatchObject({ state: "review" });
  expect(await screen("3", text("违规的名字"))).toMatchObject({ state: "reject" });
  expect(await screen("4", text("无应答"))).toMatchObject({ state: "unknown" });
  expect(await screen("4", text("无应答"))).toEqual({ state: "pass" });
  const base64 = Buffer.alloc(1_000_000).toString("base64");
  expect(await screen("5", { kind: "picture", type: "image/png", base64 })).toEqual({
    state: "pass",
  });
  const stranger = moderationScreener({ ...supplier, key: keys.sms });
  expect(await stranger.screen("6", text("小鲸鱼"))).toMatchObject({ state: "unknown" });
});
