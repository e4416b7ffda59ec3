/** Runs the sandbox's bundle, and ends when the process that started it is gone for any reason. */

const LAST_WORDS_MS = 2_000;

process.on("disconnect", () => setTimeout(() => process.exit(0), LAST_WORDS_MS).unref());
await import("../../sandbox/dist/main.js");
