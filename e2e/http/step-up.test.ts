/** Operations that need a fresh second factor refuse an operator whose proof is too old. */
import { operations, prefixes } from "@yunjing/contract/operations";
import { operatorPermissions } from "@yunjing/contract/permissions";
import { testTotpCode } from "@yunjing/server/domain/operators/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { consoleInputs } from "./console-inputs.fixture.ts";
import { postAtConsole } from "./console-login.fixture.ts";
import { type HttpTestEnv, type Login, openHttpTestEnv } from "./test-env.fixture.ts";

let testEnv: HttpTestEnv;
let operator: Login;
beforeAll(async () => {
  // The proof of the login is over at once.
  testEnv = await openHttpTestEnv({ SETTINGS: JSON.stringify({ operatorProofMs: 0 }) });
  operator = await testEnv.logIn("13733300001", operatorPermissions);
}, 60_000);
afterAll(() => testEnv.close());

const needing = operations.filter(({ stepUp }) => stepUp === "always");

test.each(needing.map((operation) => [`${operation.topic}.${operation.name}`, operation] as const))(
  "%s",
  async (_, { topic, name, method, path, host }) => {
    const inputs: Readonly<Record<string, Readonly<Record<string, object>>>> = consoleInputs;
    const input = new Map(Object.entries(inputs[topic]?.[name] ?? {}));
    const url = path.replace(/\{(\w+)\}/g, (_text, field: string) => String(input.get(field)));
    const answer = await testEnv.app.server.inject({
      method,
      url: prefixes[host] + url,
      payload: Object.fromEntries(input),
      headers: { authorization: operator.consoleToken, "idempotency-key": `step-up-${name}` },
    });
    expect(answer.json().code).toBe("STEP_UP_NEEDED");
  },
);

test("a code of the authenticator makes the proof fresh, for this session", async () => {
  const fresh = await openHttpTestEnv({ SETTINGS: JSON.stringify({ operatorProofMs: 60_000 }) });
  const login = await fresh.logIn("13733300002", operatorPermissions);
  const code = testTotpCode(fresh.context);
  const { data } = await postAtConsole(fresh, "/passport/step-up", { code }, login.consoleToken);
  expect(Number(data["provenUntil"])).toBeGreaterThan(Date.now());
  await fresh.close();
});

test("from outside the listed networks no code is sent", async () => {
  const inside = await openHttpTestEnv({
    SETTINGS: JSON.stringify({ consoleNetworks: "10.0.0.0/8, 2001:db8::/32" }),
  });
  const sent = await postAtConsole(inside, "/passport/sms/send", {
    phone: "13733300003",
    scene: "login",
  });
  expect(sent.code).toBe("NO_PERMISSION");
  await inside.close();
});
