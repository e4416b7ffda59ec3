/**
 * A figure that an operator changes in the console of one process is in force in the others within
 * five seconds: in one that only receives notifications, and in one that only polls.
 */
import { expect, onTestFinished, test } from "vitest";
import { openHttpTestEnv } from "../http/test-env.fixture.ts";
import { bundleEntry, serveWeb, stopProcess } from "./process.fixture.ts";

const IN_FORCE_WITHIN_MS = 5_000;
const NEVER_MS = "86400000";
const processes = {
  "receives notifications and does not poll": { FOLLOW_POLL_MS: NEVER_MS },
  "polls and receives nothing": { DATABASE_LISTEN_URL: "postgres://nobody@127.0.0.1:9/none" },
};
/** The member may set two nicknames a day once the operator has changed the figure. */
const [BEFORE, AFTER] = [1, 2];
const NAMES = ["云上的鱼", "山里的鱼"] as const;

test("a setting changed in the console is in force in other processes within 5 s", async () => {
  const settings = { nicknamesPerDay: BEFORE };
  const [testEnv, bundle] = await Promise.all([
    openHttpTestEnv({ SETTINGS: JSON.stringify(settings) }),
    bundleEntry("e2e/faults/web.fixture.ts"),
  ]);
  onTestFinished(() => testEnv.close());
  onTestFinished(() => bundle.remove());
  const members = await Promise.all(
    Object.entries(processes).map(async ([name, env], n) => {
      const options = { databaseUrl: testEnv.appUrl, settings, env };
      const { server, origin } = await serveWeb(bundle, options);
      onTestFinished(() => stopProcess(server, "SIGKILL"));
      const { token } = await testEnv.logIn(`1370003000${n}`);
      const rename = async (nickname: string): Promise<string> => {
        const answer = await fetch(`${origin}/api/member/me`, {
          method: "PATCH",
          headers: { authorization: token, "content-type": "application/json" },
          body: JSON.stringify({ nickname }),
        });
        const { status, code } = (await answer.json()) as { status: boolean; code?: string };
        return status ? "done" : String(code);
      };
      return { name, rename };
    }),
  );
  for (const { rename } of members) {
    expect(await rename(NAMES[0])).toBe("done");
    expect(await rename(NAMES[1])).toBe("RATE_LIMITED");
  }

  const operator = await testEnv.logIn("13700030009", ["settings:edit"]);
  const changed = await fetch(`${testEnv.origin}/console/api/settings/nicknamesPerDay`, {
    method: "PUT",
    headers: { authorization: operator.consoleToken, "content-type": "application/json" },
    body: JSON.stringify({ value: AFTER, sinceVersion: 0, reason: "会员反映改名次数太少" }),
  });
  expect(await changed.json()).toMatchObject({ status: true });
  // A refused change counts nothing, so it is repeated until the new figure is in force.
  await Promise.all(
    members.map(({ name, rename }) =>
      expect
        .poll(() => rename(NAMES[1]), { timeout: IN_FORCE_WITHIN_MS, interval: 100, message: name })
        .toBe("done"),
    ),
  );
}, 60_000);
