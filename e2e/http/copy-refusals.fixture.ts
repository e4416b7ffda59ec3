/** Provokes each refusal of copies of a member's own data over HTTP. */
import type { EnvProvider, IdentityActors, RefusalCases } from "./identity-actors.fixture.ts";

export function copyRefusalCases(actors: IdentityActors, given: EnvProvider): RefusalCases {
  const unknown = { copyId: "00000000-0000-7000-8000-000000000000" };
  const requested = async () => {
    const browser = await actors.newcomer();
    await browser.call("copies", "request", {});
    return browser;
  };
  /** Ends the copy that is being made, as its job does. */
  const ready = () =>
    given().testEnv.db.$client.query(
      "UPDATE personal_copy SET ready_at = now(), bytes = 1 WHERE ready_at IS NULL",
    );
  return {
    "copies.request": {
      STATE_CHANGED: async () => (await requested()).call("copies", "request", {}),
      RATE_LIMITED: async () => {
        const browser = await requested();
        await ready();
        await browser.call("copies", "request", {});
        await ready();
        return browser.call("copies", "request", {});
      },
    },
    "copies.link": {
      NOT_FOUND: async () => (await actors.newcomer()).call("copies", "link", unknown),
      STEP_UP_NEEDED: async () => {
        const browser = await requested();
        await ready();
        const { data } = await browser.call("copies", "show", {});
        const { copyId } = data["copy"] as { readonly copyId: string };
        return browser.call("copies", "link", { copyId });
      },
    },
    "copies.file": {
      NOT_FOUND: async () =>
        (await actors.newcomer()).call("copies", "file", { ...unknown, link: "A".repeat(43) }),
    },
  };
}
