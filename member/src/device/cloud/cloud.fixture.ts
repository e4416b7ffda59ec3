/**
 * Fixture for tests of cloud calls: scripted responses, recorded requests, and a UI that records
 * what it shows.
 */
import { vi } from "vitest";
import type { AccessRule } from "./access.ts";
import type { Cloud } from "./cloud.ts";
import { cloudConfig } from "./config.ts";

type Sent = {
  readonly name: string | null;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
};

/**
 * Responds to the calls one after another, with the last response for all that follow; a number is
 * a status.
 */
export function stubCloudResponses(
  ...answers: readonly (object | string | [number, object | string])[]
) {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (_address: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    sent.push({
      headers,
      name: headers.get("x-to-function-name"),
      body: JSON.parse(String(init.body)),
    });
    const answer = answers[Math.min(sent.length, answers.length) - 1] ?? {};
    const [status, body] = Array.isArray(answer) ? answer : [200, answer];
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
  });
  return sent;
}

/** Returns a cloud whose UI records what it shows; `answers` are the answers to its questions. */
export function testCloud({
  answers = [],
  access = [],
}: {
  readonly answers?: readonly boolean[];
  readonly access?: readonly AccessRule[];
} = {}) {
  const shown: unknown[] = [];
  let askedCount = 0;
  const keys = { spaceId: "env-1", spaceAppId: "app-1", accessKey: "AK", secretKey: "SK" };
  const cloud: Cloud = {
    config: async () => cloudConfig({ ...keys, endpoint: "https://a.test/cloud" }),
    access,
    ui: {
      loading: (title) => {
        shown.push(["loading", title]);
        return { close: async () => void shown.push(["done"]) };
      },
      toast: async (text) => void shown.push(["toast", text]),
      notice: async (ask) => void shown.push(["notice", ask]),
      confirm: async (ask) => {
        shown.push(["confirm", ask]);
        askedCount += 1;
        return answers[askedCount - 1] ?? false;
      },
      openLogin: async (fault) => void shown.push(["login", fault]),
    },
  };
  return { cloud, shown };
}

/** Returns the reason with which a promise was rejected. */
export const rejectionOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error("the call was expected to fail");
    },
    (failure: unknown) => failure,
  );
