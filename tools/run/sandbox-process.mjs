/** Runs the sandbox's bundle, and sees to it that it ends when its starter is gone, however that came. */

const LAST_WORDS_MS = 2_000;

process.on("disconnect", () => setTimeout(() => process.exit(0), LAST_WORDS_MS).unref());
await import("../../sandbox/dist/main.js");
