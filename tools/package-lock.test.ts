/**
 * The lock file lists the binaries of every platform, including those that the current registry
 * does not carry.
 */
import { expect, test } from "vitest";
import { missingEntries } from "./package-lock.ts";

const versions = { "linter-linux-x64-musl": "1.2.3", "linter-darwin-arm64": "1.2.3" };

test("a binary that is required and not listed is reported as missing, with its platform", () => {
  expect(
    missingEntries({
      packages: {
        "": { optionalDependencies: { "not-ours": "1.0.0" } },
        "node_modules/linter": { optionalDependencies: { ...versions, "fs-events": "1.0.0" } },
        "node_modules/linter-darwin-arm64": { version: "1.2.3" },
      },
    }),
  ).toEqual({
    "node_modules/linter-linux-x64-musl": {
      version: "1.2.3",
      cpu: ["x64"],
      libc: ["musl"],
      os: ["linux"],
      dev: true,
      optional: true,
    },
  });
});
