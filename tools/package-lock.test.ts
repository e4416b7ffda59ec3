/** The lock file names every platform's binaries, also those that the registry at hand does not carry. */
import { expect, test } from "vitest";
import { missingEntries } from "./package-lock.ts";

const versions = { "linter-linux-x64-musl": "1.2.3", "linter-darwin-arm64": "1.2.3" };

test("a binary that is asked for and not named is missing, with its platform", () => {
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
