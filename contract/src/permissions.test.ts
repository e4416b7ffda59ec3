/** Tests which rights a member's session carries, and that operations ask only for rights of their host. */
import { expect, test } from "vitest";
import { operations } from "./operations.ts";
import { memberPermissions, memberRights, operatorPermissions } from "./permissions.ts";

test("a member's session carries the permissions of members and none of an operator", () => {
  const all = ["settings:edit", ...operatorPermissions, ...memberPermissions];
  expect(memberRights({ roles: ["vip", "admin"], permissions: all })).toEqual({
    roles: ["vip"],
    permissions: ["exchange:generate", "devop:debug"],
  });
});

test("every permission of operators is asked for by an operation of the console", () => {
  const asked = new Set<string>(
    operations
      .filter(({ host }) => host === "console")
      .filter(({ topic }) => topic !== "operatorQueues")
      .flatMap(({ permissions = [] }) => permissions),
  );
  expect(operatorPermissions.filter((permission) => !asked.has(permission))).toEqual([]);
});

test.each([
  ["api", memberPermissions],
  ["console", operatorPermissions],
] as const)(
  "every operation of the host %s asks for permissions of that host only",
  (host, known) => {
    const asked = operations
      .filter((operation) => operation.host === host)
      .flatMap(({ permissions = [] }) => permissions);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((permission) => !known.some((each) => each === permission))).toEqual([]);
  },
);
